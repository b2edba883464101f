package tables

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// A solver finds the values of all positions of a material. It goes through all of them once,
// plays their moves, and keeps the values of those that lead out of the table. Then it goes from
// the shortest wins to the longest: a position is looked at again when one that a move leads to
// becomes known. Which positions these may be follows from what men did on the first pass.
type solver struct {
	r     *rulebook
	l     *layout
	find  finder
	cells [2][]cell
	// marked are positions to look at, next those to look at one ply later.
	marked, next [2][]uint32
	seen         [2]*seen // by side to move
	deepest      int      // the longest win or loss to which moves out of the table lead
	workers      []*solving
}

// solving is the state of one goroutine of a solver.
type solving struct {
	s       *solver
	player  player
	seen    [2]*seen
	changes []change
	deepest int
	missing int
	stray   bool
}

type change struct {
	index uint64
	to    cell
}

// chunk is how many positions a goroutine takes at a time.
const chunk = 1 << 13

// missingEnough is the number of positions with moves to missing tables after which a pass ends,
// so that those are made first.
const missingEnough = 1000

func newSolver(r *rulebook, codes []uint8, find finder) *solver {
	s := &solver{r: r, l: r.newLayout(codes), find: find}
	for side := range 2 {
		s.cells[side] = make([]cell, s.l.size)
		s.marked[side] = make([]uint32, s.l.size/32+1)
		s.next[side] = make([]uint32, s.l.size/32+1)
		s.seen[side] = newSeen(r, s.l)
	}
	for range runtime.GOMAXPROCS(0) {
		w := &solving{s: s, player: r.newPlayer(find, s.l)}
		for side := range 2 {
			w.seen[side] = newSeen(r, s.l)
		}
		s.workers = append(s.workers, w)
	}
	return s
}

// errMissing says that tables that moves lead to are missing.
var errMissing = fmt.Errorf("tables that moves lead to are missing")

