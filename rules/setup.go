package rules

import "github.com/heterodox-chess/heterodox/bitboard"

// A Setup is what a FEN says: a position that may be nonsense. It is plain
// data, open to be filled in by hand; a rules machine judges it. Setups are
// comparable.
type Setup struct {
	Board [64]Piece // indexed by bitboard.Square
	// Hands counts the pieces in hand by colour and role.
	Hands [2][NumRoles]uint8
	// Promoted are the pieces that were pawns, where captures go to hand.
	Promoted bitboard.Bitboard
	Side     Color // to move
	// Castling is the set of rooks that may still castle. Where a side has
	// several kings, and it is not the one on e1 (e8) or the only one on its
	// first rank that castles, the king's square is a member, too.
	Castling bitboard.Bitboard
	// EnPassant is the square that a pawn has just skipped, else NoSquare.
	// The zero Setup names a1, which no machine accepts: set it.
	EnPassant bitboard.Square
	Halfmove  int // moves (long turns) since the last capture, pawn move, drop or vanishing
	Fullmove  int // from 1, grows after Black
	// Checks counts checks by side, as CheckForm says.
	Checks    [2]uint8
	CheckForm CheckForm
	// Turn and Left are the number of the turn, from 1, and the moves left in
	// it, where turns are long. Turn 0 stands for the turn that Fullmove and Side imply, with
	// all of its moves left.
	Turn, Left uint64
	// Zeroing says that an earlier move of this turn was a capture,
	// pawn move, drop or vanishing, so that the turn will not count for the
	// halfmove clock. A FEN does not tell; it reads as false.
	Zeroing bool
}

// A CheckForm says what the Checks of a Setup are.
type CheckForm uint8

// The forms. They are those of a FEN: none, "+2+0" and "1+3".
const (
	ChecksUncounted CheckForm = iota
	ChecksGiven               // by White, by Black
	ChecksLeft                // that White, and that Black, needs to win
)
