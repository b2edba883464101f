package chess

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Names of the FEN fields in errors.
const (
	fieldBoard     = "board"
	fieldHand      = "hand"
	fieldSide      = "side to move"
	fieldCastling  = "castling"
	fieldEnPassant = "en passant"
	fieldChecks    = "checks"
	fieldHalfmove  = "halfmove clock"
	fieldFullmove  = "fullmove number"
	fieldTurn      = "turn"
	fieldLength    = "length"
)

// Limits of a FEN. The counters stay far from overflow, however long the game goes on.
const (
	maxFENLength = 1024 // bytes
	maxFENFields = 8
	maxCounter   = 1_000_000      // halfmove clock and fullmove number
	maxTurn      = 2 * maxCounter // number of a turn
	maxInHand    = 63             // pieces of one kind in one hand
)

// ParseSetup reads a FEN as a Setup without judging whether it makes sense:
// Ruleset.Position judges it, Ruleset.ParseFEN does both.
//
// The fields are board, side to move, castling, en-passant square, halfmove
// clock, fullmove number, checks given where they are counted ("+2+0"), and turn
// and moves left in it where turns are long ("3:2"). Pieces in hand follow the
// board in brackets, or like a ninth rank; '~' follows the letter of a promoted
// piece. Checks left ("1+3") stand before the clock. The counters, or the last of
// them, may be missing and read as 0 1; the turn may take their place. A fullmove
// number of 0 reads as 1. Castling letters are those of X-FEN or Shredder-FEN,
// and must name a rook. Fields are separated by any white space. The error is a
// *rules.FENError.
func ParseSetup(fen string) (rules.Setup, error) {
	text, err := splitFEN(fen)
	if err != nil {
		return rules.Setup{}, err
	}
	s, err := text.setup()
	if err != nil {
		return rules.Setup{}, err
	}
	return s, nil
}

// ParseFEN reads a FEN and validates the position by the rules of the game. See
// ParseSetup for the notation and Position for what is checked. The error is a
// *rules.FENError.
func (r *Ruleset) ParseFEN(fen string) (Position, error) {
	text, err := splitFEN(fen)
	if err != nil {
		return Position{}, err
	}
	s, err := text.setup()
	if err != nil {
		return Position{}, err
	}
	p, fault := r.judge(&s)
	if fault != nil {
		return Position{}, text.locate(fault)
	}
	return p, nil
}

// A fenText is a FEN split into fields, with the offsets needed for errors.
type fenText struct {
	text    string
	fields  [maxFENFields]span
	count   int                    // how many fields there are
	starts  map[string]int         // start of each field that an error can refer to
	squares [64]int                // offset of the letter of each piece on the board
	hand    int                    // offset of the opening bracket of the hands
	hands   [2][rules.NumRoles]int // offset of the last letter of each kind in hand
}

// A span is a part of the text.
type span struct{ start, end int }

// splitFEN finds the fields of a FEN.
func splitFEN(fen string) (*fenText, error) {
	if len(fen) > maxFENLength {
		return nil, &rules.FENError{Field: fieldLength, Offset: maxFENLength, Reason: fmt.Sprintf("longer than %d bytes", maxFENLength)}
	}
	t := &fenText{text: fen, starts: map[string]int{}}
	for i := 0; i < len(fen); {
		if isBlank(fen[i]) {
			i++
			continue
		}
		start := i
		for i < len(fen) && !isBlank(fen[i]) {
			i++
		}
		if t.count == maxFENFields {
			return nil, &rules.FENError{Field: fieldLength, Offset: start, Reason: fmt.Sprintf("more than %d fields", maxFENFields)}
		}
		t.fields[t.count] = span{start, i}
		t.count++
	}
	return t, nil
}

func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// setup reads all fields.
func (t *fenText) setup() (rules.Setup, error) {
	s := rules.Setup{EnPassant: NoSquare, Fullmove: 1}
	for i, read := range []func(span, *rules.Setup) error{t.board, t.side, t.castling, t.enPassant} {
		field := []string{fieldBoard, fieldSide, fieldCastling, fieldEnPassant}[i]
		if i >= t.count {
			return rules.Setup{}, &rules.FENError{Field: field, Offset: len(t.text), Reason: "missing"}
		}
		t.starts[field] = t.fields[i].start
		if err := read(t.fields[i], &s); err != nil {
			return rules.Setup{}, err
		}
	}
	return s, t.counters(t.fields[4:max(t.count, 4)], &s)
}

