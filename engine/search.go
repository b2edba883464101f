package engine

import "github.com/heterodox-chess/heterodox/chess"

// search returns the value of the node at ply for its side to move, searched to
// a depth; it is exact between alpha and beta, a bound outside. The best line
// is left in the node's frame. When the search is stopped the value means
// nothing.
func (s *searcher) search(ply int, alpha, beta Score, depth int) Score {
	f := &s.frames[ply]
	if f.danger && ply < 2*s.depth {
		depth++
	}
	if depth <= 0 {
		return s.quiesce(ply, alpha, beta, s.model.quiescenceDepth)
	}
	f.line = f.line[:0]
	if s.visit(ply) {
		return 0
	}
	if score, over := s.settled(ply); over {
		return score
	}
	if ply >= maxPly {
		return s.eval.evaluate(&f.pos)
	}
	// No line from here can be worse than being mated now, nor better than
	// winning with the next move.
	alpha = max(alpha, -Mate+f.distance)
	beta = min(beta, Mate-f.distance-turnCost-1)
	if alpha >= beta {
		return alpha
	}

	isPV := beta-alpha > 1
	known, ok := s.table.probe(f.key)
	if ok && !isPV && known.depth >= depth {
		if score := known.score.at(f.distance); cuts(score, known.bound, alpha, beta) {
			return score
		}
	}

	calm := s.assess(ply)
	if calm && !isPV && beta > -maxEval {
		if score, ok := s.refute(ply, beta, depth); ok {
			return score
		}
	}
	late := allMoves
	if calm && !isPV {
		late = s.lateMoves(ply, depth)
	}

	if s.rank(f, known.move, false) == 0 {
		return s.stuck(f)
	}
	best, bestMove, bound := -infinity, chess.NoMove, Upper
	for i := range f.picks {
		m := f.next(i)
		if m.IsVanishing() && s.hasVanished(f, i, m.From()) {
			continue
		}
		s.play(ply, m)
		if depth == 1 && f.picks[i].surplus() && !s.frames[ply+1].danger && best > -maxEval {
			continue // at the horizon, a relocation that is neither good nor a check
		}
		if i >= late && isLate(f.picks[i]) && !s.frames[ply+1].danger && best > -maxEval {
			continue
		}
		score := s.searchMove(ply, i, alpha, beta, depth-1)
		if s.stop.Load() {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		alpha, bestMove, bound = score, m, Exact
		f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
		if score >= beta {
			bound = Lower
			if !isNoisy(m) {
				s.reward(ply, i, m, depth)
			}
			break
		}
	}
	s.table.store(f.key, entry{bestMove, best.from(f.distance), depth, bound})
	return best
}

// searchMove returns the value, for the side to move at ply, of its i-th move,
// which has been played: with the full window for the first, else first
// with a null window and a reduced depth, and again if that shows it good.
func (s *searcher) searchMove(ply, i int, alpha, beta Score, depth int) Score {
	if i == 0 {
		return s.child(ply, alpha, beta, depth)
	}
	reduction := s.reduction(ply, i, depth)
	score := s.child(ply, alpha, alpha+1, depth-reduction)
	if score > alpha && reduction > 0 {
		score = s.child(ply, alpha, alpha+1, depth)
	}
	if score > alpha && score < beta && beta-alpha > 1 {
		score = s.child(ply, alpha, beta, depth)
	}
	return score
}

// child searches the node at ply+1 and returns its value for the side to move
// at ply: only if the turn has passed are the two of different minds.
func (s *searcher) child(ply int, alpha, beta Score, depth int) Score {
	if s.frames[ply+1].pos.Side() == s.frames[ply].pos.Side() {
		return s.search(ply+1, alpha, beta, depth)
	}
	return -s.search(ply+1, -beta, -alpha, depth)
}

// reduction returns how much less deep the i-th move of a node is searched at
// first.
func (s *searcher) reduction(ply, i, depth int) int {
	f := &s.frames[ply]
	r := log2(depth+1) * log2(i+1) / 3
	if s.model.fibonacci {
		r = 1
	}
	rank := f.picks[i].rank()
	switch {
	case i < 3 || rank > rankQuiet+2*maxHistory || s.frames[ply+1].danger:
		return 0
	case f.picks[i].surplus():
		return min(r+2, depth)
	case depth < 2 || f.danger:
		return 0
	case rank < rankBad+classWidth:
		r++
	}
	return min(max(r, 1), depth-1)
}

// stuck returns the value of a node without a legal move.
func (s *searcher) stuck(f *frame) Score {
	if s.model.royal && f.danger {
		return -Mate + f.distance
	}
	return 0
}

// hasVanished reports whether one of the first n picks has the piece on a
// square vanish: where it does so makes no difference.
func (s *searcher) hasVanished(f *frame, n int, from chess.Square) bool {
	for _, k := range f.picks[:n] {
		if m := k.move(); m.IsVanishing() && m.From() == from {
			return true
		}
	}
	return false
}

// cuts reports whether a bound is enough to leave a node with that window.
func cuts(score Score, bound Bound, alpha, beta Score) bool {
	return bound == Exact || bound == Lower && score >= beta || bound == Upper && score <= alpha
}

// from returns a score as seen from a node at a distance from the root: a mate
// counts from there.
func (s Score) from(distance Score) Score {
	switch {
	case s > maxEval:
		return s + distance
	case s < -maxEval:
		return s - distance
	}
	return s
}

// at is the inverse of from: it returns a node's score as seen from the root.
func (s Score) at(distance Score) Score {
	switch {
	case s > maxEval:
		return s - distance
	case s < -maxEval:
		return s + distance
	}
	return s
}
