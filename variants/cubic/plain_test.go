package cubic_test

import (
	"slices"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// A plain is a second implementation of the game, written from the rules alone: one
// piece per cell, lines walked cell by cell, each move made, the king tested, the
// move taken back. It shares no table and no technique with the package; it is the
// oracle of the tests and the baseline of the benchmarks.
type plain struct {
	n     int
	side  rules.Color
	cells []rules.Piece
	kings [2]int // -1 if there is none
}

type plainMove struct {
	from, to int
	taken    rules.Piece
}

// A plainStep is a displacement along the axes.
type plainStep struct{ x, y, z int }

// plainSteps holds the steps of each role.
var plainSteps = func() (steps [rules.NumRoles][]plainStep) {
	for x := -2; x <= 2; x++ {
		for y := -2; y <= 2; y++ {
			for z := -2; z <= 2; z++ {
				s, squared := plainStep{x, y, z}, x*x+y*y+z*z
				if squared == 5 && x*y*z == 0 {
					steps[rules.Knight] = append(steps[rules.Knight], s)
				}
				if squared == 0 || max(x*x, y*y, z*z) > 1 {
					continue
				}
				steps[rules.King] = append(steps[rules.King], s)
				steps[rules.Queen] = append(steps[rules.Queen], s)
				if squared == 1 {
					steps[rules.Rook] = append(steps[rules.Rook], s)
				}
				if squared == 3 {
					steps[rules.Bishop] = append(steps[rules.Bishop], s)
				}
			}
		}
	}
	return steps
}()

func newPlain(p cubic.Position) *plain {
	s := p.Setup()
	q := &plain{n: s.Size, side: s.Side, cells: s.Cells}
	for side := range q.kings {
		q.kings[side] = slices.Index(q.cells, rules.NewPiece(rules.Color(side), rules.King))
	}
	return q
}

// walk calls visit for the cells that a piece of some role reaches from a cell, up to
// and including the first piece on each line.
func (p *plain) walk(role rules.Role, from int, visit func(to int)) {
	x, y, z := from%p.n, from/p.n%p.n, from/p.n/p.n
	jumps := role == rules.Knight || role == rules.King
	for _, s := range plainSteps[role] {
		for i, j, k := x+s.x, y+s.y, z+s.z; i >= 0 && j >= 0 && k >= 0 && i < p.n && j < p.n && k < p.n; i, j, k = i+s.x, j+s.y, k+s.z {
			to := (k*p.n+j)*p.n + i
			visit(to)
			if jumps || p.cells[to] != rules.NoPiece {
				break
			}
		}
	}
}

// checked reports whether a side's king is attacked: it looks from the king along
// every line for the first piece, and at every knight jump.
func (p *plain) checked(side rules.Color) bool {
	king, enemy := p.kings[side], side.Opponent()
	if king < 0 {
		return false
	}
	x, y, z := king%p.n, king/p.n%p.n, king/p.n/p.n
	for _, s := range plainSteps[rules.Queen] {
		distance := 1
		for i, j, k := x+s.x, y+s.y, z+s.z; i >= 0 && j >= 0 && k >= 0 && i < p.n && j < p.n && k < p.n; i, j, k = i+s.x, j+s.y, k+s.z {
			if piece := p.cells[(k*p.n+j)*p.n+i]; piece != rules.NoPiece {
				axes := s.x*s.x + s.y*s.y + s.z*s.z
				if piece.Color() == enemy && goesAlong(piece.Role(), axes, distance) {
					return true
				}
				break
			}
			distance++
		}
	}
	for _, s := range plainSteps[rules.Knight] {
		i, j, k := x+s.x, y+s.y, z+s.z
		if i >= 0 && j >= 0 && k >= 0 && i < p.n && j < p.n && k < p.n && p.cells[(k*p.n+j)*p.n+i] == rules.NewPiece(enemy, rules.Knight) {
			return true
		}
	}
	return false
}

// goesAlong reports whether a piece moves that far on a line along that many axes.
func goesAlong(role rules.Role, axes, distance int) bool {
	switch role {
	case rules.Queen:
		return true
	case rules.Rook:
		return axes == 1
	case rules.Bishop:
		return axes == 3
	case rules.King:
		return distance == 1
	}
	return false
}

func (p *plain) play(m plainMove) {
	if p.kings[p.side] == m.from {
		p.kings[p.side] = m.to
	}
	p.cells[m.to], p.cells[m.from] = p.cells[m.from], rules.NoPiece
	p.side = p.side.Opponent()
}

func (p *plain) undo(m plainMove) {
	p.side = p.side.Opponent()
	p.cells[m.from], p.cells[m.to] = p.cells[m.to], m.taken
	if p.kings[p.side] == m.to {
		p.kings[p.side] = m.from
	}
}

// moves appends the legal moves.
func (p *plain) moves(list []plainMove) []plainMove {
	side := p.side
	for from, piece := range p.cells {
		if piece == rules.NoPiece || piece.Color() != side {
			continue
		}
		p.walk(piece.Role(), from, func(to int) {
			taken := p.cells[to]
			if taken != rules.NoPiece && taken.Color() == side {
				return
			}
			list = append(list, plainMove{from, to, taken})
		})
	}
	legal := list[:0]
	for _, m := range list {
		p.play(m)
		if !p.checked(side) {
			legal = append(legal, m)
		}
		p.undo(m)
	}
	return legal
}

func (p *plain) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	list := p.moves(nil)
	if depth == 1 {
		return uint64(len(list))
	}
	nodes := uint64(0)
	for _, m := range list {
		p.play(m)
		nodes += p.perft(depth - 1)
		p.undo(m)
	}
	return nodes
}
