package general

// Holes: squares that swallow what moves onto or over them. A leap passes over
// nothing, a ride and a pawn's step over the squares between, a lame leap over
// those that have to be empty, a hop over all on its line.

// freely reports whether a move neither ends on a hole nor passes one.
func (g *generator[S]) freely(m move) bool {
	r := g.r
	from, to := m.from(), m.to()
	if has(&r.holeSet, to) {
		return false
	}
	if m.what() == leaping {
		return true
	}
	mover := &r.of[g.us&1][r.typeAt(g.at[from&255])]
	if mover.isPawn {
		return g.pawnFreely(mover, from, to)
	}
	occ := &g.occ
	if has(occ, to) {
		return mover.capture.avoids(from, to, occ, &r.holeSet)
	}
	return mover.quiet.avoids(from, to, occ, &r.holeSet) || m.what() == enPassant && mover.capture.avoids(from, to, occ, &r.holeSet) ||
		mover.initial.any && has(&r.doubleStep[g.us&1], from) && mover.initial.avoids(from, to, occ, &r.holeSet)
}

// pawnFreely is freely for pawns.
func (g *generator[S]) pawnFreely(m *mover[S], from, to int) bool {
	if has(&m.capture.leap[from], to) || has(&m.quiet.leap[from], to) {
		return true
	}
	up := g.r.g.files * (1 - 2*g.us)
	for sq := from + up; sq != to; sq += up {
		if sq < 0 || sq >= g.r.n || has(&g.r.holeSet, sq) {
			return false
		}
	}
	return true
}

// avoids reports whether a piece gets from a square to another without passing a
// hole.
func (m *moves[S]) avoids(from, to int, occ, holes *S) bool {
	if m.leap != nil && has(&m.leap[from], to) {
		return true
	}
	for i := range m.hops {
		h := &m.hops[i]
		var reach S
		if h.add(&reach, from, occ); has(&reach, to) {
			path := subtract(h.ray[from], h.ray[to])
			return !meets(&path, holes)
		}
	}
	plain := *m
	plain.leap, plain.hops = nil, nil
	blocked := union(*occ, *holes)
	reach := plain.from(from, &blocked)
	return has(&reach, to)
}

// attackersPastHoles is attackers on a board with holes, which stop whatever runs
// over them.
func (b *board[S]) attackersPastHoles(sq, by int, occ, among *S) (all S) {
	stops := union(*occ, b.r.holeSet)
	groups := b.r.groups[by&1]
	for i := range groups {
		g := &groups[i]
		var m S
		if b.gather(&m, g, among); isEmpty(&m) || g.bounds && !has(&g.region, sq) {
			continue
		}
		if g.leap != nil || g.per > 0 || g.lame != nil {
			all = union(all, g.attackers(sq, &stops, &m))
			continue
		}
		for x := g.attackers(sq, occ, &m); !isEmpty(&x); {
			if from := next(&x); !meets(&g.passed[sq*b.r.n+from], &b.r.holeSet) {
				add(&all, from)
			}
		}
	}
	return all
}
