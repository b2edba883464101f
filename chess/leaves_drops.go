package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// The last two plies while pieces are placed: the answers to drops that are alike are
// counted once.

// dropsInBulk reports whether a side is placing pieces, and mostly what one drops
// means something to the other only by what it attacks of the other's first rank.
func (p *Position) dropsInBulk() bool {
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

// answersToDrops counts the answers to drops, where dropsInBulk: those to one drop
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
			alike := !again && attacksOf(role, us, to, stops)&backRank(us^1) == 0 && !(r.noChecks && role == rules.King)
			n := answers
			if !alike || !known {
				*next = *p
				next.step(newMove(role, to, to) | flagDrop)
				n = uint64(next.CountMoves())
			}
			if alike {
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
