package chess

import "fmt"

// A fault is what is wrong with a setup, and where.
type fault struct {
	field  string
	reason string
	square Square // the offending piece on the board, else NoSquare
	inHand Piece  // the offending piece in hand, else NoPiece
}

// tooManyInHand is the reason for a hand that cannot be held.
func tooManyInHand(role Role) string {
	return fmt.Sprintf("more than %d of one kind (%s) in one hand", maxInHand, role)
}

// locate turns a fault into an error with its offset in the text.
func (t *fenText) locate(f *fault) *FENError {
	return &FENError{f.field, t.offset(f), f.reason}
}

// offset returns where in the text a fault is: at the letter of the piece if
// there is one, else at the field, or at the end if the field is missing.
func (t *fenText) offset(f *fault) int {
	if f.square.Valid() {
		return t.squares[f.square]
	}
	if f.inHand != NoPiece {
		return t.hands[f.inHand.Color()][f.inHand.Role()]
	}
	fields := []string{fieldBoard, fieldSide, fieldCastling, fieldEnPassant, fieldHalfmove, fieldFullmove, fieldTurn}
	for i := range t.count {
		if fields[i] == f.field {
			return t.fields[i].start
		}
	}
	return len(t.text)
}
