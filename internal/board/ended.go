package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// GoalRank is the rank where the race of the kings ends.
const GoalRank = bitboard.Rank8

// Decided reports whether the remaining pieces decide the game, if both hands are empty.
func (b *Board) Decided(r *Masks) bool {
	for c, own := range b.Colors {
		if b.Kings&own == 0 && r.KingMayDie[c] {
			return true
		}
		if r.Extinction && b.extinct(own, r.Vital[c], r.ExtinctLeft) {
			return true
		}
		if r.EndsBare[c] && own&^(b.Kings&r.Royal) == 0 {
			return true
		}
	}
	return false
}

// Sets of vital types that extinct asks for.
var (
	kingAlone    = rules.RolesOf(rules.King)
	eitherQueen  = rules.RolesOf(rules.Queen, rules.Amazon)
	allButQueens = rules.RolesOf(rules.Pawn, rules.Knight, rules.Bishop, rules.Rook, rules.King)
)

// extinct reports whether a side with the pieces own has at most left pieces of some vital type.
func (b *Board) extinct(own Bitboard, vital rules.RoleSet, left int) bool {
	if left == 0 && vital == kingAlone {
		return b.Kings&own == 0
	}
	if left > 0 {
		for role := rules.Pawn; role < rules.NumRoles; role++ {
			if vital.Has(role) && Popcount(b.Of(role)&own) <= left {
				return true
			}
		}
		return false
	}
	if vital&^eitherQueen == allButQueens {
		return b.Pawns&own == 0 || b.Knights&own == 0 || b.Diagonals&^b.Straights&own == 0 ||
			b.Straights&^b.Diagonals&own == 0 || b.Diagonals&b.Straights&own == 0 || b.Kings&own == 0
	}
	return vital.Has(rules.Pawn) && b.Pawns&own == 0 ||
		vital.Has(rules.Knight) && b.Knights&own == 0 ||
		vital.Has(rules.Bishop) && b.Diagonals&^b.Straights&own == 0 ||
		vital.Has(rules.Rook) && b.Straights&^b.Diagonals&own == 0 ||
		vital&eitherQueen != 0 && b.Diagonals&b.Straights&own == 0 ||
		vital.Has(rules.King) && b.Kings&own == 0
}
