package general

import "math/bits"

// Boards of 65 to 128 squares, the most common after the chessboard's 64: arrays of
// two words are never kept in registers, so the innermost loops are written out for
// them. Other boards use none of this.

// reachTwo is from for pieces that are not slow, returning the words of the set.
func (m *moves[S]) reachTwo(sq int, occ *S) (reach0, reach1 uint64) {
	high := len(*occ) - 1
	if m.leap != nil {
		leap := &m.leap[sq]
		reach0, reach1 = (*leap)[0], (*leap)[high]
	}
	if m.per > 0 {
		rides0, rides1 := slideTwo(m.lines[sq*m.per:(sq+1)*m.per], occ)
		reach0, reach1 = reach0|rides0, reach1|rides1
	}
	return reach0, reach1
}

// slideTwo returns what slide adds.
func slideTwo[S set](lines []line[S], occ *S) (reach0, reach1 uint64) {
	high := len(*occ) - 1
	occ0, occ1 := (*occ)[0], (*occ)[high]
	for n := range lines {
		l := &lines[n]
		up0, up1 := l.up[0], l.up[high]
		block0, block1 := up0&occ0, up1&occ1
		less0, borrow := bits.Sub64(block0, 1, 0)
		reach0 |= up0 & (block0 ^ less0)
		reach1 |= up1 & (block1 ^ (block1 - borrow))
		down0, down1 := l.down[0], l.down[high]
		block0, block1 = down0&occ0, down1&occ1
		reach1 |= down1 & (^uint64(0) << ((bits.Len64(block1|1) - 1) & 63))
		if block1 == 0 {
			reach0 |= down0 & (^uint64(0) << ((bits.Len64(block0|1) - 1) & 63))
		}
	}
	return reach0, reach1
}

// listSimpleTwo is simpleMoves where moves are listed, for pieces that move as they
// capture, are not slow and may go everywhere.
func (g *generator[S]) listSimpleTwo(m *mover[S], x *S) {
	high := len(*x) - 1
	free0, free1 := g.hits[0]|g.quiets[0], g.hits[high]|g.quiets[high]
	list := g.moves
	for w := range len(*x) {
		for pieces := (*x)[w]; pieces != 0; pieces &= pieces - 1 {
			from := w<<6 | trailing(pieces)
			to0, to1 := m.capture.reachTwo(from, &g.occ)
			to0, to1 = to0&free0, to1&free1
			if has(&g.pinned, from) {
				mask := g.pinMask(from)
				to0, to1 = to0&mask[0], to1&mask[high]
			}
			base := newMove(normal, from, 0)
			for ; to0 != 0; to0 &= to0 - 1 {
				list = append(list, base|move(trailing(to0)))
			}
			base |= 64
			for ; to1 != 0; to1 &= to1 - 1 {
				list = append(list, base|move(trailing(to1)))
			}
		}
	}
	g.n += len(list) - len(g.moves)
	g.moves = list
}
