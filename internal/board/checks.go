package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// CheckInfo says which moves of a side may give check, so that most moves need not be
// tested against the enemy king.
type CheckInfo struct {
	Squares  [rules.NumRoles]Bitboard // squares from which a piece of the role attacks the king
	Blockers Bitboard                 // own pieces that alone block an own slider from the king
	special  Move                     // moves with one of these flags may always give check
}

// CheckInfo returns the information for the enemy's royal king, if there is one.
func (b *Board) CheckInfo(us uint, r *Masks) (a CheckInfo) {
	royal := b.Kings & b.Colors[us&1^1] & r.Royal
	if royal == 0 {
		return a
	}
	king, stops := royal.First(), b.Occupied()|r.Holes
	a.Blockers = b.Blockers(us, king, stops) & b.Colors[us&1]
	a.Squares[rules.Pawn] = bitboard.Pawn(us^1, king)
	a.Squares[rules.Knight] = bitboard.Knight(king)
	a.Squares[rules.Bishop] = bitboard.Bishop(king, stops)
	a.Squares[rules.Rook] = bitboard.Rook(king, stops)
	a.Squares[rules.Queen] = a.Squares[rules.Bishop] | a.Squares[rules.Rook]
	a.Squares[rules.Amazon] = a.Squares[rules.Queen] | a.Squares[rules.Knight]
	a.special = flagsSpecial | 7<<PromoShift
	a.special |= r.Special
	if r.Explode {
		a.Squares[rules.King] = Everywhere // it may have stood next to the enemy king
	}
	return a
}

// MayCheck reports whether a move may give check; if it returns false, the move gives none.
func (a *CheckInfo) MayCheck(m Move) bool {
	return a.Squares[m.Role()]&m.To().Bitboard()|a.Blockers&m.From().Bitboard() != 0 || m&a.special != 0
}

// Blockers returns the pieces of either side that alone block a slider of side us
// from a king of the other side.
func (b *Board) Blockers(us uint, king Square, stops Bitboard) (blockers Bitboard) {
	own := b.Colors[us&1]
	aiming := (bitboard.Diagonals(king)&b.Diagonals | bitboard.Straights(king)&b.Straights) & own
	for ; aiming != 0; aiming = aiming.Next() {
		if between := bitboard.Between(king, aiming.First()) & stops; !between.Several() {
			blockers |= between
		}
	}
	return blockers & b.Occupied()
}

// linesTo returns the sliders of side us in line with a square, and the pieces in between:
// an exploding capture that is not next to any of them opens no line to the square.
func (b *Board) linesTo(us uint, s Square, stops Bitboard) (lines Bitboard) {
	aiming := (bitboard.Diagonals(s)&b.Diagonals | bitboard.Straights(s)&b.Straights) & b.Colors[us&1]
	for ; aiming != 0; aiming = aiming.Next() {
		lines |= bitboard.Between(s, aiming.First())&stops | aiming&-aiming
	}
	return lines
}
