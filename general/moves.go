package general

import (
	"math/bits"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/general/betza"
)

// A moves is where one kind of piece may go from each square, in one mode: leaps by
// lookup, rides line by line, everything else square by square. Black's vectors are
// reversed first.
type moves[S set] struct {
	leap  []S       // nil if it does not leap
	lines []line[S] // per of them for each square
	per   int
	lame  [][]lameLeap[S]
	hops  []hop[S]
	// On the 8×8 board rooks' and bishops' lines are looked up.
	straight, diagonal bool
	any                bool
	slow               bool // has lame leaps or hops, or an inside
	// inside is how the piece also moves between the squares of within.
	inside *moves[S]
	within S
}

// A lameLeap goes to a square if those of its path are empty. Seen from the
// other end, to is where the leaper stands.
type lameLeap[S set] struct {
	path S
	to   int
}

// A hop goes over one piece along a vector.
type hop[S set] struct {
	v      betza.Vector
	ray    []S
	down   bool
	beyond bool // to the square right behind the hurdle only
	reach  []S  // how far from the origin it may land; nil for any distance
}

// movesOf returns the moves of the parts of a definition that wanted accepts.
func movesOf[S set](g *geometry[S], def betza.Definition, black bool, wanted func(betza.Part) bool) (m moves[S]) {
	type ride struct {
		vectors []betza.Vector
		limit   int
	}
	var rides []ride
	for _, part := range def.Parts {
		if !wanted(part) {
			continue
		}
		vectors := slices.Clone(part.Vectors)
		if black {
			for i, v := range vectors {
				vectors[i] = opposite(v)
			}
		}
		m.any = true
		switch part.Way {
		case betza.Leap:
			if m.leap == nil {
				m.leap = make([]S, g.squares())
			}
			for sq := range m.leap {
				for _, v := range vectors {
					if to := g.step(sq, v); to >= 0 {
						add(&m.leap[sq], to)
					}
				}
			}
		case betza.Ride:
			i := slices.IndexFunc(rides, func(r ride) bool { return r.limit == part.Limit })
			if i < 0 {
				rides, i = append(rides, ride{limit: part.Limit}), len(rides)
			}
			for _, v := range vectors {
				if !slices.Contains(rides[i].vectors, v) {
					rides[i].vectors = append(rides[i].vectors, v)
				}
			}
		case betza.Lame:
			m.addLame(g, vectors)
		case betza.Hop, betza.Beyond:
			for _, v := range vectors {
				m.hops = append(m.hops, newHop(g, v, part))
			}
			m.slow = true
		}
	}
	for _, r := range rides {
		if r.limit == 0 && g.isChessboard() {
			r.vectors = m.lookUp(r.vectors)
		}
		if len(r.vectors) > 0 {
			m.ride(g, r.vectors, r.limit)
		}
	}
	return m
}

// isChessboard reports whether the lines of a board are in package bitboard.
func (g *geometry[S]) isChessboard() bool {
	return !g.unaided && len(g.all) == 1 && g.files == 8 && g.ranks == 8
}

// lookUp removes the whole lines of rooks and bishops from a list of vectors, and
// notes that they are to be looked up.
func (m *moves[S]) lookUp(vectors []betza.Vector) (rest []betza.Vector) {
	of := func(square int) (some []betza.Vector) {
		for _, v := range vectors {
			if v.Files*v.Files+v.Ranks*v.Ranks == square {
				some = append(some, v)
			}
		}
		return some
	}
	m.straight = m.straight || len(of(1)) == 4
	m.diagonal = m.diagonal || len(of(2)) == 4
	for _, v := range vectors {
		d := v.Files*v.Files + v.Ranks*v.Ranks
		if d == 1 && len(of(1)) == 4 || d == 2 && len(of(2)) == 4 {
			continue
		}
		rest = append(rest, v)
	}
	return rest
}

// ride adds the lines of a rider.
func (m *moves[S]) ride(g *geometry[S], vectors []betza.Vector, limit int) {
	lines, per := g.lines(vectors, limit)
	if m.per == 0 {
		m.lines, m.per = lines, per
		return
	}
	joined := make([]line[S], 0, len(m.lines)+len(lines))
	for sq := range g.squares() {
		joined = append(joined, m.lines[sq*m.per:(sq+1)*m.per]...)
		joined = append(joined, lines[sq*per:(sq+1)*per]...)
	}
	m.lines, m.per = joined, m.per+per
}

