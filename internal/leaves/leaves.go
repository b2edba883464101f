// Package leaves counts the leaves of the tree of moves below positions of package chess;
// package perft uses it for counting. Almost all time is spent in the last two plies, whose
// moves are counted together where they are independent of each other (docs/generator.md).
package leaves

import (
	"math/bits"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/board"
)

// Count returns the number of sequences of depth legal moves from p: 1 for depth 0 and
// below. The moves of the last ply are counted without being made.
//
// With a table, counts of recurring positions are looked up; several goroutines may share
// one. Soon after stop (which may be nil) becomes true, Count returns a meaningless
// number. A count that does not fit 64 bits is returned as 2^64 - 1.
func Count(p *chess.Position, depth int, table *Table, stop *atomic.Bool) uint64 {
	return NewCounter(p.Rules(), depth, table, stop).Count(p, depth)
}

// A Counter counts like the function Count, for many positions of one game, and allocates
// its memory only once. It is for one goroutine at a time.
type Counter struct{ walker *walker }

// NewCounter makes a Counter for depths up to greatest; table and stop are as in the
// function Count.
func NewCounter(r *chess.Ruleset, greatest int, table *Table, stop *atomic.Bool) *Counter {
	return &Counter{newWalker(r.Board(), max(greatest, 0), table, stop)}
}

// Count returns what the function Count would.
func (c *Counter) Count(p *chess.Position, depth int) uint64 { return c.count(p, depth, false) }

// CountLists is Count with the moves of the last ply listed and the lengths of the lists
// summed. It measures what a search pays for moves, and is for counters without a table.
func (c *Counter) CountLists(p *chess.Position, depth int) uint64 { return c.count(p, depth, true) }

func (c *Counter) count(p *chess.Position, depth int, listing bool) uint64 {
	if depth <= 0 {
		return 1
	}
	c.walker.listing = listing
	return c.walker.leaves(p, depth)
}

// A walker walks the tree of moves below one position.
type walker struct {
	rules  *board.Masks
	table  *Table
	stop   *atomic.Bool
	lists  [][]board.Move   // one per ply, by remaining depth
	nexts  []chess.Position // likewise: space for the position after a move
	root   board.Board      // the board of a position from which only boards are walked
	boards []board.Board    // likewise: space for the board after a move
	// children are the boards after each move, while fetched counts.
	children []board.Board
	// bulk and pairs are what is known of the board two plies above the leaves.
	bulk  bulk
	pairs pairs
	bare  bare
	taken bulkMoves
	// leafList is the buffer for the moves of the last ply.
	leafList []board.Move
	// listing says that the moves of the last ply are to be listed.
	listing bool

	// orderly says that captures do nothing but remove a piece, that captures are not
	// compulsory, that checks may be given, and that nothing vanishes.
	orderly bool
	// pairable says that the moves of two pieces of one side are mostly independent of
	// each other, wherever a side moves twice in a row.
	pairable bool
}

func newWalker(r *board.Masks, depth int, table *Table, stop *atomic.Bool) *walker {
	if stop == nil {
		stop = new(atomic.Bool)
	}
	w := &walker{
		orderly:  !r.Shoot && !r.Explode && !r.Relocate && !r.Compulsory && !r.NoChecks && r.Holes == 0,
		pairable: !r.Relocate && (!r.NoChecks || r.Royal == 0),

		rules: r, table: table, stop: stop,
		lists: make([][]board.Move, depth+1), nexts: make([]chess.Position, depth+1), leafList: make([]board.Move, 0, board.MaxMoves), boards: make([]board.Board, depth+1),
	}
	for buf := make([]board.Move, board.MaxMoves*(depth+1)); depth >= 0; depth-- {
		w.lists[depth] = buf[board.MaxMoves*depth:][:board.MaxMoves:board.MaxMoves]
	}
	return w
}

// leaves counts from a position of any game. Once both hands are empty and no goal is
// near, it walks boards only.
func (w *walker) leaves(p *chess.Position, depth int) uint64 {
	if !w.rules.Pockets && p.Hands() == [2]board.Hand{} && !w.goalIsNear(p, depth) {
		w.root = p.Board()
		turn, left := p.Turn()
		return w.node(&w.root, uint(p.Side()), depth, turn, max(left, 1))
	}
	if depth == 1 {
		if w.listing {
			w.lists[1] = p.Moves(w.lists[1][:0])
			return uint64(len(w.lists[1]))
		}
		return uint64(p.CountMoves())
	}
	var known key
	if w.table != nil {
		known = w.table.positionKey(p, depth)
		if n, ok := w.table.get(known); ok {
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
		w.table.put(known, total)
	}
	return total
}

// playPosition counts the leaves below the moves of a position.
func (w *walker) playPosition(p *chess.Position, depth int) (total uint64) {
	moves := p.Moves(w.lists[depth][:0])
	w.lists[depth] = moves
	next := &w.nexts[depth]
	for _, m := range moves {
		p.PlayInto(next, m)
		total = addSaturating(total, w.leaves(next, depth-1))
		if depth > 2 && w.stop.Load() {
			return 0
		}
	}
	return total
}

// addSaturating returns a + b, or 2^64 - 1 if the sum does not fit.
func addSaturating(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// node counts the leaves, at depth 1 or more, below a board on which a side has left
// moves left in its turn (1 where turns are not counted) and both hands are empty.
func (w *walker) node(b *board.Board, us uint, depth int, turn, left uint64) (total uint64) {
	r := w.rules
	if r.PiecesDecide && b.Decided(r) {
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
	if r.Turns != nil {
		key = w.table.turnKey(b, uint8(us), depth, turn, left)
	}
	if n, ok := w.table.get(key); ok {
		return n
	}
	if depth == 3 && r.Turns == nil {
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
func (w *walker) leaf(b *board.Board, us uint) uint64 {
	if !w.listing {
		return uint64(w.rules.Machines[us&1].Count(b, w.rules))
	}
	w.lists[1] = w.rules.Machines[us&1].List(b, w.rules, board.Everywhere, w.lists[1][:0])
	return uint64(len(w.lists[1]))
}

// play counts the leaves below the moves of a list; checks are needed if more than one
// move is left in the turn.
func (w *walker) play(b *board.Board, us uint, depth int, turn, left uint64, checks *board.CheckInfo, moves []board.Move) (total uint64) {
	next := &w.boards[depth]
	for _, m := range moves {
		*next = *b
		next.Play(m, us, w.rules)
		var n uint64
		if left == 1 || checks.MayCheck(m) && next.Checkers(us^1, w.rules) != 0 {
			n = w.node(next, us^1, depth-1, turn+1, w.rules.Turns.Of(turn+1))
		} else {
			next.Rights &^= board.EnPassantRanks
			n = w.node(next, us, depth-1, turn, left-1)
		}
		total = addSaturating(total, n)
	}
	return total
}

// fetched counts from a board three plies above the leaves, where most table look-ups
// happen: it prefetches the entries of all children before it needs any of them, so that
// the memory accesses overlap.
func (w *walker) fetched(b *board.Board, us uint) (total uint64) {
	moves := w.rules.Machines[us&1].List(b, w.rules, board.Everywhere, w.lists[3][:0])
	w.lists[3] = moves[:cap(moves)]
	w.children = w.children[:0]
	for _, m := range moves {
		next := *b
		next.Play(m, us, w.rules)
		w.table.fetch(w.table.boardKey(&next, uint8(us^1), 2))
		w.children = append(w.children, next)
	}
	for i := range w.children {
		total = addSaturating(total, w.node(&w.children[i], us^1, 2, 0, 1))
	}
	return total
}
