package chess

// turnLeaves picks the instance of walkTurns for the side to move.
func (w *walker) turnLeaves(b *board, side uint8, depth int, turn, left uint64) uint64 {
	switch w.rules.bits | side {
	case 0:
		return walkTurns[[1]byte, [2]byte](w, b, depth, turn, left)
	case modeBlack:
		return walkTurns[[2]byte, [1]byte](w, b, depth, turn, left)
	case modeHoles:
		return walkTurns[[3]byte, [4]byte](w, b, depth, turn, left)
	case modeHoles | modeBlack:
		return walkTurns[[4]byte, [3]byte](w, b, depth, turn, left)
	case modeOdd:
		return walkTurns[[5]byte, [6]byte](w, b, depth, turn, left)
	case modeOdd | modeBlack:
		return walkTurns[[6]byte, [5]byte](w, b, depth, turn, left)
	case modeOdd | modeHoles:
		return walkTurns[[7]byte, [8]byte](w, b, depth, turn, left)
	}
	return walkTurns[[8]byte, [7]byte](w, b, depth, turn, left)
}

// walkTurns is walkBoard for Fibonacci turns: the side of mode M has left moves
// of the given turn to make, N is the mode of the other side.
func walkTurns[M, N mode](w *walker, b *board, depth int, turn, left uint64) uint64 {
	var z M
	r, us := w.rules, uint(len(z)-1)&modeBlack
	if r.piecesDecide && b.decided(r) {
		return 0
	}
	if depth == 1 {
		if w.listing {
			w.lists[1] = listMoves[M](b, r, everywhere, w.lists[1][:0])
			return uint64(len(w.lists[1]))
		}
		return uint64(countMoves[M](b, r))
	}
	if depth > 2 && w.stop.Load() {
		return 0
	}
	var key countKey
	if w.table != nil {
		key = w.table.turnKey(b, uint8(us), depth, turn, left)
		if n, ok := w.table.get(key); ok {
			return n
		}
	}
	moves := listMoves[M](b, r, everywhere, w.lists[depth][:0])
	w.lists[depth] = moves
	aims := b.aims(us, r)
	next := &w.nexts[depth].board
	var total, n uint64
	for _, m := range moves {
		*next = *b
		next.play(m, us, r)
		if left == 1 || aims.mayCheck(m) && next.checkers(us^1, r) != 0 {
			n = walkTurns[N, M](w, next, depth-1, turn+1, r.turnLength(turn+1))
		} else {
			next.rights &^= enPassantRanks
			n = walkTurns[M, N](w, next, depth-1, turn, left-1)
		}
		total = addSaturating(total, n)
	}
	if w.stop.Load() {
		return 0
	}
	if w.table != nil {
		w.table.put(key, total)
	}
	return total
}
