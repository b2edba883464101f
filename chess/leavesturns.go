package chess

import "github.com/heterodox-chess/heterodox/bitboard"

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
	if (r.extinction || r.holes != 0) && b.decided(r) {
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
	var key uint64
	if w.table != nil {
		key = fold(b.leavesKey(uint64(depth)<<1|uint64(us))^left, turn^0xd1342543de82ef95)
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
			n = walkTurns[N, M](w, next, depth-1, turn+1, turnLength(turn+1))
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

// aims says which moves of a side may give check, so that most moves need no
// look at the enemy king.
type aims struct {
	targets [NumRoles]Bitboard // from where a piece of the role attacks the king
	screens Bitboard           // own pieces that stand alone between it and an own slider
	special Move               // moves with one of these flags may always give check
}

// aims looks at the enemy's royal king, if there is one.
func (b *board) aims(us uint, r *Ruleset) (a aims) {
	royal := b.kings & b.colors[us&1^1] & r.royal
	if royal == 0 {
		return a
	}
	king, stops := royal.First(), b.occupied()|r.holes
	_, _, a.screens = b.threats(us^1, king, stops, r.amazons)
	a.targets[Pawn] = bitboard.Pawn(us^1, king)
	a.targets[Knight] = bitboard.Knight(king)
	a.targets[Bishop] = bitboard.Bishop(king, stops)
	a.targets[Rook] = bitboard.Rook(king, stops)
	a.targets[Queen] = a.targets[Bishop] | a.targets[Rook]
	a.targets[Amazon] = a.targets[Queen] | a.targets[Knight]
	a.special = flagsSpecial | 7<<promoShift
	if r.shoot {
		a.special |= flagCapture
	}
	return a
}

// mayCheck reports whether a move may give check; if not, it does not.
func (a *aims) mayCheck(m Move) bool {
	return a.targets[m.Role()]&m.To().Bitboard()|a.screens&m.From().Bitboard() != 0 || m&a.special != 0
}
