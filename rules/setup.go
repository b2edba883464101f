package rules

import "github.com/heterodox-chess/heterodox/bitboard"

// A Setup is the content of a FEN: a position that may be invalid. It is plain data
// that may be filled in by hand; a rules machine validates it. Setups are
// comparable.
type Setup struct {
	Board [64]Piece // indexed by bitboard.Square
	// Hands counts the pieces in hand by colour and role.
	Hands [2][NumRoles]uint8
	// Promoted are the pieces that were pawns, where captured pieces go to the
	// hand.
	Promoted bitboard.Bitboard
	Side     Color // to move
	// Castling is the set of rooks that may still castle. If a side has several
	// kings, and the one that castles is neither on e1 (e8) nor the only one on its
	// first rank, its square is a member, too.
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
	// Zeroing says that an earlier move of this turn was a capture, pawn move, drop
	// or vanishing, so that the turn will not count for the halfmove clock. A FEN
	// does not record it; it is read as false.
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