func (m *moves[S]) addLame(g *geometry[S], vectors []betza.Vector) {
	if m.lame == nil {
		m.lame = make([][]lameLeap[S], g.squares())
	}
	m.slow = true
	for sq := range m.lame {
		for _, v := range vectors {
			if to := g.step(sq, v); to >= 0 {
				m.lame[sq] = append(m.lame[sq], lameLeap[S]{g.path(sq, v), to})
			}
		}
	}
}

// path returns the squares that a lame leap from a square passes.
func (g *geometry[S]) path(sq int, v betza.Vector) (path S) {
	for _, step := range betza.Path(v) {
		add(&path, g.step(sq, step))
	}
	return path
}

func newHop[S set](g *geometry[S], v betza.Vector, part betza.Part) hop[S] {
	h := hop[S]{v: v, ray: g.ray(v), down: isDown(v), beyond: part.Way == betza.Beyond}
	if part.Limit > 1 {
		h.reach = make([]S, g.squares())
		for sq := range h.reach {
			h.reach[sq] = g.reach(sq, v, part.Limit)
		}
	}
	return h
}

// from returns the squares that a piece reaches when those of occ are occupied, up
// to and including the first such square of a line.
func (m *moves[S]) from(sq int, occ *S) (att S) {
	m.add(&att, sq, occ)
	return att
}

// add adds them to a set. Sets are processed word by word here, never copied: a
// copy would wait for the words to be written.
func (m *moves[S]) add(att *S, sq int, occ *S) {
	if m.leap != nil {
		leap := &m.leap[sq]
		for i := range len(*att) {
			(*att)[i] |= (*leap)[i]
		}
	}
	if len(*att) == 1 {
		if m.straight {
			(*att)[0] |= uint64(bitboard.Rook(bitboard.Square(sq&63), bitboard.Bitboard((*occ)[0])))
		}
		if m.diagonal {
			(*att)[0] |= uint64(bitboard.Bishop(bitboard.Square(sq&63), bitboard.Bitboard((*occ)[0])))
		}
	}
	if m.per > 0 {
		slide(m.lines[sq*m.per:(sq+1)*m.per], att, occ)
	}
	if m.slow {
		m.slowly(sq, occ, att)
	}
}

func (m *moves[S]) slowly(sq int, occ, att *S) {
	if m.lame != nil {
		leaps := m.lame[sq]
		for i := range leaps {
			if !meets(&leaps[i].path, occ) {
				add(att, leaps[i].to)
			}
		}
	}
	for i := range m.hops {
		m.hops[i].add(att, sq, occ)
	}
	if m.inside != nil && has(&m.within, sq) {
		*att = union(*att, intersect(m.inside.from(sq, occ), m.within))
	}
}

// nearest returns the occupied square of a ray that is nearest to its origin, -1 if there
// is none.
func nearest[S set](ray, occ *S, down bool) int {
	if down {
		for i := len(*ray) - 1; i >= 0; i-- {
			if x := (*ray)[i] & (*occ)[i]; x != 0 {
				return i<<6 | (63 - bits.LeadingZeros64(x))
			}
		}
		return -1
	}
	for i := range len(*ray) {
		if x := (*ray)[i] & (*occ)[i]; x != 0 {
			return i<<6 | bits.TrailingZeros64(x)
		}
	}
	return -1
}

// add adds the squares that a hopper reaches to a set.
func (h *hop[S]) add(att *S, sq int, occ *S) {
	hurdle := nearest(&h.ray[sq], occ, h.down)
	if hurdle < 0 {
		return
	}
	if h.beyond {
		behind := &h.ray[hurdle]
		if to := nearest(behind, behind, h.down); to >= 0 {
			add(att, to)
		}
		return
	}
	h.addBehind(att, sq, hurdle, occ)
}

// addBehind adds the squares behind a hurdle, up to and including the next occupied
// one.
func (h *hop[S]) addBehind(all *S, sq, hurdle int, occ *S) {
	var open S
	behind, shut := &h.ray[hurdle], &open
	limits := behind
	if stop := nearest(behind, occ, h.down); stop >= 0 {
		shut = &h.ray[stop]
	}
	if h.reach != nil {
		limits = &h.reach[sq]
	}
	for i := range len(*all) {
		(*all)[i] |= (*behind)[i] & (*limits)[i] &^ (*shut)[i]
	}
}
