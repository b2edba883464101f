package cubic

import (
	"sync"

	"github.com/heterodox-chess/heterodox/rules"
)

// A step is a displacement in files, ranks and levels.
type step struct{ file, rank, level int }

// from returns the cell one step from c, and whether a board of size n has it.
func (s step) from(c Cell, n int) (Cell, bool) {
	file, rank, level := c.File()+s.file, c.Rank()+s.rank, c.Level()+s.level
	inside := 0 <= file && file < n && 0 <= rank && rank < n && 0 <= level && level < n
	return NewCell(file, rank, level), inside
}

// The 26 directions. The first 13 lead to cells of higher index, and direction
// d+13 is opposite to d. Within each half come the straight ones (one axis),
// then the planar (two axes), then the triagonal (three).
const (
	numDirections = 26
	halfTurn      = 13
	planarFrom    = 3
	triagonalFrom = 9
)

var directions = [numDirections]step{
	{1, 0, 0}, {0, 1, 0}, {0, 0, 1},
	{1, 1, 0}, {-1, 1, 0}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 1}, {0, -1, 1},
	{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1},
	{-1, 0, 0}, {0, -1, 0}, {0, 0, -1},
	{-1, -1, 0}, {1, -1, 0}, {-1, 0, -1}, {1, 0, -1}, {0, -1, -1}, {0, 1, -1},
	{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
}

// noDirection means that no line joins two cells.
const noDirection = -1

// directionBySigns maps the signs of a direction's components, -1 to 1, used as
// digits in base three, to the direction.
var directionBySigns = func() (table [27]int8) {
	for i := range table {
		table[i] = noDirection
	}
	for d, s := range directions {
		table[s.file+3*s.rank+9*s.level+13] = int8(d)
	}
	return table
}()

// directionOf returns the direction from a to b, or noDirection if there is none.
func directionOf(a, b Cell) int {
	file, rank, level := b.File()-a.File(), b.Rank()-a.Rank(), b.Level()-a.Level()
	distance := max(abs(file), abs(rank), abs(level))
	for _, x := range [3]int{file, rank, level} {
		if x != 0 && abs(x) != distance {
			return noDirection
		}
	}
	return int(directionBySigns[sign(file)+3*sign(rank)+9*sign(level)+13])
}

func abs(x int) int  { return max(x, -x) }
func sign(x int) int { return min(max(x, -1), 1) }

// knightSteps are the 24 jumps: each planar direction with one of its two components doubled.
var knightSteps = func() (steps []step) {
	for _, d := range directions {
		if abs(d.file)+abs(d.rank)+abs(d.level) != 2 {
			continue
		}
		for _, s := range [3]step{{2 * d.file, d.rank, d.level}, {d.file, 2 * d.rank, d.level}, {d.file, d.rank, 2 * d.level}} {
			if s != d {
				steps = append(steps, s)
			}
		}
	}
	return steps
}()

// A geometry holds the tables for all boards of one size. It is made once and shared.
type geometry[S set] struct {
	n       int
	cells   []Cell // the cell of each index
	king    []S    // by cell: a king's moves on an empty board
	knight  []S    // by cell: a knight's moves on an empty board
	rays    [][numDirections]ray
	windows *windows     // on boards of one word, nil on others
	worth   [8]int       // by role, for the search
	rising  []rules.Role // roles in ascending order of worth
}

// A ray is the set of cells in one direction from a cell up to the edge, stored as
// the words of a set that contain some of them, nearest first.
type ray []rayWord

type rayWord struct {
	cells uint64
	word  uint8
}

// geometries[n] is made with the first board of that size.
var geometries [MaxSize + 1]struct {
	once     sync.Once
	geometry any
}

// geometryOf returns the geometry of boards of size n. S must always be the same for
// one n, and large enough.
func geometryOf[S set](n int) *geometry[S] {
	slot := &geometries[n]
	slot.once.Do(func() { slot.geometry = newGeometry[S](n) })
	return slot.geometry.(*geometry[S])
}

func newGeometry[S set](n int) *geometry[S] {
	total := n * n * n
	g := &geometry[S]{
		n: n, cells: make([]Cell, total), king: make([]S, total), knight: make([]S, total),
		rays: make([][numDirections]ray, total),
	}
	for i := range total {
		c := NewCell(i%n, i/n%n, i/(n*n))
		g.cells[i] = c
		for d, s := range directions {
			g.rays[i][d] = newRay(c, s, n)
			if to, ok := s.from(c, n); ok {
				add(&g.king[i], to.index(n))
			}
		}
		for _, s := range knightSteps {
			if to, ok := s.from(c, n); ok {
				add(&g.knight[i], to.index(n))
			}
		}
	}
	if total <= 64 {
		g.windows = newWindows(g.rays)
	}
	g.worth = g.measureWorth()
	g.rising = inRisingOrder(g.worth)
	return g
}

func newRay(c Cell, s step, n int) (r ray) {
	for to, ok := s.from(c, n); ok; to, ok = s.from(to, n) {
		i := to.index(n)
		if word := uint8(i >> 6); len(r) == 0 || r[len(r)-1].word != word {
			r = append(r, rayWord{word: word})
		}
		r[len(r)-1].cells |= 1 << (i & 63)
	}
	return r
}

// ray returns the cells in one direction from a cell up to the edge.
func (g *geometry[S]) ray(cell, direction int) (cells S) {
	for _, r := range g.rays[cell][direction] {
		cells[r.word&uint8(len(cells)-1)] |= r.cells
	}
	return cells
}

// line returns the cells from a (excluded) through b to the edge, none if no line joins them.
func (g *geometry[S]) line(a, b int) (cells S) {
	if d := directionOf(g.cells[a], g.cells[b]); d != noDirection {
		cells = g.ray(a, d)
	}
	return cells
}

// path returns the cells from a (excluded) to b (included), none if no line joins them.
func (g *geometry[S]) path(a, b int) (cells S) {
	if d := directionOf(g.cells[a], g.cells[b]); d != noDirection {
		cells = subtract(g.ray(a, d), g.ray(b, d))
	}
	return cells
}
