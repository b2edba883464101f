package general

// A legality is what a node has to know to find the legal moves of a side with one
// royal king: where its pieces must go in check, which of them are pinned, and
// which moves can only be judged by trying them.
type legality[S set] struct {
	king   int // -1: the side has no royal king, all moves are legal
	mask   S   // where pieces other than the king may go
	pinned S
	npins  int // of the board's pins
	// Because of hoppers, moves from these origins, whatever mask says, or to these
	// squares are tried; or all moves.
	tryFrom S
	tryTo   S
	tryAll  bool
	checks  int
}

// A pin says where a pinned piece may go.
type pin[S set] struct {
	sq   int
	mask S
}

// maxGroups is the number of ways of attacking whose pieces a node remembers;
// compile refuses games with more.
const maxGroups = 24

// look fills in what the attackers of a king mean for its side.
func (b *board[S]) look(l *legality[S], us int) {
	l.king = -1
	for i := range len(l.mask) {
		l.mask[i] = ^uint64(0)
	}
	if b.r.royal < 0 {
		return
	}
	var kings S
	for i := range len(kings) {
		kings[i] = b.types[b.r.royal&63][i] & b.colors[us&1][i]
	}
	if l.king = first(kings); l.king < 0 {
		return
	}
	enemy := &b.colors[(us^1)&1]
	groups := b.r.groups[(us^1)&1]
	b.gathered = 0
	for i := range groups {
		g := &groups[i]
		if g.bounds && !has(&g.region, l.king) || g.leap != nil && !meets(&g.leap[l.king], enemy) ||
			g.open != nil && !meets(&g.open[l.king], enemy) {
			continue
		}
		m := &b.movers[i%maxGroups]
		b.gather(m, g, enemy)
		b.gathered |= 1 << (i & 31)
		b.lookAt(l, g, m, us)
	}
	if g := b.facing(); g != nil {
		var m S
		b.gather(&m, g, enemy)
		b.lookAt(l, g, &m, us)
	}
}

// gatherRest finds the attackers of those groups that look has skipped.
func (b *board[S]) gatherRest(us int) {
	groups := b.r.groups[(us^1)&1]
	for i := range groups {
		if b.gathered>>(i&31)&1 == 0 {
			b.gather(&b.movers[i%maxGroups], &groups[i], &b.colors[(us^1)&1])
		}
	}
}

// kingSafe reports whether the king would be safe on a square: the movers are those that
// look and gatherRest have found, and occ is without the king. What stands on the square
// itself does not attack it.
func (b *board[S]) kingSafe(sq, us int, occ *S) bool {
	groups := b.r.groups[(us^1)&1]
	for i := range groups {
		g := &groups[i]
		m := &b.movers[i%maxGroups]
		switch {
		case g.bounds && !has(&g.region, sq):
		case g.leap != nil:
			if meets(&g.leap[sq], m) {
				return false
			}
		case g.open != nil && !meets(&g.open[sq], m):
		default:
			var found S
			if b.addAttackers(&found, g, sq, occ, m); !isEmpty(&found) {
				return false
			}
		}
	}
	return b.r.facing == nil || !b.faces(sq, us^1, occ, &b.colors[(us^1)&1])
}

// lookAt does what look does for the attackers of one group.
func (b *board[S]) lookAt(l *legality[S], g *group[S], movers *S, us int) {
	switch {
	case g.leap != nil:
		if !meets(&g.leap[l.king], movers) {
			return
		}
		for x := intersect(g.leap[l.king], *movers); !isEmpty(&x); {
			l.check(only[S](next(&x)))
		}
	case g.per > 0:
		if !meets(&g.open[l.king], movers) {
			return
		}
		for x := intersect(g.open[l.king], *movers); !isEmpty(&x); {
			sq := next(&x)
			b.lookAlong(l, g.passed[l.king*b.r.n+sq], sq, us)
		}
	case g.lame != nil:
		for i := range g.lame[l.king] {
			if leap := &g.lame[l.king][i]; has(movers, leap.to) {
				b.lookAlong(l, leap.path, leap.to, us)
			}
		}
	default:
		for i := range g.hops {
			b.lookOver(l, g, &g.hops[i], movers, us)
		}
	}
}

