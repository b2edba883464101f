package rules

import "fmt"

// A FENError says what is wrong with a FEN, or with a Setup.
type FENError struct {
	// Field names what is wrong: "board", "hand", "side to move", "castling",
	// "en passant", "checks", "halfmove clock", "fullmove number" or "turn";
	// "length" for a text that is too long or has too many fields.
	Field string
	// Offset is the byte offset of the error in the text; -1 for a Setup that was
	// not read from a text.
	Offset int
	// Reason says what is wrong, in one line.
	Reason string
}

// Error returns all three in one line: "FEN board, offset 3: pawn on d8", or
// "setup board: pawn on d8".
func (e *FENError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("setup %s: %s", e.Field, e.Reason)
	}
	return fmt.Sprintf("FEN %s, offset %d: %s", e.Field, e.Offset, e.Reason)
}

// A MoveError says why a text is not a legal move of a position. Its message is
// one line, however long and odd the text.
type MoveError struct {
	Text string // as it was given
	// Offset is the byte at which the text goes wrong; -1 if it is well-formed
	// but does not name a legal move.
	Offset int
	Reason string
}

// Error returns the text, cut if it is long, and what is wrong with it:
//
//	malformed move "e2e9", offset 3: expected a rank (1 to 8)
//	illegal move "e2e5": the pawn on e2 cannot reach e5
func (e *MoveError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("illegal move %.40q: %s", e.Text, e.Reason)
	}
	return fmt.Sprintf("malformed move %.40q, offset %d: %s", e.Text, e.Offset, e.Reason)
}
