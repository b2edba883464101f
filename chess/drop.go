package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// dropSquares returns where side us, which holds pieces in hand, may drop one of
// a role. Drops are its only moves.
func (p *Position) dropSquares(role rules.Role) Bitboard {
	free := p.safeDrops(role)
	if p.rules.oppositeBishops {
		free &= p.bishopsFit(role, backRank(uint(p.side))&^(p.occupied()|p.rules.holes))
	}
	return free
}

// safeDrops is dropSquares for kings alone, whatever other pieces in hand need.
func (p *Position) safeDrops(role rules.Role) Bitboard {
	r, us := p.rules, uint(p.side)
	stops := p.occupied() | r.holes
	free := backRank(us) &^ stops
	switch {
	case r.royal == 0:
		return free
	case role != rules.King:
		return p.dropsOf(role, free&p.freeForDrops(us, r), us, r)
	}
	touching := Bitboard(0) // who takes the king there would explode
	if r.explode {
		touching = around(p.kings & p.colors[us&1^1])
	}
	for set := free &^ touching; set != 0; set = set.Next() {
		if p.attackers(set.First(), us^1, stops, r) != 0 {
			free ^= set & -set
		}
	}
	return free
}

// bishopsFit returns the squares of either colour on which a drop of role is
// right for the bishops: they go on squares of both colours, and those still in
// hand keep a free square of each colour that they need. Free are the empty
// squares of the first rank.
func (p *Position) bishopsFit(role rules.Role, free Bitboard) (allowed Bitboard) {
	onBoard := p.of(rules.Bishop) & p.colors[p.side]
	inHand := p.hands[p.side].count(rules.Bishop)
	if role == rules.Bishop {
		inHand--
	}
	for _, color := range [2]Bitboard{bitboard.DarkSquares, bitboard.LightSquares} {
		bishops := onBoard
		if role == rules.Bishop {
			if bishops&color != 0 && bishops&^color == 0 {
				continue
			}
			bishops |= color
		}
		if squaresLeft(inHand, bishops, free, color) {
			allowed |= color
		}
	}
	return allowed
}

// squaresLeft reports whether inHand bishops can still be placed beside those
// on the board once a free square of the given colour is taken.
func squaresLeft(inHand int, bishops, free, color Bitboard) bool {
	dark, light := (free & bitboard.DarkSquares).Count(), (free & bitboard.LightSquares).Count()
	if color == bitboard.DarkSquares {
		dark--
	} else {
		light--
	}
	needsDark, needsLight := bishops&bitboard.DarkSquares == 0, bishops&bitboard.LightSquares == 0
	switch {
	case inHand == 0:
		return true
	case needsDark && needsLight && inHand == 1:
		return dark+light > 0
	}
	return (!needsDark || dark > 0) && (!needsLight || light > 0)
}

// countDrops returns the number of legal drops.
func (p *Position) countDrops() (total int) {
	for h := p.hands[p.side]; h != 0; h = h.without(h.lowest()) {
		total += popcount(p.dropSquares(h.lowest()))
	}
	return total
}

// appendDrops appends the legal drops.
func (p *Position) appendDrops(buf []Move) []Move {
	for h := p.hands[p.side]; h != 0; h = h.without(h.lowest()) {
		role := h.lowest()
		for set := p.dropSquares(role); set != 0; set = set.Next() {
			to := set.First()
			buf = append(buf, newMove(role, to, to)|flagDrop)
		}
	}
	return buf
}
