package general

import "github.com/heterodox-chess/heterodox/bitboard"

// gather finds the pieces of a set that attack the way a group does.
func (b *board[S]) gather(m *S, g *group[S], among *S) {
	*m = b.types[g.types[0]&63]
	for _, t := range g.types[1:] {
		join(m, &b.types[t&63])
	}
	keep(m, among)
	if g.within {
		*m = intersect(*m, b.r.lines)
	}
}

// attackers returns the pieces of a colour, out of those in among, that attack a
// square when the squares of occ are occupied.
func (b *board[S]) attackers(sq, by int, occ, among *S) (all S) {
	b.findAttackers(&all, sq, by, occ, among)
	return all
}

// findAttackers adds them to an empty set.
func (b *board[S]) findAttackers(all *S, sq, by int, occ, among *S) {
	if b.r.holed {
		*all = b.attackersPastHoles(sq, by, occ, among)
		return
	}
	groups := b.r.groups[by&1]
	for i := range groups {
		g := &groups[i]
		if g.bounds && !has(&g.region, sq) {
			continue
		}
		var m S
		if b.gather(&m, g, among); !isEmpty(&m) {
			b.addAttackers(all, g, sq, occ, &m)
		}
	}
}

// addAttackers adds the movers of a group that attack a square.
func (b *board[S]) addAttackers(all *S, g *group[S], sq int, occ, movers *S) {
	if !g.cannon {
		g.addAttackers(all, sq, occ, movers)
		return
	}
	var found S
	g.addAttackers(&found, sq, occ, movers)
	*all = union(*all, b.overOthers(g, sq, found))
}

// attacked reports whether there are any attackers.
func (b *board[S]) attacked(sq, by int, occ, among *S) bool {
	if b.r.holed {
		found := b.attackersPastHoles(sq, by, occ, among)
		return !isEmpty(&found)
	}
	groups := b.r.groups[by&1]
	for i := range groups {
		g := &groups[i]
		if g.bounds && !has(&g.region, sq) {
			continue
		}
		var m S
		b.gather(&m, g, among)
		if g.leap != nil {
			if meets(&g.leap[sq], &m) {
				return true
			}
			continue
		}
		if isEmpty(&m) || g.open != nil && !meets(&g.open[sq], &m) {
			continue
		}
		var found S
		if b.addAttackers(&found, g, sq, occ, &m); !isEmpty(&found) {
			return true
		}
	}
	return false
}

// faces reports whether the king of a colour faces a square along an open line, in
// a game that forbids it.
func (b *board[S]) faces(sq, by int, occ, among *S) bool {
	g := b.facing()
	if g == nil {
		return false
	}
	var m S
	b.gather(&m, g, among)
	m = intersect(m, b.colors[by&1])
	if !meets(&g.open[sq], &m) {
		return false
	}
	var found S
	g.addAttackers(&found, sq, occ, &m)
	return !isEmpty(&found)
}

// attackers returns the movers that attack a square.
func (g *group[S]) attackers(sq int, occ, movers *S) (all S) {
	g.addAttackers(&all, sq, occ, movers)
	return all
}

// addAttackers adds them to a set.
func (g *group[S]) addAttackers(all *S, sq int, occ, movers *S) {
	switch {
	case g.leap != nil:
		leap := &g.leap[sq]
		for i := range len(*all) {
			(*all)[i] |= (*leap)[i] & (*movers)[i]
		}
	case g.per > 0 && len(*all) == 2:
		high := len(*all) - 1
		reach0, reach1 := slideTwo(g.lines[sq*g.per:(sq+1)*g.per], occ)
		(*all)[0] |= reach0 & (*movers)[0]
		(*all)[high] |= reach1 & (*movers)[high]
	case g.per > 0:
		reach := g.sight(sq, occ)
		for i := range len(*all) {
			(*all)[i] |= reach[i] & (*movers)[i]
		}
	case g.lame != nil:
		for i := range g.lame[sq] {
			if l := &g.lame[sq][i]; has(movers, l.to) && !meets(&l.path, occ) {
				add(all, l.to)
			}
		}
	default:
		for i := range g.hops {
			if from := g.hops[i].source(sq, occ); from >= 0 && has(movers, from) {
				add(all, from)
			}
		}
	}
}

// sight returns the squares from which a group of riders could attack one.
func (g *group[S]) sight(sq int, occ *S) (s S) {
	if len(s) == 1 && g.lookup != 0 {
		if g.lookup == lookStraight {
			s[0] = uint64(bitboard.Rook(bitboard.Square(sq&63), bitboard.Bitboard((*occ)[0])))
		} else {
			s[0] = uint64(bitboard.Bishop(bitboard.Square(sq&63), bitboard.Bitboard((*occ)[0])))
		}
		return s
	}
	slide(g.lines[sq*g.per:(sq+1)*g.per], &s, occ)
	return s
}

// addSources adds the squares, occupied or not, from which the pieces of a group would
// attack one.
func (b *board[S]) addSources(all *S, g *group[S], sq int) {
	var found S
	if g.hops == nil {
		g.addAttackers(&found, sq, &b.occ, &b.r.g.all)
	}
	for i := range g.hops {
		g.hops[i].addSources(&found, sq, &b.occ)
	}
	if g.cannon {
		found = b.overOthers(g, sq, found)
	}
	join(all, &found)
}

// addSources adds the squares from which a hopper would attack one.
func (h *hop[S]) addSources(all *S, sq int, occ *S) {
	hurdle := nearest(&h.ray[sq], occ, h.down)
	if hurdle >= 0 && (!h.beyond || nearest(&h.ray[sq], &h.ray[sq], h.down) == hurdle) {
		h.addBehind(all, sq, hurdle, occ)
	}
}

// source returns the square of the piece that attacks one if it is such a hopper,
// along the ray back from the attacked square; -1 if there is none.
func (h *hop[S]) source(sq int, occ *S) int {
	hurdle := nearest(&h.ray[sq], occ, h.down)
	if hurdle < 0 || h.beyond && nearest(&h.ray[sq], &h.ray[sq], h.down) != hurdle {
		return -1
	}
	from := nearest(&h.ray[hurdle], occ, h.down)
	if from >= 0 && h.reach != nil && !has(&h.reach[sq], from) {
		return -1
	}
	return from
}
