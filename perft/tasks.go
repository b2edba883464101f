package perft

import (
	"math"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/leaves"
)

const (
	// enoughTasks is the number of tasks at which the tree is not cut further: enough
	// to keep many workers busy to the end.
	enoughTasks = 512
	// A subtree is counted in one piece, without progress reports, if it is at most
	// chunkDepth deep and likely to have at most chunkNodes leaves: some milliseconds
	// of work. With a table, which needs larger pieces, it is a whole task.
	chunkDepth = 5
	chunkNodes = 1 << 22
	// smallestTask is the depth at which a task is not cut further.
	smallestTask = 2
)

// newCounter cuts the tree below pos into tasks: breadth first, node by node, until
// there are enough of them. The larger tasks come first.
func newCounter(pos *chess.Position, depth int, o Options, table *leaves.Table) *counter {
	c := &counter{depth: depth, rules: pos.Rules(), table: table, lists: o.Lists}
	if depth == 0 {
		return c
	}
	moves := pos.Moves(nil)
	c.roots = make([]root, len(moves))
	queue := make([]task, 0, len(moves))
	for i, m := range moves {
		c.roots[i].move = m
		queue = append(queue, task{pos.Play(m), depth - 1, i, wholeTree / uint64(len(moves))})
	}
	for len(queue) > 0 && len(queue) < enoughTasks && queue[0].depth > smallestTask {
		t := queue[0]
		queue = queue[1:]
		moves = t.pos.Moves(moves[:0])
		if len(moves) == 0 {
			c.progress.Add(t.share)
		}
		for _, m := range moves {
			queue = append(queue, task{t.pos.Play(m), t.depth - 1, t.root, t.share / uint64(len(moves))})
		}
	}
	for i := range queue {
		c.roots[queue[i].root].pending.Add(1)
	}
	c.tasks = queue
	return c
}

// A worker counts the subtrees below one root move at a time.
type worker struct {
	*counter
	root   *root
	leaves *leaves.Counter
	buf    [MaxDepth + 1][]chess.Move // one per depth, reused
}

// count adds the leaves of a subtree to its root move and its share to the progress.
// It returns false if the count was stopped.
func (w *worker) count(pos *chess.Position, depth int, share uint64) bool {
	if w.table == nil && !isChunk(pos, depth) {
		return w.countMoves(pos, depth, share)
	}
	var nodes uint64
	if w.lists {
		nodes = w.leaves.CountLists(pos, depth)
	} else {
		nodes = w.leaves.Count(pos, depth)
	}
	if w.stop.Load() {
		return false
	}
	w.add(w.root, nodes)
	w.progress.Add(share)
	return true
}

// isChunk estimates the size of a subtree from the moves at its root.
func isChunk(pos *chess.Position, depth int) bool {
	if depth <= 2 || depth > chunkDepth {
		return depth <= 2
	}
	return math.Pow(float64(pos.CountMoves()), float64(depth)) <= chunkNodes
}

// countMoves counts a subtree that is too large for a chunk.
func (w *worker) countMoves(pos *chess.Position, depth int, share uint64) bool {
	moves := pos.Moves(w.buf[depth][:0])
	w.buf[depth] = moves
	for _, m := range moves {
		next := pos.Play(m)
		if !w.count(&next, depth-1, share/uint64(len(moves))) {
			return false
		}
	}
	return true
}
