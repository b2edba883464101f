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

// rookMayLeave reports whether castling leaves the king out of the reach of the
// enemy's sliders on its rank, of which one may stand behind the rook: only
// Chess960 positions know that.
func rookMayLeave(king, rook Square, occupied, sliders Bitboard) bool {
	kingTo, rookTo := castlingDestinations(king, rook)
	after := occupied&^(king.Bitboard()|rook.Bitboard()) | kingTo.Bitboard() | rookTo.Bitboard()
	return bitboard.Rook(kingTo, after)&sliders == 0
}
