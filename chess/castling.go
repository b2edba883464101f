package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// castlingDestinations returns where king and rook stand after castling: on
// the g and f files if the rook is to the right of the king, else on c and d.
func castlingDestinations(king, rook Square) (kingTo, rookTo Square) {
	rank := king &^ 7
	if rook > king {
		return rank | 6, rank | 5
	}
	return rank | 2, rank | 3
}

// A castling is what castling with one rook takes, as sets of files.
type castling struct {
	rook  uint8
	empty uint8 // what must be empty for king and rook to pass
	path  uint8 // what must not be attacked, besides the king's square: its way and its destination
}

// castlings are the ways to castle to the left and to the right of the king, by
// its file and the files of all that have castling rights, itself included.
// Where there is no such way all sets are empty.
var castlings = func() (ways [8][256][2]castling) {
	for king := bitboard.A1; king <= bitboard.H1; king++ {
		for rights := range ways[king] {
			if !Bitboard(rights).Has(king) {
				continue
			}
			for _, rook := range (Bitboard(rights) &^ king.Bitboard()).Squares() {
				kingTo, rookTo := castlingDestinations(king, rook)
				path := bitboard.Between(king, kingTo) | kingTo.Bitboard()
				way := path | bitboard.Between(rook, rookTo) | rookTo.Bitboard()
				side := 0
				if rook > king {
					side = 1
				}
				ways[king][rights][side] = castling{
					rook:  uint8(rook.Bitboard()),
					empty: uint8(way &^ (king.Bitboard() | rook.Bitboard())),
					path:  uint8(path &^ king.Bitboard()),
				}
			}
		}
	}
	return ways
}()

// rooksThatMayLeave returns those of the rooks after castling with which the king of
// side us is out of the reach of the enemy's sliders on its rank, of which one may
// stand behind the rook: only Chess960 positions know that.
func (b *board) rooksThatMayLeave(us uint, king Square, rooks Bitboard) (may Bitboard) {
	sliders := b.straights & b.colors[us&1^1] & backRank(us)
	for ; rooks != 0; rooks = rooks.Next() {
		rook := rooks.First()
		kingTo, rookTo := castlingDestinations(king, rook)
		after := b.occupied()&^(king.Bitboard()|rook.Bitboard()) | kingTo.Bitboard() | rookTo.Bitboard()
		if bitboard.Rook(kingTo, after)&sliders == 0 {
			may |= rook.Bitboard()
		}
	}
	return may
}

// castlingPath returns the squares from the king's to its destination, both
// included, or nothing if a piece or a hole is in the way of king or rook.
func castlingPath(king, rook Square, stops Bitboard) Bitboard {
	rank := king &^ 7
	rights := king.Bitboard() | rook.Bitboard()
	for _, way := range castlings[king&7][uint8(rights>>rank)] {
		if way.rook != 0 && uint8(stops>>rank)&way.empty == 0 {
			return Bitboard(way.path)<<rank | king.Bitboard()
		}
	}
	return 0
}
