package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/rules"
)

// Position makes a playable position from a setup, or returns a *rules.FENError that says what
// is wrong with it: pieces that the game does not have or where they cannot stand, the number
// of kings and of pieces, rights without the pieces they need, counters and turns out of range,
// or a king in check that could be taken. An en-passant square that no pawn can use is dropped;
// in placement, the castling rights of a side with pieces in hand follow from the board.
func (r *Ruleset) Position(s rules.Setup) (Position, error) {
	p, fault := r.judge(&s)
	if fault != nil {
		return Position{}, &rules.FENError{Field: fault.field, Offset: -1, Reason: fault.reason}
	}
	return p, nil
}

// judge makes a playable position from a setup, or finds what is wrong with it.
func (r *Ruleset) judge(s *rules.Setup) (Position, *fault) {
	if f := r.examine(s); f != nil {
		return Position{}, f
	}
	p := Position{rules: r, side: s.Side, turn: uint32(s.Turn), left: s.Left, promoted: s.Promoted, checks: s.Checks, half: int32(s.Halfmove), full: int32(s.Fullmove), zeroing: s.Zeroing}
	for sq, piece := range s.Board {
		if piece != rules.NoPiece {
			p.board.Put(uint(piece.Color()), piece.Role(), Square(sq).Bitboard())
		}
	}
	for c := range 2 {
		p.hands[c] = board.HandOf(s.Hands[c])
	}
	p.setRights(s)
	p.key = p.computeKey()
	if f := p.checkFault(); f != nil {
		return Position{}, f
	}
	return p, nil
}

// impliedTurn returns the turn for a FEN that does not give it, in games with long turns.
func impliedTurn(fullmove int, side rules.Color) uint64 {
	return 2*uint64(fullmove-1) + 1 + uint64(side)
}

// setRights translates the castling and en-passant fields of a setup.
func (p *Position) setRights(s *rules.Setup) {
	for c := range uint(2) {
		if p.rules.board.Placement && p.rules.board.Castling && p.hands[c] != 0 {
			p.board.Rights |= p.board.OrthodoxRights(c)
			continue
		}
		if rights := s.Castling & board.BackRank(c); rights != 0 {
			p.board.Rights |= rights | castlingKing(s, rules.Color(c)).Bitboard()
		}
	}
	if s.EnPassant.Valid() {
		us := uint(s.Side)
		if bitboard.Pawn(us^1, s.EnPassant)&p.board.Pawns&p.board.Colors[us] != 0 {
			p.board.Rights |= s.EnPassant.Bitboard()
		}
	}
}

// castlingKing returns the king that has a side's castling rights: the one the setup
// names, else the usual one, else NoSquare.
func castlingKing(s *rules.Setup, c rules.Color) Square {
	usual := usualKing(&s.Board, c)
	for named := s.Castling & board.BackRank(uint(c)); named != 0; named = named.Next() {
		if sq := named.First(); sq != usual && s.Board[sq] == rules.NewPiece(c, rules.King) {
			return sq
		}
	}
	return usual
}

// usualKing returns the king that castles where none is named: the one on e1
// (e8), else the only one on its first rank, else NoSquare.
func usualKing(board *[64]rules.Piece, c rules.Color) Square {
	king, first := rules.NewPiece(c, rules.King), Square(56*c)
	if board[first+4] == king {
		return first + 4
	}
	found := NoSquare
	for s := first; s < first+8; s++ {
		if board[s] == king {
			if found.Valid() {
				return NoSquare
			}
			found = s
		}
	}
	return found
}

// Setup returns the content of the position's FEN, with every counter and the turn filled in.
func (p *Position) Setup() rules.Setup {
	s := rules.Setup{
		Side:      p.side,
		Castling:  p.CastlingRooks(),
		EnPassant: p.EnPassant(),
		Halfmove:  int(p.half),
		Fullmove:  int(p.full),
		Promoted:  p.promoted,
		Checks:    p.checks,
		Turn:      uint64(p.turn),
		Left:      p.left,
		Zeroing:   p.zeroing && p.rules.LongTurns(),
	}
	switch limit := p.rules.board.CheckLimit; limit {
	case 0:
	case 3:
		s.CheckForm = rules.ChecksGiven
	default: // other programs take checks given to mean three-check
		s.CheckForm, s.Checks = rules.ChecksLeft, [2]uint8{limit - p.checks[0], limit - p.checks[1]}
	}
	for sq := p.board.Occupied(); sq != 0; sq = sq.Next() {
		s.Board[sq.First()] = p.PieceAt(sq.First())
	}
	for c := rules.White; c <= rules.Black; c++ {
		own := p.board.Rights & board.BackRank(uint(c))
		if king := own & p.board.Kings; own&p.board.Straights != 0 && king.First() != usualKing(&s.Board, c) {
			s.Castling |= king
		}
	}
	for c := range 2 {
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			s.Hands[c][role] = uint8(p.hands[c].Count(role))
		}
	}
	return s
}

// OnBoard returns the position with these pieces, nothing in hand, no castling or
// en-passant rights, and clocks at their start; ok is false if a king is in a check that
// the rules do not allow. The caller must make sure that Position would otherwise accept
// the pieces. The Key is not valid. It is for programs that go through many positions.
func (r *Ruleset) OnBoard(b Board, side rules.Color) (p Position, ok bool) {
	p = Position{board: b, rules: r, full: 1, side: side}
	return p, !p.forbiddenCheck() && !p.escapedCheck()
}
