package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Drops in games in which captured pieces come to hand.

// AppendPocketDrops appends the legal drops of a side with a hand.
func (b *Board) AppendPocketDrops(buf []Move, h Hand, us uint, r *Masks) []Move {
	free := b.freeForDrops(us, r)
	for ; h != 0 && free != 0; h = h.Without(h.Lowest()) {
		role := h.Lowest()
		for squares := b.dropsOf(role, free, us, r); squares != 0; squares = squares.Next() {
			to := squares.First()
			buf = append(buf, NewMove(role, to, to)|FlagDrop)
		}
	}
	return buf
}

// CountPocketDrops counts the drops of a side with a hand.
func (b *Board) CountPocketDrops(h Hand, us uint, r *Masks) (total int) {
	if b.MustTake(us, r) {
		return 0
	}
	free := b.freeForDrops(us, r)
	for ; h != 0; h = h.Without(h.Lowest()) {
		total += Popcount(b.dropsOf(h.Lowest(), free, us, r))
	}
	return total
}

// dropsOf returns the squares for a drop of a role, given those that are free for drops.
func (b *Board) dropsOf(role rules.Role, free Bitboard, us uint, r *Masks) Bitboard {
	if role == rules.Pawn {
		free &^= BackRanks
	}
	if target := b.Kings & b.Colors[us&1^1] & r.Royal; r.NoChecks && target != 0 && !(r.Explode && Around(target)&b.Kings&b.Colors[us&1] != 0) {
		free &^= AttacksOf(role, us^1, target.First(), b.Occupied()|r.Holes)
	}
	return free
}

// freeForDrops returns the squares on which a drop leaves the royal king unattacked,
// including squares where pawns cannot be dropped.
func (b *Board) freeForDrops(us uint, r *Masks) Bitboard {
	free := ^(b.Occupied() | r.Holes)
	checkers := b.Checkers(us, r)
	switch {
	case checkers == 0:
		return free
	case checkers.Several():
		return 0
	}
	return free & bitboard.Between((b.Kings&b.Colors[us&1]).First(), checkers.First())
}
