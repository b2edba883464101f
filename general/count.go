package general

// perft counts the sequences of legal moves of a length, 1 for length 0: by listing
// all moves, or without lists where it can. It stops early, with a meaningless
// number, once stop returns true.
func (b *board[S]) perft(depth int, lists bool, stop func() bool) uint64 {
	switch {
	case depth == 0:
		return 1
	case depth == 1 && lists:
		start := b.list()
		n := len(b.moves) - start
		b.moves = b.moves[:start]
		return uint64(n)
	case depth == 1:
		return uint64(b.countMoves())
	case depth == 2 && b.r.still && !lists:
		return b.countLeaves(stop)
	}
	start := b.list()
	end := len(b.moves)
	var n uint64
	for i := start; i < end && !stop(); i++ {
		b.do(b.moves[i])
		n += b.perft(depth-1, lists, stop)
		b.undo()
	}
	b.moves = b.moves[:start]
	return n
}
