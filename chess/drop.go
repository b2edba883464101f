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

// dropsAreStill reports whether a side is placing pieces, and mostly what one drops
// means something to the other only by what it attacks of the other's first rank.
func (p *Position) dropsAreStill() bool {
	r, us := p.rules, uint(p.side)
	if !r.placement || p.hands[us] == 0 || p.kings&p.colors[us&1^1]&^backRank(us^1) != 0 || r.kingGoals&backRanks != 0 {
		return false
	}
	if p.left <= 1 {
		return p.hands[us^1] != 0
	}
	// It drops again: no drop may hide what attacks where it drops.
	return p.hands[us].size() > 1 && p.colors[us&1^1]&backRank(us) == 0 && p.checkers(us, r) == 0
}

// answersToDrops counts the answers to drops, where dropsAreStill: those to one drop
// stand for those to all that are like it.
func (w *walker) answersToDrops(p *Position) (total uint64) {
	if p.decided() {
		return 0
	}
	r, us, stops := w.rules, uint(p.side), p.occupied()|w.rules.holes
	again := p.left > 1
	var safe [rules.NumRoles]Bitboard // for what is dropped next, if it is the same side
	for h := p.hands[us]; again && h != 0; h = h.without(h.lowest()) {
		safe[h.lowest()] = p.safeDrops(h.lowest())
	}
	next := &w.nexts[2]
	answers, known := uint64(0), false // to a drop that attacks nothing of the other's first rank
	for h := p.hands[us]; h != 0; h = h.without(h.lowest()) {
		role := h.lowest()
		for set := p.dropSquares(role); set != 0; {
			to, like := set.First(), set&-set
			still := !again && attacksOf(role, us, to, stops)&backRank(us^1) == 0 && !(r.noChecks && role == rules.King)
			n := answers
			if !still || !known {
				*next = *p
				next.step(newMove(role, to, to) | flagDrop)
				n = uint64(next.CountMoves())
			}
			if still {
				answers, known = n, true
			} else if again {
				like = set & p.likeDrops(role, to, &safe)
			}
			total += n * uint64(popcount(like))
			set &^= like
		}
	}
	return total
}

// likeDrops returns squares for a role that are like one of them to the side that drops
// it, if it drops again: what is safe there for the others, and whether it gives check.
func (p *Position) likeDrops(role rules.Role, to Square, safe *[rules.NumRoles]Bitboard) Bitboard {
	us, like := uint(p.side), ^Bitboard(0)
	narrow := func(squares Bitboard) {
		if squares.Has(to) {
			like &= squares
		} else {
			like &^= squares
		}
	}
	for _, squares := range safe {
		narrow(squares)
	}
	if p.rules.oppositeBishops {
		narrow(bitboard.DarkSquares)
	}
	if king := p.kings & p.colors[us^1]; king != 0 {
		narrow(attacksOf(role, us^1, king.First(), p.occupied()|p.rules.holes))
	}
	return like
}
