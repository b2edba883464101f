package cubic

import (
	"context"
	"fmt"
)

// MaxDepth is the limit on perft depth, in plies: no count gets near it.
const MaxDepth = 100

// Perft counts the sequences of depth legal moves; 1 for depth 0. It returns the
// context's error soon after the context is cancelled.
func (p Position) Perft(ctx context.Context, depth int) (uint64, error) {
	if depth < 0 || depth > MaxDepth {
		return 0, fmt.Errorf("depth %d is not from 0 to %d", depth, MaxDepth)
	}
	w := watch{ctx: ctx}
	nodes := p.board.perft(&w, depth)
	return nodes, w.err
}

func (b *board[S]) perft(w *watch, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	c := counter[S]{watch: w, floors: make([]floor[S], depth+1)}
	c.floors[depth].board = *b
	return c.count(depth)
}

// A counter counts a tree. It has a floor for each remaining depth, so that counting
// allocates almost nothing.
type counter[S set] struct {
	watch  *watch
	floors []floor[S]
}

type floor[S set] struct {
	board board[S]
	moves []Move
}

func (c *counter[S]) count(depth int) (nodes uint64) {
	here := &c.floors[depth]
	if depth == 1 {
		return uint64(here.board.count())
	}
	here.moves = here.board.moves(here.moves[:0])
	next := &c.floors[depth-1]
	for _, m := range here.moves {
		if c.watch.stopped() {
			break
		}
		next.board = here.board
		next.board.play(m)
		nodes += c.count(depth - 1)
	}
	return nodes
}

// A watch checks a context at intervals, at little cost.
type watch struct {
	ctx   context.Context
	calls uint
	err   error
}

// stopped reports whether the work should stop, and keeps doing so once it has.
func (w *watch) stopped() bool {
	if w.calls++; w.calls&1023 == 0 && w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err != nil
}
