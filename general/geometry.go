package general

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/general/betza"
)

// A shape is the size of a board.
type shape struct {
	files, ranks int
}

func (s shape) squares() int { return s.files * s.ranks }

func (s shape) square(file, rank int) int { return rank*s.files + file }

func (s shape) file(sq int) int { return sq % s.files }
func (s shape) rank(sq int) int { return sq / s.files }

// step returns the square that a vector leads to, -1 off the board.
func (s shape) step(sq int, v betza.Vector) int {
	file, rank := sq%s.files+v.Files, sq/s.files+v.Ranks
	if file < 0 || file >= s.files || rank < 0 || rank >= s.ranks {
		return -1
	}
	return rank*s.files + file
}

// A line is what a rider sees from a square along a vector and its opposite: up
// holds the squares with higher numbers, down those with lower ones; the nearer a
// square, the nearer its number.
type line[S set] struct{ up, down S }

// A geometry holds the tables of a shape that all games on it share. They are built
// when first needed.
type geometry[S set] struct {
	shape
	all     S
	unaided bool // lines are walked here, not looked up in package bitboard

	mu      sync.Mutex
	rays    map[betza.Vector][]S    // from each square, unlimited
	between map[[8]betza.Vector][]S // see betweenTable
}

// geometries are shared by all games of a process.
var geometries sync.Map // of shapes to *geometry of the width that fits

func geometryOf[S set](s shape, unaided bool) *geometry[S] {
	type key struct {
		shape
		unaided bool
	}
	if g, ok := geometries.Load(key{s, unaided}); ok {
		return g.(*geometry[S])
	}
	g := &geometry[S]{shape: s, unaided: unaided, rays: map[betza.Vector][]S{}, between: map[[8]betza.Vector][]S{}}
	for sq := range s.squares() {
		add(&g.all, sq)
	}
	got, _ := geometries.LoadOrStore(key{s, unaided}, g)
	return got.(*geometry[S])
}

// ray returns for each square the squares that repeated steps along a vector
// lead to: none, if it is the zero vector.
func (g *geometry[S]) ray(v betza.Vector) []S {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r, ok := g.rays[v]; ok {
		return r
	}
	r := make([]S, g.squares())
	for sq := range r {
		for to := g.step(sq, v); v != (betza.Vector{}) && to >= 0; to = g.step(to, v) {
			add(&r[sq], to)
		}
	}
	g.rays[v] = r
	return r
}

// reach returns the squares that up to limit steps lead to; 0 is no limit.
func (g *geometry[S]) reach(sq int, v betza.Vector, limit int) (s S) {
	for to, n := g.step(sq, v), 1; to >= 0 && (limit == 0 || n <= limit); to, n = g.step(to, v), n+1 {
		add(&s, to)
	}
	return s
}

// betweenTable returns, for each pair of squares a*squares+b, the squares strictly
// between them on a ride along one of up to eight vectors; no two rides from one
// square may share a square.
func (g *geometry[S]) betweenTable(vectors []betza.Vector) []S {
	var key [8]betza.Vector
	copy(key[:], vectors)
	g.mu.Lock()
	defer g.mu.Unlock()
	if t, ok := g.between[key]; ok {
		return t
	}
	n := g.squares()
	t := make([]S, n*n)
	for a := range n {
		for _, v := range vectors {
			var passed S
			for b := g.step(a, v); b >= 0; b = g.step(b, v) {
				t[a*n+b] = passed
				add(&passed, b)
			}
		}
	}
	g.between[key] = t
	return t
}

// slide adds to att the squares of some lines up to and including the first occupied
// one on each side: upwards to the lowest blocker, downwards to the highest, word by
// word.
func slide[S set](lines []line[S], att, occ *S) {
	if len(*att) == 2 {
		reach0, reach1 := slideTwo(lines, occ)
		(*att)[0] |= reach0
		(*att)[len(*att)-1] |= reach1
		return
	}
	for n := range lines {
		l := &lines[n]
		open := ^uint64(0)
		for i := range len(*att) {
			blockers := l.up[i] & (*occ)[i]
			(*att)[i] |= l.up[i] & (blockers ^ (blockers - 1)) & open
			if blockers != 0 {
				open = 0
			}
		}
		open = ^uint64(0)
		for i := len(*att) - 1; i >= 0; i-- {
			blockers := l.down[i] & (*occ)[i]
			(*att)[i] |= l.down[i] & (^uint64(0) << (63 - bits.LeadingZeros64(blockers|1))) & open
			if blockers != 0 {
				open = 0
			}
		}
	}
}

// isDown reports whether a vector leads to lower squares.
func isDown(v betza.Vector) bool { return v.Ranks < 0 || v.Ranks == 0 && v.Files < 0 }

func opposite(v betza.Vector) betza.Vector { return betza.Vector{Files: -v.Files, Ranks: -v.Ranks} }

// lines returns the lines of riders along some vectors with a limit (0: none), per
// of them for each square.
func (g *geometry[S]) lines(vectors []betza.Vector, limit int) (lines []line[S], per int) {
	var axes [][2]betza.Vector // up, down; the zero vector where there is none
	for _, v := range vectors {
		up := v
		if isDown(v) {
			up = opposite(v)
		}
		i := slices.IndexFunc(axes, func(a [2]betza.Vector) bool { return a[0] == up || a[1] == opposite(up) })
		if i < 0 {
			axes, i = append(axes, [2]betza.Vector{}), len(axes)
		}
		if isDown(v) {
			axes[i][1] = v
		} else {
			axes[i][0] = v
		}
	}
	reaches := func(v betza.Vector) []S {
		if limit == 0 || v == (betza.Vector{}) {
			return g.ray(v)
		}
		r := make([]S, g.squares())
		for sq := range r {
			r[sq] = g.reach(sq, v, limit)
		}
		return r
	}
	type ray struct{ up, down []S }
	rays := make([]ray, len(axes))
	for i, a := range axes {
		rays[i] = ray{reaches(a[0]), reaches(a[1])}
	}
	for sq := range g.squares() {
		for _, r := range rays {
			l := line[S]{up: r.up[sq], down: r.down[sq]}
			lines = append(lines, l)
		}
	}
	return lines, len(axes)
}