// counters reads what follows the en-passant square: checks left, the two
// counters, checks given, and the turn, any of which may be missing.
func (t *fenText) counters(fields []span, s *rules.Setup) error {
	numbers := []string{fieldHalfmove, fieldFullmove}
	for i, f := range fields {
		var field string
		var read func(span, *rules.Setup) error
		_, turn := t.starts[fieldTurn]
		switch text := t.in(f); {
		case i == 0 && strings.Contains(text, "+"),
			len(numbers) == 0 && !turn && strings.HasPrefix(text, "+"):
			field, read = fieldChecks, t.checks
		case len(numbers) == 0 || len(numbers) == 2 && strings.Contains(text, ":"):
			field, read, numbers = fieldTurn, t.turn, nil
		default:
			field, read, numbers = numbers[0], t.halfmove, numbers[1:]
			if field == fieldFullmove {
				read = t.fullmove
			}
		}
		if _, twice := t.starts[field]; twice {
			return &rules.FENError{Field: fieldLength, Offset: f.start, Reason: "a second " + field}
		}
		t.starts[field] = f.start
		if err := read(f, s); err != nil {
			return err
		}
	}
	return nil
}

// in returns the text of a span.
func (t *fenText) in(f span) string { return t.text[f.start:f.end] }

// char quotes the character at an offset, for errors.
func (t *fenText) char(offset int) string {
	_, size := utf8.DecodeRuneInString(t.text[offset:])
	return strconv.Quote(t.text[offset : offset+size])
}

// board reads the pieces on the board, from a8 to h1, and those in hand.
func (t *fenText) board(f span, s *rules.Setup) error {
	fault := func(offset int, format string, args ...any) error {
		return &rules.FENError{Field: fieldBoard, Offset: offset, Reason: fmt.Sprintf(format, args...)}
	}
	file, rank, i := 0, 7, f.start
	for ; i < f.end && t.text[i] != '['; i++ {
		letter := t.text[i]
		piece := rules.PieceOf(letter)
		switch {
		case letter == '/' && file < 8:
			return fault(i, "rank %d must have 8 squares, not %d", rank+1, file)
		case letter == '/' && rank == 0:
			if !t.onlyPieces(span{i + 1, f.end}) {
				return fault(i, "more than 8 ranks")
			}
			return t.pocket(span{i + 1, f.end}, s)
		case letter == '/':
			file, rank = 0, rank-1
			continue
		case letter >= '1' && letter <= '8':
			file += int(letter - '0')
		case piece != rules.NoPiece && file < 8:
			sq := bitboard.SquareAt(file, rank)
			s.Board[sq], t.squares[sq] = piece, i
			file++
			if i+1 < f.end && t.text[i+1] == '~' {
				s.Promoted |= sq.Bitboard()
				i++
			}
		case piece == rules.NoPiece:
			return fault(i, "%s is neither a piece nor a number of squares", t.char(i))
		default:
			file++
		}
		if file > 8 {
			return fault(i, "rank %d has more than 8 squares", rank+1)
		}
	}
	if file < 8 {
		return fault(i, "rank %d must have 8 squares, not %d", rank+1, file)
	}
	if rank > 0 {
		return fault(i, "there must be 8 ranks, not %d", 8-rank)
	}
	if i < f.end {
		return t.inHand(span{i, f.end}, s)
	}
	return nil
}

// inHand reads the pieces in hand, in brackets and in any order; "[]" and "[-]"
// are empty.
func (t *fenText) inHand(f span, s *rules.Setup) error {
	t.hand = f.start
	end := strings.IndexByte(t.in(f), ']')
	switch {
	case t.in(f) == "[-]":
		return nil
	case end < 0:
		end = f.end
	default:
		end += f.start
	}
	if err := t.pocket(span{f.start + 1, end}, s); err != nil {
		return err
	}
	switch {
	case end == f.end:
		return &rules.FENError{Field: fieldHand, Offset: f.end, Reason: "missing ] at the end"}
	case end+1 < f.end:
		return &rules.FENError{Field: fieldHand, Offset: end + 1, Reason: fmt.Sprintf("%s after the bracket", t.char(end+1))}
	}
	return nil
}

// pocket reads the letters of the pieces in hand.
func (t *fenText) pocket(f span, s *rules.Setup) error {
	if t.hand == 0 {
		t.hand = f.start - 1
	}
	for i := f.start; i < f.end; i++ {
		piece := rules.PieceOf(t.text[i])
		if piece == rules.NoPiece {
			return &rules.FENError{Field: fieldHand, Offset: i, Reason: fmt.Sprintf("%s is not a piece", t.char(i))}
		}
		count := &s.Hands[piece.Color()][piece.Role()]
		if *count == maxInHand {
			return &rules.FENError{Field: fieldHand, Offset: i, Reason: tooManyInHand(piece.Role())}
		}
		*count++
		t.hands[piece.Color()][piece.Role()] = i
	}
	return nil
}

// onlyPieces reports whether a span holds nothing but piece letters.
func (t *fenText) onlyPieces(f span) bool {
	for i := f.start; i < f.end; i++ {
		if rules.PieceOf(t.text[i]) == rules.NoPiece {
			return false
		}
	}
	return true
}

