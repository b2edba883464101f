package tables

import "slices"

// seen is what men did on a pass through all positions, by the side to move: from where they
// come to a square. Men of one kind and colour share it. It may contain more than is possible in
// a position, never less.
type seen struct {
	twin [maxMen]int // the first man of the same kind and colour
	// alone are the origins of a man by the square that it went to; together are those of a man
	// that took another, which was then put elsewhere, by both men.
	alone    [maxMen][][]uint8
	together [maxMen][maxMen][][]uint8
	// beyond says that something else happens within the table.
	beyond bool
}

func newSeen(r *rulebook, l *layout) *seen {
	s := &seen{}
	for i, c := range l.codes {
		s.twin[i] = slices.Index(l.codes, c)
		s.alone[i] = make([][]uint8, r.squares)
		for k := range l.codes {
			s.together[i][k] = make([][]uint8, r.squares)
		}
	}
	return s
}

// note records what a move does.
func (s *seen) note(e *edge) {
	a, b := 0, 1
	if e.from[a] == e.to[a] {
		a, b = b, a
	}
	switch {
	case e.wild:
		s.beyond = true
	case e.man[a] == e.man[b] || e.from[b] == e.to[b]:
		insert(&s.alone[s.twin[e.man[a]]][e.to[a]], e.from[a])
	case e.from[1] == e.to[0]: // the first takes the second
		insert(&s.together[s.twin[e.man[0]]][s.twin[e.man[1]]][e.to[0]], e.from[0])
	default:
		s.beyond = true
	}
}

func insert(list *[]uint8, sq uint8) {
	if !slices.Contains(*list, sq) {
		*list = append(*list, sq)
	}
}

// merge adds what another has seen, in all positions that are equivalent by symmetry.
func (s *seen) merge(l *layout, o *seen) {
	s.beyond = s.beyond || o.beyond
	add := func(to, from [][]uint8) {
		for sq, list := range from {
			for _, origin := range list {
				for _, p := range l.syms {
					insert(&to[p[sq]], p[origin])
				}
			}
		}
	}
	for i := range l.codes {
		add(s.alone[i], o.alone[i])
		for k := range l.codes {
			add(s.together[i][k], o.together[i][k])
		}
	}
}

// before calls f for all positions from which a move may have led to this one.
func (s *seen) before(l *layout, at *[maxMen]uint8, f func(before *[maxMen]uint8)) {
	n := len(l.codes)
	for i := range n {
		to := at[i]
		for _, from := range s.alone[s.twin[i]][to] {
			if !slices.Contains(at[:n], from) {
				at[i] = from
				f(at)
			}
		}
		at[i] = to
		for k := range n {
			put := at[k]
			if k == i {
				continue
			}
			for _, from := range s.together[s.twin[i]][s.twin[k]][to] {
				if slices.Contains(at[:n], from) && from != put {
					continue
				}
				at[i], at[k] = from, to
				f(at)
				at[i], at[k] = to, put
			}
		}
	}
}
