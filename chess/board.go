package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
)

// Square and Bitboard are the types of package bitboard.
type (
	Square   = bitboard.Square
	Bitboard = bitboard.Bitboard
)

// NoSquare is not a square of the board.
const NoSquare = bitboard.NoSquare

// A Move is a single move in 32 bits: From, To, Role, Promotion, CapturedSquare and
// Relocation say what moves where and what becomes of it; IsCapture, IsCastling, IsDrop
// and others say what kind of move it is; String writes it in UCI notation.
//
// Moves are comparable: two moves of one position are the same move if and only if they
// are equal. A Move has a meaning only together with the Position it was generated in.
// The zero value is NoMove.
type Move = board.Move

const (
	// NoMove is not a move; its String is "0000".
	NoMove = board.NoMove
	// NoisyBits is a mask: a Move has one of these bits set if it captures or promotes.
	NoisyBits = board.NoisyBits
	// RelocationBits is the mask of the bits that say where the captured piece is put.
	RelocationBits = board.RelocationBits
	// MaxMoves is a list capacity that is enough for most positions: for all of orthodox
	// chess and for every variant without relocations.
	MaxMoves = board.MaxMoves
)

// Types that counting packages use instead of positions.
type (
	// A Board holds the pieces of a position, the castling rights and the en-passant right.
	Board = board.Board
	// A Hand is the set of pieces a side holds in hand.
	Hand = board.Hand
	// Masks are the rules of a game in the form the move generator uses.
	Masks = board.Masks
)
