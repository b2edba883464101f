package cubic

import (
	"math/bits"

	"github.com/heterodox-chess/heterodox/rules"
)

// A front is what limits the moves of the side to move. All legal moves follow from
// it; none has to be tried out.
type front[S set] struct {
	own    S
	occ    S
	king   int // the cell of its king, -1 if it has none
	escape S   // where its king may go
	goal   S   // where its other pieces may go, if they reach it
	pinned S   // the other pieces that must stay on their line with the king
}

// survey computes the front of the side to move.
func (b *board[S]) survey(f *front[S]) {
	f.own = b.colors[b.side&1]
	f.occ = b.occupied()
	for i := range len(f.goal) {
		f.goal[i] = ^f.own[i]
	}
	f.king = b.king(b.side)
	if f.king < 0 {
		return
	}
	// The king does not block attacks from which it flees.
	fled := f.occ
	remove(&fled, f.king)
	danger := b.attacked(b.side^1, &fled)
	f.escape = subtract(subtract(b.g.king[f.king], f.own), danger)

	checkers := b.pins(f)
	switch popcount(checkers) {
	case 0:
	case 1: // capture the checker or block it
		checker := first(checkers)
		stop := b.g.path(f.king, checker)
		add(&stop, checker)
		f.goal = intersect(f.goal, stop)
	default: // no other piece can stop two checks at once
		var none S
		f.goal = none
	}
}

// pins finds the pinned pieces of the side to move and returns the pieces that give
// check. It finds both in one pass: enemy sliders on a line to the king, with no
// piece or one piece between. Knights can only give check.
func (b *board[S]) pins(f *front[S]) (checkers S) {
	enemy := b.colors[b.side&1^1]
	checkers = intersect(b.g.knight[f.king], intersect(b.knights, enemy))
	snipers := intersect(b.snipers(f.king, &enemy), enemy)
	for w := range len(snipers) {
		for x := snipers[w]; x != 0; x &= x - 1 {
			sniper := w<<6 | bits.TrailingZeros64(x)
			between := intersect(b.g.path(f.king, sniper), f.own)
			switch popcount(between) {
			case 0:
				add(&checkers, sniper)
			case 1:
				f.pinned = union(f.pinned, between)
			}
		}
	}
	return checkers
}

// count returns the number of legal moves.
func (b *board[S]) count() int {
	var f front[S]
	b.survey(&f)
	n := popcount(f.escape)
	g := b.g
	free := subtract(f.own, f.pinned)
	queens := intersect(free, b.queens())
	rooks := subtract(intersect(free, b.straight), queens)
	bishops := subtract(intersect(free, b.triagonal), queens)
	knights := intersect(free, b.knights)
	for w := range len(free) {
		for x := queens[w]; x != 0; x &= x - 1 {
			n += popcount(intersect(f.goal, g.queen(w<<6|bits.TrailingZeros64(x), &f.occ)))
		}
		for x := rooks[w]; x != 0; x &= x - 1 {
			n += popcount(intersect(f.goal, g.rook(w<<6|bits.TrailingZeros64(x), &f.occ)))
		}
		for x := bishops[w]; x != 0; x &= x - 1 {
			n += popcount(intersect(f.goal, g.bishop(w<<6|bits.TrailingZeros64(x), &f.occ)))
		}
		for x := knights[w]; x != 0; x &= x - 1 {
			n += popcount(intersect(f.goal, g.knight[w<<6|bits.TrailingZeros64(x)]))
		}
		for x := f.pinned[w]; x != 0; x &= x - 1 {
			cell := w<<6 | bits.TrailingZeros64(x)
			n += popcount(b.goals(&f, b.roleAt(cell), cell))
		}
	}
	return n
}

// goals returns where one piece of the side to move may go.
func (b *board[S]) goals(f *front[S], role rules.Role, cell int) S {
	if role == rules.King {
		return f.escape
	}
	goals := intersect(f.goal, b.g.attacks(role, cell, &f.occ))
	if has(&f.pinned, cell) {
		goals = intersect(goals, b.g.line(f.king, cell))
	}
	return goals
}

// moves appends the legal moves.
func (b *board[S]) moves(dst []Move) []Move {
	var f front[S]
	b.survey(&f)
	for w := range len(f.own) {
		for x := f.own[w]; x != 0; x &= x - 1 {
			cell := w<<6 | bits.TrailingZeros64(x)
			role := b.roleAt(cell)
			goals := b.goals(&f, role, cell)
			dst = b.emit(dst, role, cell, &goals)
		}
	}
	return dst
}

// reach appends the moves of a piece of either side by its movement alone, ignoring
// whose turn it is and checks.
func (b *board[S]) reach(dst []Move, cell int) []Move {
	role := b.roleAt(cell)
	own := &b.colors[b.pieceAt(cell).Color()]
	occ := b.occupied()
	goals := subtract(b.g.attacks(role, cell, &occ), *own)
	return b.emit(dst, role, cell, &goals)
}

// emit appends one piece's moves to the cells of goals.
func (b *board[S]) emit(dst []Move, role rules.Role, from int, goals *S) []Move {
	g := b.g
	move := newMove(role, g.cells[from], 0)
	occ := b.occupied()
	for w := range len(occ) {
		for x := (*goals)[w]; x != 0; x &= x - 1 {
			to := w<<6 | bits.TrailingZeros64(x)
			m := move | Move(g.cells[to])
			if has(&occ, to) {
				m |= Move(b.roleAt(to)) << captureShift
			}
			dst = append(dst, m)
		}
	}
	return dst
}
