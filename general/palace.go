package general

import (
	"slices"

	"github.com/heterodox-chess/heterodox/general/betza"
)

// Janggi: lines along which some pieces move diagonally, its cannon, and kings that
// face each other.

// onLines is how pieces also move between the squares of diagonalLines.
var onLines = map[Role]betza.Definition{
	rook: betza.MustParse("B"), wazir: betza.MustParse("F"), soldier: betza.MustParse("fF"), janggi: betza.MustParse("pB"),
}

// insideOf returns how a type also moves on the diagonal lines; a king that moves like
// a wazir does so there, too.
func (r *ruleset[S]) insideOf(t int) (def betza.Definition, ok bool) {
	role := r.types[t]
	if role == king && r.moves(king) == "W" {
		role = wazir
	}
	def, ok = onLines[role]
	return def, ok && !isEmpty(&r.lines)
}

// addInside lets a type of a colour move along the diagonal lines.
func (r *ruleset[S]) addInside(c, t int, m *mover[S]) {
	def, ok := r.insideOf(t)
	if !ok {
		return
	}
	inside := movesOf(r.g, def, c == 1, func(betza.Part) bool { return true })
	for _, m := range []*moves[S]{&m.quiet, &m.capture} {
		m.inside, m.within, m.any, m.slow = &inside, r.lines, true, true
	}
}

// cannonMoves returns where a cannon of janggi on a square goes, or captures: it hops
// over one piece that is not a cannon, and captures no cannon.
func (b *board[S]) cannonMoves(m *mover[S], from int) S {
	cannons := b.types[b.r.cannon&63]
	others := subtract(b.occ, cannons)
	to := intersect(m.quiet.from(from, &b.occ), m.quiet.from(from, &others))
	return subtract(to, cannons)
}

// overOthers keeps the cannons that attack a square over a piece that is not a
// cannon.
func (b *board[S]) overOthers(g *group[S], sq int, attackers S) S {
	for x := attackers; !isEmpty(&x); {
		from := next(&x)
		if meets(&g.passed[sq*b.r.n+from], &b.types[b.r.cannon&63]) {
			remove(&attackers, from)
		}
	}
	return attackers
}

// lookOverOthers judges a cannon of janggi: a piece may let it give check by coming
// between, by leaving, or by capturing a cannon in its way.
func (b *board[S]) lookOverOthers(l *legality[S], path, between S) {
	switch popcount(between) {
	case 0:
		l.tryTo = union(l.tryTo, path)
	case 1:
		if meets(&between, &b.types[b.r.cannon&63]) {
			l.tryTo = union(l.tryTo, between)
			return
		}
		l.checks++
		l.tryAll = true
	case 2:
		l.tryFrom = union(l.tryFrom, between)
	}
}

// safeAmongCannons is safe for games with cannons of janggi: it looks at them where
// the move leaves them.
func (b *board[S]) safeAmongCannons(us, from, to, captured, king int) bool {
	cannons := &b.types[b.r.cannon&63]
	before := *cannons
	moves := from >= 0 && has(cannons, from)
	for _, sq := range [2]int{from, captured} {
		if sq >= 0 {
			remove(cannons, sq)
		}
	}
	if moves {
		add(cannons, to)
	}
	safe := b.safeNow(us, from, to, captured, king)
	*cannons = before
	return safe
}

// dropSafe reports whether a side's king on a square is safe once a type has been
// dropped.
func (b *board[S]) dropSafe(us int, t uint8, sq, king int) bool {
	if int(t) != b.r.cannon {
		return b.safeNow(us, -1, sq, -1, king)
	}
	cannons := &b.types[t&63]
	add(cannons, sq)
	safe := b.safeNow(us, -1, sq, -1, king)
	remove(cannons, sq)
	return safe
}

// facing returns the group of kings that face each other, nil where they may: where
// no rule forbids it, and by bikjangRule unless they do already.
func (b *board[S]) facing() *group[S] {
	if b.r.flyingGeneral || b.faced&1 != 0 {
		return b.r.facing
	}
	return nil
}

// ended is the value of state.faced when the kings were left facing each other.
const ended = 3

// kingsFace returns 1 if the kings face each other along an open line, else 0.
func (b *board[S]) kingsFace() uint8 {
	if b.r.royal < 0 {
		return 0
	}
	kings := b.types[b.r.royal&63]
	white, black := firstShared(&kings, &b.colors[0]), firstShared(&kings, &b.colors[1])
	if white < 0 || black < 0 {
		return 0
	}
	g := b.r.g
	if g.file(white) != g.file(black) && g.rank(white) != g.rank(black) {
		return 0
	}
	between := g.betweenTable(straightVectors)[white*b.r.n+black]
	if meets(&between, &b.occ) {
		return 0
	}
	return 1
}

// groupInside adds the ways in which a type of a colour attacks along the diagonal
// lines.
func (r *ruleset[S]) groupInside(c, t int, groups *[]group[S]) {
	m := &r.of[c][t]
	def, _ := r.insideOf(t)
	for _, p := range def.Parts {
		back := backwards(ordered(slices.Clone(p.Vectors)), c)
		var g group[S]
		switch p.Way {
		case betza.Leap:
			g.leap = r.reversed(m.capture.inside.leap)
		case betza.Ride:
			g = r.riders(back, 0)
		default:
			g = r.hoppers(back, p)
		}
		g.types, g.cannon, g.within = []uint8{uint8(t)}, t == r.cannon, true
		g.region, g.bounds = intersect(m.region, r.lines), true
		*groups = append(*groups, g)
	}
}

// backwards returns the vectors that lead from an attacked square to where the attacker
// of a colour stands.
func backwards(vectors []betza.Vector, c int) []betza.Vector {
	back := make([]betza.Vector, len(vectors))
	for i, v := range vectors {
		if back[i] = v; c == 0 {
			back[i] = opposite(v)
		}
	}
	return back
}