// solve fills the cells.
func (s *solver) solve(ctx context.Context, progress func(stage string)) error {
	for side := range 2 {
		progress("all moves with " + [2]string{"White", "Black"}[side] + " to move")
		if err := s.each(ctx, func(w *solving, index uint64) { w.begin(side, index) }); err != nil {
			return err
		}
		for _, w := range s.workers {
			switch {
			case w.stray:
				return fmt.Errorf("a man of %s moves to a square that its kind cannot reach", s.r.material(s.l.codes))
			case w.missing > 0:
				return errMissing
			}
		}
	}
	for _, w := range s.workers {
		for side := range 2 {
			s.seen[side].merge(s.l, w.seen[side])
		}
		s.deepest = max(s.deepest, w.deepest)
	}
	// Positions without a move are known after ply 0.
	for side := range 2 {
		if err := s.each(ctx, func(w *solving, index uint64) {
			if c := s.cells[side][index]; c == won || c == lost {
				w.mark(side, index, c)
			}
		}); err != nil {
			return err
		}
	}
	for ply := 1; ; ply++ {
		if ply > maxPlies-1 {
			return fmt.Errorf("a win takes more than %d plies", maxPlies-1)
		}
		progress(fmt.Sprintf("wins in %d plies", ply))
		s.marked, s.next = s.next, s.marked
		found := false
		for side := range 2 {
			more, err := s.advance(ctx, side, ply)
			if err != nil {
				return err
			}
			found = found || more
		}
		for side := range 2 {
			clear(s.marked[side])
			if s.seen[0].beyond || s.seen[1].beyond { // what becomes known may matter to any position
				for i := range s.next[side] {
					s.next[side][i] = ^uint32(0)
				}
			}
		}
		if !found && ply > s.deepest {
			break
		}
	}
	for side := range 2 { // what neither side can force is drawn
		if err := s.each(ctx, func(w *solving, index uint64) {
			if c := &s.cells[side][index]; !c.final() {
				*c = drawn
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

// advance finds the positions that are decided after this many plies.
func (s *solver) advance(ctx context.Context, side, ply int) (found bool, err error) {
	marked, cells := s.marked[side], s.cells[side]
	if err := s.each(ctx, func(w *solving, index uint64) {
		c := cells[index]
		scheduled := (c&class == winning || c&class == losing) && c.plies() == ply
		if marked[index/32]>>(index%32)&1 != 0 && !c.final() {
			if now := w.look(side, index, c, ply); now != c && now&class != open {
				c = now
				scheduled = (c&class == winning || c&class == losing) && c.plies() == ply
				if !scheduled {
					w.changes = append(w.changes, change{index, c})
				}
			}
		}
		if scheduled {
			if c&class == winning {
				c = won | cell(ply)
			} else {
				c = lost | cell(ply)
			}
			w.changes = append(w.changes, change{index, c})
		}
	}); err != nil {
		return false, err
	}
	var wg sync.WaitGroup
	for _, w := range s.workers {
		for _, c := range w.changes {
			cells[c.index] = c.to
			found = true
			s.deepest = max(s.deepest, c.to.plies())
		}
	}
	for _, w := range s.workers {
		wg.Go(func() {
			for _, c := range w.changes {
				if c.to.final() {
					w.mark(side, c.index, c.to)
				}
			}
			w.changes = w.changes[:0]
		})
	}
	wg.Wait()
	return found, nil
}

// each calls f for all positions, in parallel.
func (s *solver) each(ctx context.Context, f func(w *solving, index uint64)) error {
	var at atomic.Uint64
	var wg sync.WaitGroup
	for _, w := range s.workers {
		wg.Go(func() {
			for ctx.Err() == nil && w.missing < missingEnough && !w.stray {
				from := at.Add(chunk) - chunk
				if from >= s.l.size {
					return
				}
				for index := from; index < min(from+chunk, s.l.size); index++ {
					f(w, index)
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// begin fills a cell with what is known about it before any other of the table is.
func (w *solving) begin(side int, index uint64) {
	s := w.s
	cells := s.cells[side]
	var at [maxMen]uint8
	if !s.l.squares(index, &at) {
		cells[index] = invalid
		return
	}
	e := w.player.expand(&at, side, true)
	switch {
	case e.invalid:
		cells[index] = invalid
		return
	case e.over:
		cells[index] = cellOf(e.result)
		return
	case e.stray:
		w.stray = true
		return
	case e.missing:
		w.missing++
		return
	}
	for i := range e.inside {
		w.seen[side].note(&e.inside[i])
	}
	for i := range e.passing {
		w.seen[side].note(&e.passing[i].twin)
		if len(e.passing[i].inside) > 0 {
			w.seen[side].beyond = true
		}
	}
	c := w.weigh(e, side, 0)
	if len(e.passing) > 0 {
		// Its captures en passant may decide it before the twins are known.
		atomic.OrUint32(&s.next[side][index/32], 1<<(index%32))
	}
	if c&class == winning || c&class == losing {
		w.deepest = max(w.deepest, c.plies())
	}
	cells[index] = c
}

// weigh returns the cell of a position by all its moves, from what is known after fewer than ply
// plies.
func (w *solving) weigh(e *expansion, side, ply int) cell {
	t := tally{win: maxPlies}
	for _, v := range e.outside {
		t.add(v)
	}
	for i := range e.passing {
		w.pass(&t, &e.passing[i], side, ply)
	}
	for i := range e.inside {
		w.inside(&t, e.inside[i].index, side^1, ply)
	}
	return t.cell()
}

// look returns the cell of a position when more positions are known.
func (w *solving) look(side int, index uint64, c cell, ply int) cell {
	s := w.s
	var at [maxMen]uint8
	s.l.squares(index, &at)
	e := w.player.expand(&at, side, false)
	if len(e.passing) > 0 {
		return w.weigh(w.player.expand(&at, side, true), side, ply)
	}
	t := tally{win: maxPlies}
	switch c & class {
	case open, losing:
		t.loss = c.plies()
	case safe:
		t.safe = true
	case winning:
		t.safe, t.win = true, c.plies()
	}
	for i := range e.inside {
		w.inside(&t, e.inside[i].index, side^1, ply)
		if t.safe && t.win == ply {
			break
		}
	}
	return t.cell()
}

// inside adds a position of the table to a tally.
func (w *solving) inside(t *tally, index uint64, side, ply int) {
	if ply <= 0 { // on the first pass
		t.unknown = true
		return
	}
	switch c := w.s.cells[side][index]; {
	case c&class == drawn:
		t.safe = true
	case c.final() && c.plies() < ply:
		t.add(c.value())
	default:
		t.unknown = true
	}
}

// pass adds a position after a double step to a tally.
func (w *solving) pass(t *tally, p *passant, side, ply int) {
	n := tally{win: maxPlies}
	for _, v := range p.outside {
		n.add(v)
	}
	for _, index := range p.inside {
		w.inside(&n, index, side, ply-1)
	}
	switch {
	case !p.quiet:
	case ply == 0:
		n.unknown = true
	default:
		switch c := w.s.cells[side^1][p.twin.index]; {
		case c&class == drawn:
			n.safe = true
		case c&class == won && c.plies() < ply:
			n.win = min(n.win, c.plies())
			n.safe = true
		case c&class == lost && c.plies() < ply:
			n.loss = max(n.loss, c.plies())
		default:
			n.unknown = true
		}
	}
	switch c := n.cell(); c & class {
	case winning:
		t.add(Value{1, c.plies()})
	case losing:
		t.add(Value{-1, c.plies()})
	default:
		if n.unknown {
			t.unknown = true
		} else {
			t.safe = true
		}
	}
}

// A tally is what is known about the moves of a position.
type tally struct {
	win     int  // the plies of the fastest win
	loss    int  // the plies of the slowest loss
	safe    bool // a move does not lose
	unknown bool // a move leads to a position that is not known
}

// add counts a move to a position with a value.
func (t *tally) add(v Value) {
	switch {
	case v.Result < 0:
		t.win, t.safe = min(t.win, v.Plies+1), true
	case v.Result == 0:
		t.safe = true
	default:
		t.loss = max(t.loss, v.Plies+1)
	}
}

func (t *tally) cell() cell {
	switch {
	case t.win < maxPlies:
		return winning | cell(t.win)
	case t.safe:
		return safe
	case t.unknown:
		return open | cell(t.loss)
	}
	return losing | cell(t.loss)
}

// mark marks the positions from which a move may lead to one that has just become known.
func (w *solving) mark(side int, index uint64, c cell) {
	s := w.s
	var at [maxMen]uint8
	s.l.squares(index, &at)
	mover := side ^ 1
	cells, next := s.cells[mover], s.next[mover]
	set := func(before *[maxMen]uint8) {
		index, ok := s.l.index(before)
		if !ok {
			return
		}
		if old := cells[index]; !old.final() && (c&class == lost || old&class != safe && old&class != winning) {
			atomic.OrUint32(&next[index/32], 1<<(index%32))
		}
	}
	s.seen[mover].before(s.l, &at, set)
}
