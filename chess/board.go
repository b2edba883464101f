package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/board"
)

// Square and Bitboard are those of package bitboard.
type (
	Square   = bitboard.Square
	Bitboard = bitboard.Bitboard
)

// NoSquare is not a square of the board.
const NoSquare = bitboard.NoSquare

// A Move is one single move, of 32 bits: From, To, Role, Promotion, CapturedSquare and
// Relocation tell what moves where and what becomes of it, IsCapture, IsCastling, IsDrop
// and others what it is, and String writes it in UCI notation.
//
// Moves are comparable: two moves of one position are the same move if and
// only if they are equal. A Move means something only together with the
// Position it was generated in. The zero value is NoMove.
type Move = board.Move

const (
	// NoMove is not a move; its String is "0000".
	NoMove = board.NoMove
	// NoisyBits are the bits of a Move of which one is set if it captures or promotes.
	NoisyBits = board.NoisyBits
	// RelocationBits are the bits of a Move that say where the captured piece is put.
	RelocationBits = board.RelocationBits
	// MaxMoves is a capacity that the move lists of most positions fit in: all of
	// orthodox chess and of every variant without relocations.
	MaxMoves = board.MaxMoves
)

// What the packages that count work with, instead of positions.
type (
	// A Board is the pieces of a position, with the rights to castle and to take en
	// passant.
	Board = board.Board
	// A Hand is what a side holds in hand.
	Hand = board.Hand
	// Masks are the rules of a game as the generator of moves obeys them.
	Masks = board.Masks
)
