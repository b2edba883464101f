package cubic

import (
	"context"
	"fmt"
)

// MaxDepth bounds the depth of perft, of a search and of a mate, in moves of
// either side. None of them gets near it.
const MaxDepth = 100

// Perft counts the sequences of depth legal moves; 1 for depth 0. It stops with
// the context's error soon after that is cancelled.
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
	c := counter[S]{watch: w, lists: make([][]Move, depth)}
	return c.count(b, depth)
}

// A counter holds what perft reuses: a move list for each depth.
type counter[S set] struct {
	watch *watch
	lists [][]Move
}

func (c *counter[S]) count(b *board[S], depth int) (nodes uint64) {
	if depth == 1 {
		return uint64(b.count())
	}
	list := b.moves(c.lists[depth-1][:0])
	c.lists[depth-1] = list
	for _, m := range list {
		if c.watch.stopped() {
			break
		}
		next := *b
		next.play(m)
		nodes += c.count(&next, depth-1)
	}
	return nodes
}

// A watch looks at a context now and then, at little cost.
type watch struct {
	ctx   context.Context
	calls uint
	err   error
}

// stopped reports whether the work is to end, and then goes on doing so.
func (w *watch) stopped() bool {
	if w.calls++; w.calls&1023 == 0 && w.err == nil {
		w.err = w.ctx.Err()
	}
	return w.err != nil
}
