package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Drops in games where what is captured comes into hand.

// appendPocketDrops appends the legal drops of a game in which what is captured
// comes into hand.
func (p *Position) appendPocketDrops(buf []Move) []Move {
	free := p.freeForDrops(uint(p.side), p.rules)
	for h := p.hands[p.side]; h != 0 && free != 0; h = h.without(h.lowest()) {
		role := h.lowest()
		for squares := p.dropsOf(role, free, uint(p.side), p.rules); squares != 0; squares = squares.Next() {
			to := squares.First()
			buf = append(buf, newMove(role, to, to)|flagDrop)
		}
	}
	return buf
}

// countPocketDrops counts the drops of a side with a hand.
func (b *board) countPocketDrops(h hand, us uint, r *Ruleset) (total int) {
	if b.mustTake(us, r) {
		return 0
	}
	free := b.freeForDrops(us, r)
	for ; h != 0; h = h.without(h.lowest()) {
		total += popcount(b.dropsOf(h.lowest(), free, us, r))
	}
	return total
}

// dropsOf returns the squares for a role of those that are free for drops.
func (b *board) dropsOf(role rules.Role, free Bitboard, us uint, r *Ruleset) Bitboard {
	if role == rules.Pawn {
		free &^= backRanks
	}
	if target := b.kings & b.colors[us&1^1] & r.royal; r.noChecks && target != 0 {
		free &^= attacksOf(role, us^1, target.First(), b.occupied()|r.holes)
	}
	return free
}

// freeForDrops returns the squares on which a drop leaves the royal king
// unattacked, were it not for the pawns' ranks.
func (b *board) freeForDrops(us uint, r *Ruleset) Bitboard {
	free := ^(b.occupied() | r.holes)
	checkers := b.checkers(us, r)
	switch {
	case checkers == 0:
		return free
	case checkers.Several():
		return 0
	}
	return free & bitboard.Between((b.kings&b.colors[us&1]).First(), checkers.First())
}
