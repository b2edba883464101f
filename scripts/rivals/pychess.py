"""Answers questions about positions with python-chess, one JSON a line."""

import json
import sys

import chess
import chess.variant


def end(board):
    """How the game ends by the position alone; nothing where moves are counted."""
    if board.halfmove_clock >= 100:
        return ""
    if board.is_variant_loss():
        return "0-1" if board.turn == chess.WHITE else "1-0"
    if board.is_variant_win():
        return "1-0" if board.turn == chess.WHITE else "0-1"
    if board.is_variant_draw():
        return "drawn"
    if board.is_checkmate():
        return "0-1" if board.turn == chess.WHITE else "1-0"
    if board.is_insufficient_material() or not any(board.legal_moves):
        return "drawn"
    return "goes on"


def look(board):
    moves = {}
    for move in board.legal_moves:
        san = board.san(move)
        moves[board.uci(move)] = "P" + san if san.startswith("@") else san
    return {"moves": moves, "fen": board.fen(en_passant="xfen"), "end": end(board)}


def main():
    board = None
    for line in sys.stdin:
        question = json.loads(line)
        if "begin" in question:
            kind = chess.variant.find_variant(question["begin"])
            board = kind(question["fen"], chess960=question["chess960"])
        elif "push" in question:
            board.push(board.parse_uci(question["push"]))
        answer = look(board) if "look" in question else {}
        print(json.dumps(answer), flush=True)


main()
