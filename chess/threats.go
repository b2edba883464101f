package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// threats looks at the board from the king of side us, on square king:
//
//   - checkers are the enemy pieces that attack it;
//   - pinned are the own, shields the enemy pieces that stand alone between it
//     and an enemy slider, so that the king is attacked once they are gone.
//
// stops are the squares that stop a slider: the occupied ones and the holes.
func (b *board) threats(us uint, king Square, stops, amazons Bitboard) (checkers, pinned, shields Bitboard) {
	enemy := b.colors[us&1^1]
	checkers = (bitboard.Knight(king)&(b.knights|b.diagonals&b.straights&amazons) |
		bitboard.Pawn(us, king)&b.pawns) & enemy
	alone := Bitboard(0)
	for aiming := (bitboard.Diagonals(king)&b.diagonals | bitboard.Straights(king)&b.straights) & enemy; aiming != 0; aiming = aiming.Next() {
		between := bitboard.Between(king, aiming.First()) & stops
		if between == 0 {
			checkers |= aiming & -aiming
		} else if !between.Several() {
			alone |= between
		}
	}
	return checkers, alone & b.colors[us&1], alone & enemy
}

// attacked returns all squares that side them attacks, given what stops a
// slider. To learn where a king may go, leave the king out of stops.
func attacked(b *board, them uint, stops, amazons Bitboard) Bitboard {
	enemy := b.colors[them&1]
	pawns := b.pawns & enemy
	var found Bitboard
	if them&1 == 0 {
		found = captureWest(pawns, 0) | captureEast(pawns, 0)
	} else {
		found = captureWest(pawns, 1) | captureEast(pawns, 1)
	}
	for set := (b.knights | b.diagonals&b.straights&amazons) & enemy; set != 0; set = set.Next() {
		found |= bitboard.Knight(set.First())
	}
	for set := b.diagonals & enemy; set != 0; set = set.Next() {
		found |= bitboard.Bishop(set.First(), stops)
	}
	for set := b.straights & enemy; set != 0; set = set.Next() {
		found |= bitboard.Rook(set.First(), stops)
	}
	for set := b.kings & enemy; set != 0; set = set.Next() {
		found |= bitboard.King(set.First())
	}
	return found
}

// safe returns the members of candidates that side them does not attack.
func safe(b *board, candidates Bitboard, them uint, stops, amazons Bitboard) Bitboard {
	if candidates.Next().Next() != 0 {
		return candidates &^ attacked(b, them, stops, amazons)
	}
	for set := candidates; set != 0; set = set.Next() {
		if b.isAttacked(set.First(), them, stops, amazons) {
			candidates &^= set & -set
		}
	}
	return candidates
}

// isAttacked reports whether side by attacks a square, given what stops a
// slider.
func (b *board) isAttacked(sq Square, by uint, stops, amazons Bitboard) bool {
	enemy := b.colors[by&1]
	return (bitboard.Knight(sq)&(b.knights|b.diagonals&b.straights&amazons)|
		bitboard.King(sq)&b.kings|
		bitboard.Pawn(by^1, sq)&b.pawns|
		bitboard.Bishop(sq, stops)&b.diagonals|
		bitboard.Rook(sq, stops)&b.straights)&enemy != 0
}
