package engine

import (
	"math"

	"github.com/heterodox-chess/heterodox/game"
)

// The move picker: the moves of a node one by one, the most promising first, each
// stage ranked only when it is reached (table move, captures that win, killers and
// quiet moves by their history, captures that lose). Whether a capture loses is computed
// when it would be next.

// A pick is a move with its rank; threat says that it is quiet and threatens something (see
// board), unless it is the table's move or a killer.
type pick struct {
	move   game.Code
	rank   int32
	threat bool
}

// before reports whether a pick is the better one. Picks of equal rank are ordered by their
// moves, so that the order is the same every time.
func (k pick) before(other pick) bool {
	return k.rank > other.rank || k.rank == other.rank && k.move < other.move
}

// isSurplus reports whether the pick differs from better moves only in what it does
// besides.
func (k pick) isSurplus() bool {
	return k.rank <= rankSurplus+classWidth && k.rank >= rankSurplus-classWidth
}

// The classes of moves, best first; within a class the rank varies by less
// than classWidth either way.
const (
	rankTable     = 1 << 30
	rankGood      = 1 << 26 // captures and promotions, unless they are found to lose something
	rankKiller    = 1 << 24
	rankQuiet     = 0
	rankBad       = -1 << 24 // captures that seem to lose something, underpromotions
	rankSurplus   = -1 << 26 // moves that do the same as others, but something worse besides
	rankVanishing = -1 << 28
	rankSuicide   = -1 << 30
	classWidth    = 1 << 23
	unsortedPicks = 6  // this many are selected one by one before the rest is sorted
	fewPicks      = 20 // of more, only the best are sorted at a time
	// keptAlike is how many of the captures that differ only in what they do besides (the
	// squares for the captured piece, or for a wall) are tried in their proper place; the
	// others come late, and in quiescence not at all.
	keptAlike = 3
)

// startPicks makes pick return all moves of a node, the table's first; with noisyOnly,
// those that capture or promote. If the first is enough, the others are never listed.
func (f *frame) startPicks(first game.Code, noisyOnly bool) {
	f.first, f.next, f.noisyOnly = first, beforeFirst, noisyOnly
}

// startChecks makes pick return the quiet moves of a node that give check and lose nothing
// by static exchange evaluation.
func (s *searcher) startChecks(ply int) {
	f := &s.frames[ply]
	f.picks, f.quiets, f.next, f.sorted = f.picks[:0], nil, 0, 0
	s.board.pickChecks(ply)
}

// The states of a frame's next pick, before it is an index.
const (
	beforeFirst = -2
	beforeList  = -1
)

// pick returns the next best move of a node, or noMove after the last.
func (s *searcher) pick(ply int) pick {
	f := &s.frames[ply]
	if f.next == beforeFirst {
		f.next = beforeList
		if f.first != noMove {
			return pick{move: f.first, rank: rankTable}
		}
	}
	if f.next == beforeList {
		f.next = 0
		s.list(ply)
	}
	for {
		f.sortUpTo(f.next)
		if len(f.quiets) > 0 && (f.next == len(f.picks) || f.picks[f.next].rank < rankGood-classWidth) {
			f.sorted = 0
			s.board.rank(ply, f.quiets)
			f.quiets = nil
			f.sortUpTo(f.next)
		}
		if f.next == len(f.picks) {
			return pick{}
		}
		k := f.picks[f.next]
		if k.rank < rankGood-classWidth || s.traits.besides != 0 || !s.noisy(k.move) || !s.losesMaterial(ply, k.move) {
			f.next++
			return k
		}
		f.postpone()
	}
}

// losesMaterial reports whether a capture or promotion loses by static exchange evaluation.
func (s *searcher) losesMaterial(ply int, m game.Code) bool {
	return s.board.seeLoses(ply, m, s.board.gain(ply, m), seeEdge)
}

// postpone puts the next pick among those that lose something.
func (f *frame) postpone() {
	k := f.picks[f.next]
	k.rank += rankBad - rankGood
	if f.next < f.sorted { // it belongs to those that are still to be sorted
		f.sorted--
		copy(f.picks[f.next:f.sorted], f.picks[f.next+1:])
		f.picks[f.sorted] = k
	} else {
		f.picks[f.next] = k
	}
}

// list lists the moves of a node, ranks those that capture or promote, demoting all but a
// few that are alike, and leaves the others until they are asked for: often one of the
// former is enough.
func (s *searcher) list(ply int) {
	f := &s.frames[ply]
	noisy := s.board.list(ply, f.noisyOnly)
	f.picks, f.sorted = f.picks[:0], 0
	s.board.rank(ply, f.moves[:noisy])
	f.quiets = f.moves[noisy:]
	if s.traits.besides != 0 {
		for i, k := range f.picks {
			if k.rank > rankGood-classWidth && s.losesMaterial(ply, k.move) {
				f.picks[i].rank += rankBad - rankGood
			}
		}
		keep := keptAlike
		if f.noisyOnly {
			keep = 1
		}
		s.demoteAlike(f.picks, keep)
	}
}

// demoteAlike leaves the best picks, keep of them, among those that differ only in what
// they do besides, and puts the others late. The generator lists such moves together.
func (s *searcher) demoteAlike(picks []pick, keep int) {
	for start := 0; start < len(picks); {
		end := start + 1
		for end < len(picks) && (picks[start].move^picks[end].move)&^s.traits.besides == 0 {
			end++
		}
		if end-start > keep {
			demote(picks[start:end], keep)
		}
		start = end
	}
}

// demote lowers the rank of all picks of a group but the best, keep of them, and the
// table's move.
func demote(group []pick, keep int) {
	var best [keptAlike]pick // the best first; the first keep are in use
	for i := range best {
		best[i].rank = math.MinInt32
	}
	for _, k := range group {
		for i := range best[:keep] {
			if k.before(best[i]) {
				k, best[i] = best[i], k
			}
		}
	}
	for i, k := range group {
		if best[keep-1].before(k) && k.rank != rankTable {
			group[i].rank = rankSurplus + k.rank%classWidth
		}
	}
}

// sortUpTo puts the i-th best pick in its place; it is called with 0, 1, 2 … in turn.
func (f *frame) sortUpTo(i int) {
	switch {
	case i < f.sorted, i == len(f.picks):
	case i < unsortedPicks && len(f.picks) <= fewPicks:
		best := i
		for j := i + 1; j < len(f.picks); j++ {
			if f.picks[j].before(f.picks[best]) {
				best = j
			}
		}
		f.picks[i], f.picks[best] = f.picks[best], f.picks[i]
	default:
		f.sorted = i + sortBest(f.picks[i:])
	}
}

// sortBest sorts the best of some picks, at least one of them, to the front, and returns how
// many. Most nodes never come to the others.
func sortBest(picks []pick) int {
	for len(picks) > fewPicks {
		pivot, n := picks[len(picks)/2], 0
		for i, k := range picks {
			if !pivot.before(k) {
				picks[n], picks[i] = k, picks[n]
				n++
			}
		}
		if n == len(picks) {
			break // the pivot is the last
		}
		picks = picks[:n]
	}
	for i, k := range picks {
		j := i
		for ; j > 0 && k.before(picks[j-1]); j-- {
			picks[j] = picks[j-1]
		}
		picks[j] = k
	}
	return len(picks)
}
