package board

import "github.com/heterodox-chess/heterodox/bitboard"

// CastlingDestinations returns the squares of king and rook after castling: on the g-
// and f-files if the rook is to the right of the king, else on the c- and d-files.
func CastlingDestinations(king, rook Square) (kingTo, rookTo Square) {
	rank := king &^ 7
	if rook > king {
		return rank | 6, rank | 5
	}
	return rank | 2, rank | 3
}

// A Castling holds the requirements of castling with one rook, as sets of files.
type Castling struct {
	Rook  uint8
	Empty uint8 // must be empty for king and rook to pass
	Path  uint8 // must not be attacked, besides the king's square: its way and its destination
}

// Castlings are the ways to castle to the left and to the right of the king, by the
// king's file and the files of all pieces with castling rights, itself included. If a
// way does not exist, its sets are empty.
var Castlings = func() (ways [8][256][2]Castling) {
	for king := bitboard.A1; king <= bitboard.H1; king++ {
		for rights := range ways[king] {
			if !Bitboard(rights).Has(king) {
				continue
			}
			for _, rook := range (Bitboard(rights) &^ king.Bitboard()).Squares() {
				kingTo, rookTo := CastlingDestinations(king, rook)
				path := bitboard.Between(king, kingTo) | kingTo.Bitboard()
				way := path | bitboard.Between(rook, rookTo) | rookTo.Bitboard()
				side := 0
				if rook > king {
					side = 1
				}
				ways[king][rights][side] = Castling{
					Rook:  uint8(rook.Bitboard()),
					Empty: uint8(way &^ (king.Bitboard() | rook.Bitboard())),
					Path:  uint8(path &^ king.Bitboard()),
				}
			}
		}
	}
	return ways
}()

// RooksThatMayLeave returns those rooks after castling with which the king of side us
// is not attacked by enemy sliders on its rank. Such a slider may stand behind the
// rook, which happens only in Chess960 positions.
func (b *Board) RooksThatMayLeave(us uint, king Square, rooks Bitboard) (may Bitboard) {
	sliders := b.Straights & b.Colors[us&1^1] & BackRank(us)
	for ; rooks != 0; rooks = rooks.Next() {
		rook := rooks.First()
		kingTo, rookTo := CastlingDestinations(king, rook)
		after := b.Occupied()&^(king.Bitboard()|rook.Bitboard()) | kingTo.Bitboard() | rookTo.Bitboard()
		if bitboard.Rook(kingTo, after)&sliders == 0 {
			may |= rook.Bitboard()
		}
	}
	return may
}

// castlingPath returns the squares from the king's to its destination, both included,
// or nothing if a piece or a hole is in the way of king or rook.
func castlingPath(king, rook Square, stops Bitboard) Bitboard {
	rank := king &^ 7
	rights := king.Bitboard() | rook.Bitboard()
	for _, way := range Castlings[king&7][uint8(rights>>rank)] {
		if way.Rook != 0 && uint8(stops>>rank)&way.Empty == 0 {
			return Bitboard(way.Path)<<rank | king.Bitboard()
		}
	}
	return 0
}

// OrthodoxRights returns the king on e1 (e8) and the rooks on the a- and h-files of
// that rank, or nothing if the king or both rooks are missing.
func (b *Board) OrthodoxRights(side uint) Bitboard {
	own := b.Colors[side&1] & BackRank(side)
	king := b.Kings & own & bitboard.FileE
	rooks := b.Straights &^ b.Diagonals & own & (bitboard.FileA | bitboard.FileH)
	if king == 0 || rooks == 0 {
		return 0
	}
	return king | rooks
}
