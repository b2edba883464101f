package chess

import (
	"strconv"

	"github.com/heterodox-chess/heterodox/rules"
)

// handOrder is the order in which a FEN lists the pieces in hand.
var handOrder = [...]rules.Role{rules.King, rules.Queen, rules.Amazon, rules.Rook, rules.Bishop, rules.Knight, rules.Pawn}

// FEN returns the position in FEN: castling as in X-FEN, the en-passant square
// only if a pawn stands ready to use it, pieces in hand in brackets after the
// board, and in fibonacci the turn and the moves left as a seventh field. A FEN
// leaves out two things: the repetitions so far, and whether a Fibonacci turn
// has already had a capture or pawn move.
func (p *Position) FEN() string {
	var buf [128]byte
	return string(p.AppendFEN(buf[:0]))
}

// AppendFEN appends the FEN to dst and returns the extended slice.
func (p *Position) AppendFEN(dst []byte) []byte {
	s := p.Setup()
	return appendFEN(dst, &s)
}

// FormatSetup returns a setup in FEN, whether or not it makes sense. The turn is
// written if it is not 0.
func FormatSetup(s rules.Setup) string {
	var buf [128]byte
	return string(appendFEN(buf[:0], &s))
}

func appendFEN(dst []byte, s *rules.Setup) []byte {
	dst = appendBoard(dst, s)
	dst = appendHands(dst, s)
	if s.Side == rules.White {
		dst = append(dst, " w "...)
	} else {
		dst = append(dst, " b "...)
	}
	dst = appendCastling(dst, s)
	dst = append(dst, ' ')
	if s.EnPassant.Valid() {
		dst = append(dst, 'a'+byte(s.EnPassant&7), '1'+byte(s.EnPassant>>3))
	} else {
		dst = append(dst, '-')
	}
	dst = append(dst, ' ')
	if s.CheckForm == rules.ChecksLeft {
		dst = append(appendChecks(dst, s), ' ')
	}
	dst = strconv.AppendInt(dst, int64(s.Halfmove), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(s.Fullmove), 10)
	if s.CheckForm == rules.ChecksGiven {
		dst = appendChecks(append(dst, " +"...), s)
	}
	if s.Turn != 0 {
		dst = append(dst, ' ')
		dst = strconv.AppendUint(dst, s.Turn, 10)
		dst = append(dst, ':')
		dst = strconv.AppendUint(dst, s.Left, 10)
	}
	return dst
}

// appendChecks writes the checks of both sides with a plus between them.
func appendChecks(dst []byte, s *rules.Setup) []byte {
	dst = strconv.AppendUint(dst, uint64(s.Checks[0]), 10)
	dst = append(dst, '+')
	return strconv.AppendUint(dst, uint64(s.Checks[1]), 10)
}

// appendBoard writes the board from a8 to h1.
func appendBoard(dst []byte, s *rules.Setup) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file, piece := range s.Board[8*rank : 8*rank+8] {
			if piece == rules.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, piece.Letter())
			if s.Promoted.Has(Square(8*rank + file)) {
				dst = append(dst, '~')
			}
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// appendHands writes the hands of both sides in brackets, or nothing if both are
// empty.
func appendHands(dst []byte, s *rules.Setup) []byte {
	if s.Hands == [2][rules.NumRoles]uint8{} {
		return dst
	}
	dst = append(dst, '[')
	for c := range s.Hands {
		for _, role := range handOrder {
			for range s.Hands[c][role] {
				dst = append(dst, rules.NewPiece(rules.Color(c), role).Letter())
			}
		}
	}
	return append(dst, ']')
}
