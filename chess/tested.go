package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// Where captures explode or are compulsory, or checks may not be given, pins and
// checks do not tell which moves are legal. There each move that would be legal
// without a royal king is played and looked at.

// appendTested appends the legal moves of a game whose moves are tested, drops
// among them.
func (p *Position) appendTested(buf []Move) []Move {
	r, us, n := p.rules, uint(p.side), len(buf)
	free := *p
	free.rules = r.common
	captures := false
	for _, m := range free.generateByPins(buf)[n:] {
		if captures && !m.IsCapture() || !p.lawful(m, us, r) {
			continue
		}
		if r.compulsory && m.IsCapture() && !captures {
			captures, buf = true, buf[:n]
		}
		buf = append(buf, m)
	}
	return buf
}

// lawful reports whether a move, legal were it not for kings, is so for them.
func (b *board) lawful(m Move, us uint, r *Ruleset) bool {
	if r.royal == 0 {
		return true
	}
	us &= 1
	own, enemy := b.kings&b.colors[us], b.kings&b.colors[us^1]
	if enemy&m.To().Bitboard() != 0 || m.IsCastling() && !b.safeCastling(m, us, r) {
		return false
	}
	next := *b
	next.play(m, us, r)
	switch {
	case own != 0 && next.kings&next.colors[us] == 0 && !m.IsVanishing():
		return false // it has exploded
	case enemy != 0 && next.kings&next.colors[us^1] == 0:
		return true
	}
	return next.checkers(us, r) == 0 && !(r.noChecks && next.checkers(us^1, r) != 0)
}

// safeCastling reports whether no square that the king passes is attacked.
func (b *board) safeCastling(m Move, us uint, r *Ruleset) bool {
	stops := b.occupied()&^m.From().Bitboard() | r.holes
	path := castlingPath(m.From(), m.To(), b.occupied()|r.holes)
	for ; path != 0; path = path.Next() {
		sq := path.First()
		if r.explode && bitboard.King(sq)&b.kings&b.colors[us&1^1] != 0 {
			continue // who takes it there would explode
		}
		if b.attackers(sq, us^1, stops, r) != 0 {
			return false
		}
	}
	return true
}

// appendEnPassantOf appends a capture en passant of a game whose moves are tested,
// once for each square on which the captured pawn may be put.
func (b *board) appendEnPassantOf(buf []Move, m Move, us uint, r *Ruleset) []Move {
	if !r.relocate {
		return append(buf, m)
	}
	return appendRelocated(buf, m|flagRelocate, b.relocations(us, NoSquare, m.From(), m.To(), m.CapturedSquare(), r.common))
}

// appendPocketDrops appends the legal drops of a game in which what is captured
// comes into hand, as far as they are not tested.
func (p *Position) appendPocketDrops(buf []Move) []Move {
	free := p.freeForDrops(uint(p.side), p.rules)
	for h := p.hands[p.side]; h != 0 && free != 0; h = h.without(h.lowest()) {
		role := h.lowest()
		squares := free
		if role == Pawn {
			squares &^= backRanks
		}
		for ; squares != 0; squares = squares.Next() {
			to := squares.First()
			buf = append(buf, newMove(role, to, to)|flagDrop)
		}
	}
	return buf
}

// countPocketDrops counts what appendPocketDrops appends for a side with a hand.
func (b *board) countPocketDrops(h hand, us uint, r *Ruleset) (total int) {
	free := b.freeForDrops(us, r)
	every, inner := popcount(free), popcount(free&^backRanks)
	for ; h != 0; h = h.without(h.lowest()) {
		if h.lowest() == Pawn {
			total += inner
		} else {
			total += every
		}
	}
	return total
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
