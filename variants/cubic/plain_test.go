package cubic_test

import (
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// A plain is the game once more, written from the rulebook alone: one piece a
// cell, lines walked cell by cell, every move made, the king looked at, the move
// taken back. It shares no table and no idea with the package; it is the oracle
// of the tests and the baseline of the benchmarks.
type plain struct {
	n     int
	side  chess.Color
	cells []chess.Piece
	kings [2]int // -1 without
}

type plainMove struct {
	from, to int
	taken    chess.Piece
}

// A plainStep is a displacement along the axes.
type plainStep struct{ x, y, z int }

// plainSteps holds the steps of each role, and whether it may repeat them.
var plainSteps = func() (steps [chess.NumRoles][]plainStep) {
	for x := -2; x <= 2; x++ {
		for y := -2; y <= 2; y++ {
			for z := -2; z <= 2; z++ {
				s, squared := plainStep{x, y, z}, x*x+y*y+z*z
				if squared == 5 && x*y*z == 0 {
					steps[chess.Knight] = append(steps[chess.Knight], s)
				}
				if squared == 0 || max(x*x, y*y, z*z) > 1 {
					continue
				}
				steps[chess.King] = append(steps[chess.King], s)
				steps[chess.Queen] = append(steps[chess.Queen], s)
				if squared == 1 {
					steps[chess.Rook] = append(steps[chess.Rook], s)
				}
				if squared == 3 {
					steps[chess.Bishop] = append(steps[chess.Bishop], s)
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
		q.kings[side] = slices.Index(q.cells, chess.NewPiece(chess.Color(side), chess.King))
	}
	return q
}

// walk calls visit for the cells that a piece of some role on a cell gets to, up
// to and including the first piece on each way.
func (p *plain) walk(role chess.Role, from int, visit func(to int)) {
	x, y, z := from%p.n, from/p.n%p.n, from/p.n/p.n
	jumps := role == chess.Knight || role == chess.King
	for _, s := range plainSteps[role] {
		for i, j, k := x+s.x, y+s.y, z+s.z; i >= 0 && j >= 0 && k >= 0 && i < p.n && j < p.n && k < p.n; i, j, k = i+s.x, j+s.y, k+s.z {
			to := (k*p.n+j)*p.n + i
			visit(to)
			if jumps || p.cells[to] != chess.NoPiece {
				break
			}
		}
	}
}

// checked reports whether a side's king is attacked: it looks from the king along
// every line for the first piece, and at every knight's jump.
func (p *plain) checked(side chess.Color) bool {
	king, enemy := p.kings[side], side.Opponent()
	if king < 0 {
		return false
	}
	x, y, z := king%p.n, king/p.n%p.n, king/p.n/p.n
	for _, s := range plainSteps[chess.Queen] {
		distance := 1
		for i, j, k := x+s.x, y+s.y, z+s.z; i >= 0 && j >= 0 && k >= 0 && i < p.n && j < p.n && k < p.n; i, j, k = i+s.x, j+s.y, k+s.z {
			if piece := p.cells[(k*p.n+j)*p.n+i]; piece != chess.NoPiece {
				axes := s.x*s.x + s.y*s.y + s.z*s.z
				if piece.Color() == enemy && goesAlong(piece.Role(), axes, distance) {
					return true
				}
				break
			}
			distance++
		}
	}
	for _, s := range plainSteps[chess.Knight] {
		i, j, k := x+s.x, y+s.y, z+s.z
		if i >= 0 && j >= 0 && k >= 0 && i < p.n && j < p.n && k < p.n && p.cells[(k*p.n+j)*p.n+i] == chess.NewPiece(enemy, chess.Knight) {
			return true
		}
	}
	return false
}

// goesAlong reports whether a piece goes so far on a line along so many axes.
func goesAlong(role chess.Role, axes, distance int) bool {
	switch role {
	case chess.Queen:
		return true
	case chess.Rook:
		return axes == 1
	case chess.Bishop:
		return axes == 3
	case chess.King:
		return distance == 1
	}
	return false
}

func (p *plain) play(m plainMove) {
	if p.kings[p.side] == m.from {
		p.kings[p.side] = m.to
	}
	p.cells[m.to], p.cells[m.from] = p.cells[m.from], chess.NoPiece
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
		if piece == chess.NoPiece || piece.Color() != side {
			continue
		}
		p.walk(piece.Role(), from, func(to int) {
			taken := p.cells[to]
			if taken != chess.NoPiece && taken.Color() == side {
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
