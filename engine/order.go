package engine

import (
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// The move picker: the moves of a node one by one, the most promising first, each
// stage ranked only when it is reached (table move, captures that win, killers and
// quiet moves by their history, captures that lose).

// A pick is a move with its rank, packed so that the least is the best: the
// rank's complement above, the move below. Equal ranks go by the move, which
// keeps the order the same every time.
type pick uint64

func newPick(m chess.Move, rank int32) pick {
	return pick(uint32(1<<31-1-int64(rank)))<<32 | pick(m)
}

func (k pick) move() chess.Move { return chess.Move(k) }

// rank returns the rank the pick was made with.
func (k pick) rank() int32 { return int32(1<<31 - 1 - int64(k>>32)) }

// surplus reports whether the pick is a relocation to one of the lesser squares.
func (k pick) surplus() bool {
	rank := k.rank()
	return rank <= rankSurplus+classWidth && rank >= rankSurplus-classWidth
}

// The classes of moves, best first; within a class the rank varies by less
// than classWidth either way.
const (
	rankTable     = 1 << 30
	rankGood      = 1 << 26 // captures and promotions that seem to win something
	rankKiller    = 1 << 24
	rankQuiet     = 0
	rankBad       = -1 << 24 // captures that seem to lose something, underpromotions
	rankSurplus   = -1 << 26 // relocations to all but the best squares
	rankVanishing = -1 << 28
	rankSuicide   = -1 << 30
	classWidth    = 1 << 23
	unsortedPicks = 6 // so many are selected one by one before the rest is sorted
	// seeEdge is what an exchange may lose without being called bad: a
	// bishop for a knight.
	seeEdge = 50
	// keptRelocations is how many squares for a captured piece are tried among
	// the good moves of a node; the rest comes late, in quiescence not at all.
	keptRelocations = 3
	// threatRank is what it counts to attack one of the targets.
	threatRank = 8000
)

// startPicks lets pick return all moves of a node, the table's first. If that
// is enough the others are never listed.
func (s *searcher) startPicks(f *frame, first chess.Move) {
	f.first, f.next, f.noisyOnly = first, beforeFirst, false
	if s.walker == nil {
		f.targets = s.model.targets(&f.pos)
	}
}

// startNoisy is startPicks for the moves that capture or promote alone.
func (s *searcher) startNoisy(f *frame, first chess.Move) {
	f.first, f.next, f.noisyOnly = first, beforeFirst, true
}

// The states of a frame's next pick, before it is an index.
const (
	beforeFirst = -2
	beforeList  = -1
)

// pick returns the next best move of a node, or one with NoMove after the last.
func (s *searcher) pick(ply int) pick {
	f := &s.frames[ply]
	if f.next == beforeFirst {
		f.next = beforeList
		if f.first != chess.NoMove {
			return newPick(f.first, rankTable)
		}
	}
	if f.next == beforeList {
		f.next = 0
		s.list(ply)
	}
	f.sortUpTo(f.next)
	if len(f.quiets) > 0 && (f.next == len(f.picks) || f.picks[f.next].rank() < rankGood-classWidth) {
		s.rank(ply, f.quiets)
		f.quiets = nil
		f.sortUpTo(f.next)
	}
	if f.next == len(f.picks) {
		return newPick(chess.NoMove, 0)
	}
	f.next++
	return f.picks[f.next-1]
}

// list lists the moves of a node, ranks those that capture or promote, and leaves
// the others for when they are asked for: often one of the former is enough.
func (s *searcher) list(ply int) {
	f := &s.frames[ply]
	switch w := s.walker; {
	case w != nil && f.noisyOnly:
		f.moves = s.at(ply).Noisy(f.moves[:0])
	case w != nil:
		f.moves = s.at(ply).Moves(f.moves[:0])
	case f.noisyOnly:
		f.moves = f.pos.Noisy(f.moves[:0])
	default:
		f.moves = f.pos.Moves(f.moves[:0])
	}
	noisy := 0
	for i, m := range f.moves {
		if s.noisy(m) {
			f.moves[i], f.moves[noisy] = f.moves[noisy], m
			noisy++
		}
	}
	f.picks = f.picks[:0]
	s.rank(ply, f.moves[:noisy])
	f.quiets = f.moves[noisy:]
	if s.model.relocates {
		keep := keptRelocations
		if f.noisyOnly {
			keep = 1
		}
		f.demoteRelocations(keep)
	}
}

// rank puts moves among the picks of a node, but for the table's.
func (s *searcher) rank(ply int, moves []chess.Move) {
	f := &s.frames[ply]
	f.sorted = false
	for _, m := range moves {
		if m != f.first {
			f.picks = append(f.picks, newPick(m, s.rankOf(ply, m)))
		}
	}
}

// rankOf judges a move that is not the table's.
func (s *searcher) rankOf(ply int, m chess.Move) int32 {
	f := &s.frames[ply]
	if s.walker != nil {
		return s.rankWalk(ply, m)
	}
	switch {
	case m.IsVanishing() && m.Role() == rules.King && s.model.royal:
		return rankSuicide
	case m.IsVanishing():
		return rankVanishing
	case m.IsNoisy():
		return s.rankNoisy(ply, m)
	case m == f.killers[0]:
		return rankKiller
	case m == f.killers[1]:
		return rankKiller - 1
	}
	us := f.side
	table := &s.model.squares[us][m.Role()]
	rise := table[m.To()]
	if !m.IsDrop() && !m.IsCastling() {
		rise -= table[m.From()]
	}
	rank := rankQuiet + s.quietHistory(ply, m) + 8*rise + s.escape(f, m)
	if s.threatens(ply, m) {
		rank += threatRank
	}
	return rank
}

// rankNoisy ranks captures and promotions: the most valuable victim first, least
// valuable attacker (MVV-LVA), and capture history; those that lose by static exchange
// evaluation come last.
func (s *searcher) rankNoisy(ply int, m chess.Move) int32 {
	f := &s.frames[ply]
	gain := s.model.gain(&f.pos, m)
	rank := 64*gain - s.model.values[m.Role()] + int32(*s.captureHistory(ply, m))
	rank = min(max(rank, -classWidth+1), classWidth-1)
	if promotion := m.Promotion(); promotion != rules.NoRole && promotion != s.model.rules.QueenRole() {
		return rankBad + rank
	}
	if s.model.seeLoses(&f.pos, m, gain, seeEdge) {
		return rankBad + rank
	}
	return rankGood + rank
}

// demoteRelocations leaves each capture its best relocation squares, so many as
// to keep, and puts the others late. The generator lists the relocations of one
// capture together.
func (f *frame) demoteRelocations(keep int) {
	for start := 0; start < len(f.picks); {
		end := start + 1
		for end < len(f.picks) && sameCapture(f.picks[start].move(), f.picks[end].move()) {
			end++
		}
		if end-start > keep {
			demote(f.picks[start:end], keep)
		}
		start = end
	}
}

// sameCapture reports whether two moves differ in the relocation square only.
func sameCapture(a, b chess.Move) bool {
	_, ok := a.Relocation()
	return ok && a.IsCapture() && b.IsCapture() &&
		a.From() == b.From() && a.To() == b.To() && a.Promotion() == b.Promotion()
}

// demote leaves the rank of the best picks of a group, which are the least
// numbers, and of the table's move.
func demote(group []pick, keep int) {
	var best [keptRelocations]pick // ascending, the first keep are in use
	for i := range best {
		best[i] = ^pick(0)
	}
	for _, k := range group {
		for i := range best[:keep] {
			if k < best[i] {
				k, best[i] = best[i], k
			}
		}
	}
	for i, k := range group {
		if k > best[keep-1] && k.rank() != rankTable {
			group[i] = newPick(k.move(), rankSurplus+k.rank()%classWidth)
		}
	}
}

// sortUpTo puts the i-th best pick in its place; it is called with 0, 1, 2 … in
// turn.
func (f *frame) sortUpTo(i int) {
	switch {
	case f.sorted, i == len(f.picks):
	case i < unsortedPicks:
		least := i
		for j := i + 1; j < len(f.picks); j++ {
			if f.picks[j] < f.picks[least] {
				least = j
			}
		}
		f.picks[i], f.picks[least] = f.picks[least], f.picks[i]
	default:
		slices.Sort(f.picks[i:])
		f.sorted = true
	}
}
