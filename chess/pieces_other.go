//go:build !amd64 || purego

package chess

// vectors says that there is a writePieces.
const vectors = false

func writePieces(*Move, int, *board, Bitboard, Bitboard, Bitboard, Bitboard) int {
	panic("chess: no vectors")
}