// lookAlong judges an attacker that needs some squares to be empty.
func (b *board[S]) lookAlong(l *legality[S], path S, sq, us int) {
	between := intersect(path, b.occ)
	switch popcount(between) {
	case 0:
		add(&path, sq)
		l.check(path)
	case 1:
		if meets(&between, &b.colors[us&1]) {
			add(&path, sq)
			b.pin(l, first(between), path)
		}
	}
}

// lookOver judges the hoppers of one direction: with one piece between they give
// check; with none, a piece that comes between would let them; with two, one that
// leaves.
func (b *board[S]) lookOver(l *legality[S], g *group[S], h *hop[S], movers *S, us int) {
	if !meets(&h.ray[l.king], movers) {
		return
	}
	far := !h.beyond && h.reach == nil
	for x := intersect(h.ray[l.king], *movers); !isEmpty(&x); {
		sq := next(&x)
		path := g.passed[l.king*b.r.n+sq]
		between := intersect(path, b.occ)
		switch n := popcount(between); {
		case n > 2:
		case g.cannon:
			b.lookOverOthers(l, path, between)
		case far:
			b.lookFarOver(l, path, between, sq, us)
		case n == 0:
			l.tryTo = union(l.tryTo, path)
		case n == 1:
			l.tryAll = true
			if h.source(l.king, &b.occ) == sq {
				l.checks++
			}
		default:
			l.tryFrom = union(l.tryFrom, between)
		}
	}
}

// lookFarOver judges a hopper that captures at any distance: with nothing between,
// nothing may come between; with one piece between, the check is answered by
// capturing the hopper, by a second piece between, or by moving the first one away,
// which is tried; with two pieces between, they may not become one.
func (b *board[S]) lookFarOver(l *legality[S], path, between S, sq, us int) {
	free := subtract(path, between)
	own := intersect(between, b.colors[us&1])
	switch popcount(between) {
	case 0:
		l.mask = subtract(l.mask, path)
	case 1:
		add(&free, sq)
		l.check(free)
		l.tryFrom = union(l.tryFrom, own)
	case 2:
		add(&free, sq)
		for !isEmpty(&own) {
			from := next(&own)
			stays := free
			add(&stays, from)
			b.pin(l, from, stays)
		}
	}
}

// check notes a check that can be answered on some squares.
func (l *legality[S]) check(answers S) {
	l.checks++
	l.mask = intersect(l.mask, answers)
}

// pin notes that a piece must stay on some squares.
func (b *board[S]) pin(l *legality[S], sq int, mask S) {
	if has(&l.pinned, sq) {
		for i := range l.npins {
			if b.pins[i].sq == sq {
				b.pins[i].mask = intersect(b.pins[i].mask, mask)
			}
		}
		return
	}
	if l.npins == len(b.pins) {
		l.tryAll = true
		return
	}
	add(&l.pinned, sq)
	b.pins[l.npins] = pin[S]{sq, mask}
	l.npins++
}

// pinMask returns where a pinned piece may go.
func (g *generator[S]) pinMask(sq int) (mask S) {
	for i := range g.npins {
		if g.pins[i].sq == sq {
			return g.pins[i].mask
		}
	}
	return mask
}

// safe reports whether a side's royal king is safe once the piece on one square
// has gone to another and captured on a third (-1: nothing; an origin of -1 is a
// drop).
func (b *board[S]) safe(us, from, to, captured, king int) bool {
	if b.r.cannon >= 0 {
		return b.safeAmongCannons(us, from, to, captured, king)
	}
	return b.safeNow(us, from, to, captured, king)
}

// safeNow is safe where the sets of pieces already show where cannons of janggi will
// be.
func (b *board[S]) safeNow(us, from, to, captured, king int) bool {
	occ, enemy := b.occ, b.colors[(us^1)&1]
	if from >= 0 {
		remove(&occ, from)
	}
	if captured >= 0 {
		remove(&occ, captured)
		remove(&enemy, captured)
	}
	add(&occ, to)
	if king == from {
		king = to
	}
	return !b.attacked(king, us^1, &occ, &enemy) && !b.faces(king, us^1, &occ, &enemy)
}