func (t *fenText) side(f span, s *rules.Setup) error {
	switch t.in(f) {
	case "w":
		s.Side = rules.White
	case "b":
		s.Side = rules.Black
	default:
		return &rules.FENError{Field: fieldSide, Offset: f.start, Reason: fmt.Sprintf("%.16q instead of w or b", t.in(f))}
	}
	return nil
}

// castling reads the letters of X-FEN or Shredder-FEN. Each names a different
// rook, at most one on either side of a king.
func (t *fenText) castling(f span, s *rules.Setup) error {
	if t.in(f) == "-" {
		return nil
	}
	for i := f.start; i < f.end; i++ {
		if named := namedKing(s, t.text[i]); named.Valid() {
			if s.Castling&board.BackRank(uint(colorOfLetter(t.text[i]))) != 0 {
				return &rules.FENError{Field: fieldCastling, Offset: i, Reason: t.char(i) + ": a king's file may be given once, before its rooks"}
			}
			if named != usualKing(&s.Board, colorOfLetter(t.text[i])) {
				s.Castling |= named.Bitboard()
			}
			continue
		}
		king, rook, reason := castlingRook(s, t.text[i])
		if reason == "" && s.Castling&castlingWing(king, rook) != 0 {
			reason = "a second rook on that side of the king"
		}
		if reason != "" {
			return &rules.FENError{Field: fieldCastling, Offset: i, Reason: t.char(i) + ": " + reason}
		}
		s.Castling |= rook.Bitboard()
	}
	return nil
}

func (t *fenText) enPassant(f span, s *rules.Setup) error {
	if t.in(f) == "-" {
		return nil
	}
	square, err := bitboard.ParseSquare(t.in(f))
	if err != nil {
		return &rules.FENError{Field: fieldEnPassant, Offset: f.start, Reason: err.Error()}
	}
	s.EnPassant = square
	return nil
}

func (t *fenText) halfmove(f span, s *rules.Setup) error {
	n, err := t.number(f, fieldHalfmove, maxCounter)
	s.Halfmove = int(n)
	return err
}

func (t *fenText) fullmove(f span, s *rules.Setup) error {
	n, err := t.number(f, fieldFullmove, maxCounter)
	s.Fullmove = int(max(n, 1))
	return err
}

// checks reads the checks given by White and by Black ("+2+0"), or those they
// have left ("1+3").
func (t *fenText) checks(f span, s *rules.Setup) error {
	s.CheckForm = rules.ChecksLeft
	if t.text[f.start] == '+' {
		s.CheckForm = rules.ChecksGiven
		f.start++
	}
	white, black, found := strings.Cut(t.in(f), "+")
	if !found {
		return &rules.FENError{Field: fieldChecks, Offset: f.start, Reason: fmt.Sprintf("%.24q instead of two numbers with a +", t.in(f))}
	}
	middle := f.start + len(white)
	for c, part := range [2]span{{f.start, middle}, {middle + 1, middle + 1 + len(black)}} {
		n, err := t.number(part, fieldChecks, rules.MaxCheckLimit)
		if err != nil {
			return err
		}
		s.Checks[c] = uint8(n)
	}
	return nil
}

// turn reads the turn and the moves left in it: "3:2".
func (t *fenText) turn(f span, s *rules.Setup) (err error) {
	colon := strings.IndexByte(t.in(f), ':')
	if colon < 0 {
		return &rules.FENError{Field: fieldTurn, Offset: f.start, Reason: fmt.Sprintf("%.24q instead of turn:moves left", t.in(f))}
	}
	middle := f.start + colon
	if s.Turn, err = t.number(span{f.start, middle}, fieldTurn, maxTurn); err != nil {
		return err
	}
	if s.Turn == 0 {
		return &rules.FENError{Field: fieldTurn, Offset: f.start, Reason: "turns count from 1"}
	}
	s.Left, err = t.number(span{middle + 1, f.end}, fieldTurn, rules.MaxTurnLength)
	return err
}

// number reads a decimal number and checks it against a limit.
func (t *fenText) number(f span, field string, limit uint64) (uint64, error) {
	if f.start == f.end {
		return 0, &rules.FENError{Field: field, Offset: f.start, Reason: "a number is missing"}
	}
	for i := f.start; i < f.end; i++ {
		if t.text[i] < '0' || t.text[i] > '9' {
			return 0, &rules.FENError{Field: field, Offset: i, Reason: t.char(i) + " is not a digit"}
		}
	}
	n, err := strconv.ParseUint(t.in(f), 10, 64)
	if err != nil || n > limit {
		return 0, &rules.FENError{Field: field, Offset: f.start, Reason: fmt.Sprintf("%.24s is above %d", t.in(f), limit)}
	}
	return n, nil
}
