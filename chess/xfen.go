package chess

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// The letters of a FEN's castling field, as in X-FEN: K and Q (k and q) name the outermost rook on
// either side of the king, a file letter names the rook on that file. Shredder-FEN, which uses
// file letters only, can be read too. The letter of a file with a king instead of a rook names the
// king that castles with the rooks given after it; this occurs only in games with several kings.

// namedKing returns the king, one of several on the rank, that a castling letter names, or
// NoSquare for other letters.
func namedKing(s *rules.Setup, letter byte) Square {
	c, file := colorOfLetter(letter), letter|0x20
	if file < 'a' || file > 'h' {
		return NoSquare
	}
	king, first := rules.NewPiece(c, rules.King), Square(56*c)
	sq, rank := first+Square(file-'a'), s.Board[first:first+8]
	if i := slices.Index(rank, king); s.Board[sq] != king || !slices.Contains(rank[i+1:], king) {
		return NoSquare
	}
	return sq
}

// colorOfLetter returns the side of a letter in a FEN.
func colorOfLetter(letter byte) rules.Color {
	if letter >= 'a' && letter <= 'z' {
		return rules.Black
	}
	return rules.White
}

// castlingRook returns the king and the rook that a castling letter names, or the
// reason why it names none.
func castlingRook(s *rules.Setup, letter byte) (king, rook Square, reason string) {
	c, board := colorOfLetter(letter), &s.Board
	if c == rules.Black {
		letter &^= 0x20
	}
	first := Square(56 * c)
	king = castlingKing(s, c)
	switch {
	case letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H'):
		return king, NoSquare, "not a castling letter"
	case !king.Valid():
		return king, NoSquare, fmt.Sprintf("%s has no king to castle with", c.Title())
	case letter == 'K':
		rook = outermostRook(board, c, king, first+7)
	case letter == 'Q':
		rook = outermostRook(board, c, king, first)
	default:
		rook = first + Square(letter-'A')
		if board[rook] != rules.NewPiece(c, rules.Rook) {
			return king, NoSquare, fmt.Sprintf("no %s rook on %v", c, rook)
		}
	}
	if !rook.Valid() {
		return king, NoSquare, fmt.Sprintf("no %s rook on that side of the king", c)
	}
	return king, rook, ""
}

// outermostRook returns a side's rook nearest to the corner, between the corner and
// the king, or NoSquare if there is none.
func outermostRook(board *[64]rules.Piece, c rules.Color, king, corner Square) Square {
	step := 1
	if corner > king {
		step = -1
	}
	for s := int(corner); s != int(king) && s&7 != int(king)&7; s += step {
		if board[s] == rules.NewPiece(c, rules.Rook) {
			return Square(s)
		}
	}
	return NoSquare
}

// castlingWing returns the squares of the king's rank on the rook's side of the king.
func castlingWing(king, rook Square) Bitboard {
	rank, left := bitboard.Rank1<<(king&56), king.Bitboard()-1
	if rook < king {
		return rank & left
	}
	return rank &^ left &^ king.Bitboard()
}

// appendCastling writes the castling field of a setup.
func appendCastling(dst []byte, s *rules.Setup) []byte {
	start := len(dst)
	for c := rules.White; c <= rules.Black; c++ {
		king, first := castlingKing(s, c), Square(56*c)
		if king.Valid() && s.Castling.Has(king) {
			dst = append(dst, 'A'+byte(king&7)|byte(c)<<5)
		}
		for rook := first + 7; rook <= first+7 && rook >= first; rook-- {
			if !s.Castling.Has(rook) || rook == king {
				continue
			}
			letter := 'A' + byte(rook&7)
			switch {
			case !king.Valid():
			case rook == outermostRook(&s.Board, c, king, first+7):
				letter = 'K'
			case rook == outermostRook(&s.Board, c, king, first):
				letter = 'Q'
			}
			dst = append(dst, letter|byte(c)<<5)
		}
	}
	if len(dst) == start {
		return append(dst, '-')
	}
	return dst
}
