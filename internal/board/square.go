package board

import "github.com/heterodox-chess/heterodox/bitboard"

// Square and Bitboard are the types of package bitboard.
type (
	Square   = bitboard.Square
	Bitboard = bitboard.Bitboard
)

// NoSquare is not a square of the board.
const NoSquare = bitboard.NoSquare
