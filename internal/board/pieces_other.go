//go:build !amd64 || purego

package board

// vectors says that there is no writePieces here.
const vectors = false

func writePieces(*Move, int, *Board, Bitboard, Bitboard, Bitboard, Bitboard) int {
	panic("board: no vectors")
}
