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
	if depth <= 0 {
		return 1
	}
	w := &walker{rules: p.rules, table: table, stop: stop, lists: make([][]Move, depth+1)}
	if stop == nil {
		w.stop = new(atomic.Bool)
	}
	return w.leaves(p, depth)
}

// A walker walks the tree of moves below one position.
type walker struct {
	rules *Ruleset
	table *CountTable
	stop  *atomic.Bool
	lists [][]Move // one a ply, by the depth left
}

// leaves counts from a position of any game. Where sides alternate and nobody
// holds pieces in hand, the board alone is walked.
func (w *walker) leaves(p *Position, depth int) uint64 {
	if !w.rules.fibonacci && p.hands == [2]hand{} {
		return w.boardLeaves(&p.board, uint8(p.side), depth)
	}
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	var key uint64
	if w.table != nil {
		key = p.leavesKey(depth)
		if n, ok := w.table.get(key); ok {
			return n
		}
	}
	moves := p.Moves(w.lists[depth][:0])
	w.lists[depth] = moves
	var total uint64
	for _, m := range moves {
		next := *p
		next.step(m)
		total = addSaturating(total, w.leaves(&next, depth-1))
		if depth > 2 && w.stop.Load() {
			return 0
		}
	}
	if w.table != nil {
		w.table.put(key, total)
	}
	return total
}

// addSaturating returns a + b, or 2^64 - 1 if that is less.
func addSaturating(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum | -carry
}

// boardLeaves picks the instance of walkBoard for the side to move.
func (w *walker) boardLeaves(b *board, side uint8, depth int) uint64 {
	switch w.rules.bits | side {
	case 0:
		return walkBoard[[1]byte, [2]byte](w, b, depth)
	case modeBlack:
		return walkBoard[[2]byte, [1]byte](w, b, depth)
	case modeHoles:
		return walkBoard[[3]byte, [4]byte](w, b, depth)
	case modeHoles | modeBlack:
		return walkBoard[[4]byte, [3]byte](w, b, depth)
	case modeOdd:
		return walkBoard[[5]byte, [6]byte](w, b, depth)
	case modeOdd | modeBlack:
		return walkBoard[[6]byte, [5]byte](w, b, depth)
	case modeOdd | modeHoles:
		return walkBoard[[7]byte, [8]byte](w, b, depth)
	}
	return walkBoard[[8]byte, [7]byte](w, b, depth)
}

// walkBoard counts from a board with the side of mode M to move; N is the mode
// of the other side.
func walkBoard[M, N mode](w *walker, b *board, depth int) uint64 {
	var z M
	r, us := w.rules, uint(len(z)-1)&modeBlack
	if (r.extinction || r.holes != 0) && b.decided(r) {
		return 0
	}
	if depth == 1 {
		return uint64(countMoves[M](b, r))
	}
	var key uint64
	if w.table != nil {
		key = b.leavesKey(uint64(depth)<<1 | uint64(us))
		if n, ok := w.table.get(key); ok {
			return n
		}
	}
	moves := listMoves[M](b, r, w.lists[depth][:0])
	w.lists[depth] = moves
	var total uint64
	for _, m := range moves {
		next := *b
		next.play(m, us, r)
		total = addSaturating(total, walkBoard[N, M](w, &next, depth-1))
		if depth > 2 && w.stop.Load() {
			return 0
		}
	}
	if w.table != nil {
		w.table.put(key, total)
	}
	return total
}
