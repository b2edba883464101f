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

// safe returns the members of candidates that side them does not attack, given
// what stops a slider. To learn where a king may go, leave the king out of stops.
func safe(b *board, candidates Bitboard, them uint, stops, amazons Bitboard) Bitboard {
	if candidates == 0 {
		return 0
	}
	enemy := b.colors[them&1]
	pawns := b.pawns & enemy
	if them&1 == 0 {
		candidates &^= captureWest(pawns, 0) | captureEast(pawns, 0)
	} else {
		candidates &^= captureWest(pawns, 1) | captureEast(pawns, 1)
	}
	for set := b.kings & enemy; set != 0; set = set.Next() {
		candidates &^= bitboard.King(set.First())
	}
	knights := (b.knights | b.diagonals&b.straights&amazons) & enemy
	diagonals, straights := b.diagonals&enemy, b.straights&enemy
	if candidates.Next().Next() == 0 {
		for set := candidates; set != 0; set = set.Next() {
			sq := set.First()
			if bitboard.Knight(sq)&knights|bitboard.Bishop(sq, stops)&diagonals|bitboard.Rook(sq, stops)&straights != 0 {
				candidates &^= set & -set
			}
		}
		return candidates
	}
	for ; knights != 0; knights = knights.Next() {
		candidates &^= bitboard.Knight(knights.First())
	}
	for ; diagonals != 0; diagonals = diagonals.Next() {
		candidates &^= bitboard.Bishop(diagonals.First(), stops)
	}
	for ; straights != 0; straights = straights.Next() {
		candidates &^= bitboard.Rook(straights.First(), stops)
	}
	return candidates
}
