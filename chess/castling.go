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

// castlingWays tells what castling takes, by the files of king and rook, as
// sets of files.
var castlingWays = func() (ways [8][8]struct {
	path  uint8 // the king's way, with both ends: none of it may be attacked
	empty uint8 // what must be empty for king and rook to pass
}) {
	for king := bitboard.A1; king <= bitboard.H1; king++ {
		for rook := bitboard.A1; rook <= bitboard.H1; rook++ {
			kingTo, rookTo := castlingDestinations(king, rook)
			path := bitboard.Between(king, kingTo) | kingTo.Bitboard() | king.Bitboard()
			way := path | bitboard.Between(rook, rookTo) | rookTo.Bitboard()
			ways[king][rook].path = uint8(path)
			ways[king][rook].empty = uint8(way &^ (king.Bitboard() | rook.Bitboard()))
		}
	}
	return ways
}()

// castlingPath returns the squares from the king's to its destination, both
// included, or nothing if a piece or a hole is in the way of king or rook.
func castlingPath(king, rook Square, stops Bitboard) Bitboard {
	way, rank := &castlingWays[king&7][rook&7], king&56
	if uint8(stops>>rank)&way.empty != 0 {
		return 0
	}
	return Bitboard(way.path) << rank
}

// rookMayLeave reports whether castling leads the king out of the reach of a
// slider behind the rook, which only Chess960 positions know. The king's path
// is one that castlingPath gave.
func rookMayLeave(b *board, us uint, king, rook Square) bool {
	threats := b.straights & b.colors[us&1^1] & backRank(us)
	if threats == 0 {
		return true
	}
	kingTo, rookTo := castlingDestinations(king, rook)
	after := b.occupied()&^(king.Bitboard()|rook.Bitboard()) | kingTo.Bitboard() | rookTo.Bitboard()
	return bitboard.Rook(kingTo, after)&threats == 0
}

// countCastlings counts the castlings of a royal king with the first and the
// second of its rooks, in the order of the squares, whose paths are given: they
// must be among the squares known to be safe.
func countCastlings(b *board, us uint, king Square, path, secondPath, safe Bitboard) (total int) {
	rooks := b.rights & b.colors[us&1] & b.straights & backRank(us)
	if path != 0 && path&^safe == 0 && rookMayLeave(b, us, king, rooks.First()) {
		total++
	}
	if secondPath != 0 && secondPath&^safe == 0 && rookMayLeave(b, us, king, rooks.Next().First()) {
		total++
	}
	return total
}
