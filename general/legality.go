package general

// A legality is what a node has to know to tell legal moves of a side with one
// royal king from others: where its pieces must go in check, which of them are
// pinned, and which moves only trying can judge.
type legality[S set] struct {
	king   int // -1: the side has no royal king, all moves are legal
	mask   S   // where pieces other than the king may go
	pinned S
	pins   [24]pin[S]
	npins  int
	// Hoppers: moves of these origins, or to these squares, are tried; or all.
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

// look fills in what the attackers of a king mean for its side.
func (b *board[S]) look(l *legality[S], us int) {
	them := us ^ 1
	l.king = -1
	for i := range len(l.mask) {
		l.mask[i] = ^uint64(0)
	}
	if b.r.royal < 0 {
		return
	}
	kings := intersect(b.types[b.r.royal&63], b.colors[us&1])
	if l.king = first(kings); l.king < 0 {
		return
	}
	groups := b.r.groups[them]
	for i := range groups {
		g := &groups[i]
		if g.bounds && !has(&g.region, l.king) {
			continue
		}
		b.lookAt(l, g, us)
	}
	if b.r.facing != nil {
		b.lookAt(l, b.r.facing, us)
	}
}

// lookAt does so for the attackers of one group.
func (b *board[S]) lookAt(l *legality[S], g *group[S], us int) {
	movers := b.movers(g, &b.colors[(us^1)&1])
	switch {
	case g.leap != nil:
		for x := intersect(g.leap[l.king], movers); !isEmpty(x); {
			sq := next(&x)
			l.check(only[S](sq))
		}
	case g.per > 0:
		x := intersect(g.open[l.king], movers)
		for !isEmpty(x) {
			sq := next(&x)
			b.lookAlong(l, g.passed[l.king*b.r.n+sq], sq, us)
		}
	case g.lame != nil:
		for i := range g.lame[l.king] {
			if leap := &g.lame[l.king][i]; has(&movers, leap.to) {
				b.lookAlong(l, leap.path, leap.to, us)
			}
		}
	default:
		for i := range g.hops {
			b.lookOver(l, g, &g.hops[i], &movers, us)
		}
	}
}

// lookAlong judges an attacker that needs some squares empty.
func (b *board[S]) lookAlong(l *legality[S], path S, sq, us int) {
	between := intersect(path, b.occ)
	switch popcount(between) {
	case 0:
		add(&path, sq)
		l.check(path)
	case 1:
		if meets(&between, &b.colors[us&1]) {
			add(&path, sq)
			l.pin(first(between), path)
		}
	}
}

// lookOver judges the hoppers of one direction: with one piece between they give
// check, with none a piece between would let them, with two one that leaves.
func (b *board[S]) lookOver(l *legality[S], g *group[S], h *hop[S], movers *S, us int) {
	for x := intersect(h.ray[l.king], *movers); !isEmpty(x); {
		sq := next(&x)
		path := g.passed[l.king*b.r.n+sq]
		between := intersect(path, b.occ)
		switch popcount(between) {
		case 0:
			l.tryTo = union(l.tryTo, path)
		case 1:
			l.tryAll = true
			if h.source(l.king, &b.occ) == sq {
				l.checks++
			}
		case 2:
			l.tryFrom = union(l.tryFrom, between)
		}
	}
}

// check notes a check that is answered on some squares.
func (l *legality[S]) check(answers S) {
	l.checks++
	l.mask = intersect(l.mask, answers)
}

// pin notes that a piece must stay on some squares.
func (l *legality[S]) pin(sq int, mask S) {
	if has(&l.pinned, sq) {
		for i := range l.npins {
			if l.pins[i].sq == sq {
				l.pins[i].mask = intersect(l.pins[i].mask, mask)
			}
		}
		return
	}
	if l.npins == len(l.pins) {
		l.tryAll = true
		return
	}
	add(&l.pinned, sq)
	l.pins[l.npins] = pin[S]{sq, mask}
	l.npins++
}

// pinMask returns where a pinned piece may go.
func (l *legality[S]) pinMask(sq int) (mask S) {
	for i := range l.npins {
		if l.pins[i].sq == sq {
			return l.pins[i].mask
		}
	}
	return mask
}

// safe reports whether a side's royal king is safe once the piece on one square
// has gone to another and captured on a third (-1: nothing; an origin of -1 is a
// drop).
func (b *board[S]) safe(us, from, to, captured, king int) bool {
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
