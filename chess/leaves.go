package chess

import (
	"math/bits"
	"sync/atomic"
)

// Leaves returns the number of sequences of depth legal moves from p, which
// perft calls its leaf nodes: 1 for depth 0 and below. The moves of the last
// ply are counted without being made.
//
// With a table, counts of positions that recur are looked up; several
// goroutines may share one. As soon as stop (which may be nil) becomes true,
// Leaves returns a number that means nothing. A count that does not fit 64 bits
// is given as 2^64 - 1.
func (p *Position) Leaves(depth int, table *CountTable, stop *atomic.Bool) uint64 {
	return p.rules.NewLeafCounter(depth, table, stop).Leaves(p, depth)
}

// ListedLeaves is Leaves without a table, with the moves of the last ply written
// out, and the lists' lengths taken. It measures what a search pays for moves.
func (p *Position) ListedLeaves(depth int, stop *atomic.Bool) uint64 {
	return p.rules.NewLeafCounter(depth, nil, stop).ListedLeaves(p, depth)
}

// A LeafCounter counts leaves as Position.Leaves and Position.ListedLeaves do, for
// many positions of one game, and makes room for the way down only once. It is for
// one goroutine at a time.
type LeafCounter struct{ walker *walker }

// NewLeafCounter makes a LeafCounter for depths up to a greatest one; table and stop
// are those of Position.Leaves.
func (r *Ruleset) NewLeafCounter(greatest int, table *CountTable, stop *atomic.Bool) *LeafCounter {
	return &LeafCounter{newWalker(r, max(greatest, 0), table, stop)}
}

// Leaves returns what p.Leaves would.
func (c *LeafCounter) Leaves(p *Position, depth int) uint64 { return c.count(p, depth, false) }

// ListedLeaves returns what p.ListedLeaves would. It is for counters without a table.
func (c *LeafCounter) ListedLeaves(p *Position, depth int) uint64 { return c.count(p, depth, true) }

func (c *LeafCounter) count(p *Position, depth int, listing bool) uint64 {
	if depth <= 0 {
		return 1
	}
	c.walker.listing = listing
	return c.walker.leaves(p, depth)
}

// A walker walks the tree of moves below one position.
type walker struct {
	rules  *Ruleset
	table  *CountTable
	stop   *atomic.Bool
	lists  [][]Move   // one a ply, by the depth left
	nexts  []Position // likewise: room for the position after a move
	boards []board    // likewise: room for the board after a move
	// children are those of the board that fetched counts from.
	children []board
	// bulk and pairs are what is known of the board two plies above the leaves.
	bulk  bulk
	pairs pairs
	bare  bare
	taken bulkMoves
	// leafList is where the moves of the last ply are written.
	leafList []Move
	// listing says to write out the moves of the last ply.
	listing bool
}

func newWalker(r *Ruleset, depth int, table *CountTable, stop *atomic.Bool) *walker {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	w := &walker{
		rules: r, table: table, stop: stop,
		lists: make([][]Move, depth+1), nexts: make([]Position, depth+1), leafList: make([]Move, 0, MaxMoves), boards: make([]board, depth+1),
	}
	for buf := make([]Move, MaxMoves*(depth+1)); depth >= 0; depth-- {
		w.lists[depth] = buf[MaxMoves*depth:][:MaxMoves:MaxMoves]
	}
	return w
}

// leaves counts from a position of any game. Once nobody holds pieces in hand and
// no goal is near, the board alone is walked.
func (w *walker) leaves(p *Position, depth int) uint64 {
	if w.rules.boardOnly && p.hands == [2]hand{} && !p.goalIsNear(depth) {
		return w.node(&p.board, uint(p.side), depth, uint64(p.turn), max(p.left, 1))
	}
	if depth == 1 {
		if w.listing {
			w.lists[1] = p.Moves(w.lists[1][:0])
			return uint64(len(w.lists[1]))
		}
		return uint64(p.CountMoves())
	}
	var key countKey
	if w.table != nil {
		key = w.table.positionKey(p, depth)
		if n, ok := w.table.get(key); ok {
			return n
		}
	}
	total, ok := uint64(0), false
	if depth == 2 {
		total, ok = w.lastTwo(p)
	}
	if !ok {
		total = w.playPosition(p, depth)
	}
	if w.table != nil && !w.stop.Load() {
		w.table.put(key, total)
	}
	return total
}

// playPosition counts the leaves behind the moves of a position.
func (w *walker) playPosition(p *Position, depth int) (total uint64) {
	moves := p.Moves(w.lists[depth][:0])
	w.lists[depth] = moves
	next := &w.nexts[depth]
	for _, m := range moves {
		*next = *p
		next.step(m)
		total = addSaturating(total, w.leaves(next, depth-1))
		if depth > 2 && w.stop.Load() {
			return 0
		}
	}
	return total
}

// addSaturating returns a + b, or 2^64 - 1 if that is less.
func addSaturating(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// node counts the leaves a depth of one or more below a board on which a side has so
// many moves left of a turn, one where turns are not counted, and nobody holds pieces
// in hand.
func (w *walker) node(b *board, us uint, depth int, turn, left uint64) (total uint64) {
	r := w.rules
	if r.piecesDecide && b.decided(r) {
		return 0
	}
	if depth == 1 {
		return w.leaf(b, us)
	}
	if depth > 2 && w.stop.Load() {
		return 0
	}
	if w.table == nil {
		return w.walk(b, us, depth, turn, left)
	}
	key := w.table.boardKey(b, uint8(us), depth)
	if r.turns != singleMoves {
		key = w.table.turnKey(b, uint8(us), depth, turn, left)
	}
	if n, ok := w.table.get(key); ok {
		return n
	}
	if depth == 3 && r.turns == singleMoves {
		total = w.fetched(b, us)
	} else {
		total = w.walk(b, us, depth, turn, left)
	}
	if !w.stop.Load() {
		w.table.put(key, total)
	}
	return total
}

// leaf counts the moves of a board in a game that is not decided.
func (w *walker) leaf(b *board, us uint) uint64 {
	if !w.listing {
		return uint64(w.rules.machines[us&1].count(b, w.rules))
	}
	w.lists[1] = w.rules.machines[us&1].list(b, w.rules, everywhere, w.lists[1][:0])
	return uint64(len(w.lists[1]))
}

// play counts the leaves behind the moves of a list; checks are needed where more than
// one is left of the turn.
func (w *walker) play(b *board, us uint, depth int, turn, left uint64, checks *checkInfo, moves []Move) (total uint64) {
	next := &w.boards[depth]
	for _, m := range moves {
		*next = *b
		next.play(m, us, w.rules)
		var n uint64
		if left == 1 || checks.mayCheck(m) && next.checkers(us^1, w.rules) != 0 {
			n = w.node(next, us^1, depth-1, turn+1, w.rules.turnLength(turn+1))
		} else {
			next.rights &^= enPassantRanks
			n = w.node(next, us, depth-1, turn, left-1)
		}
		total = addSaturating(total, n)
	}
	return total
}

// fetched counts from a board three plies above the leaves, where most look-ups
// in a table come from: the entries of all children are read once before any is
// needed, so that the waits for memory overlap.
func (w *walker) fetched(b *board, us uint) (total uint64) {
	moves := w.rules.machines[us&1].list(b, w.rules, everywhere, w.lists[3][:0])
	w.lists[3] = moves[:cap(moves)]
	w.children = w.children[:0]
	for _, m := range moves {
		next := *b
		next.play(m, us, w.rules)
		w.table.fetch(w.table.boardKey(&next, uint8(us^1), 2))
		w.children = append(w.children, next)
	}
	for i := range w.children {
		total = addSaturating(total, w.node(&w.children[i], us^1, 2, 0, 1))
	}
	return total
}
