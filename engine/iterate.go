package engine

import (
	"cmp"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// iterate searches the root deeper and deeper until the run is stopped or done, which is
// called after each completed iteration, returns true. lines is the number of best moves to
// find. report is called for each line of each iteration, and for each score that is only a
// bound; not for an immediate win, which ends the search.
func (s *searcher) iterate(depth, lines int, report func(line int), done func() bool) {
	for ; depth <= maxDepth; depth++ {
		s.depth = depth
		s.changes /= 2
		for i := range s.roots {
			s.roots[i].previous, s.roots[i].score, s.roots[i].kept = s.roots[i].score, -infinity, false
		}
		if lines == 1 && (s.traits.winsAtOnce && s.winsAtRoot() || s.traits.Stalemates && s.stalematesAtRoot()) {
			s.finished = depth
			s.settleRoots()
			return
		}
		for line := range lines {
			s.selDepth = 0
			s.aspirate(line, report)
			if s.stop.Load() {
				s.settleRoots()
				return
			}
		}
		s.finished = depth
		slices.SortStableFunc(s.roots[:lines], byScore)
		for line := range lines {
			report(line)
		}
		if done() {
			return
		}
	}
}

// winsAtRoot makes an immediate win the best line of the root, and reports whether there is
// one.
func (s *searcher) winsAtRoot() bool {
	score, ok := s.board.winsAtOnce(0, true)
	if !ok {
		return false
	}
	line := s.frames[0].line
	for i := range s.roots {
		if s.roots[i].move == line[0] {
			s.lead(i, score, line)
			return true
		}
	}
	return false // that move is not among those to consider
}

// stalematesAtRoot makes a move that leaves the enemy without one, and wins, the best line of
// the root, and reports whether there is one: a shallow search may stand pat or prune there.
func (s *searcher) stalematesAtRoot() bool {
	for i := range s.roots {
		m := s.roots[i].move
		s.play(0, m)
		if _, over := s.board.decided(1); over || s.board.countMoves(1) > 0 || s.board.noMoves(1) != rules.WinFor(s.frames[0].side) {
			continue
		}
		s.lead(i, Mate-turnCost-1, []game.Code{m})
		return true
	}
	return false
}

// lead makes a move of the root, by its index, the best, with its score and line.
func (s *searcher) lead(i int, score Score, line []game.Code) {
	s.roots[0], s.roots[i] = s.roots[i], s.roots[0]
	best := &s.roots[0]
	best.score, best.bound = score, exact
	best.line = append(best.line[:0], line...)
}

// byScore sorts root moves, the best first.
func byScore(a, b rootMove) int { return cmp.Compare(b.score, a.score) }

// boundOf returns the kind of bound that a score is after a search with a window.
func boundOf(score, alpha, beta Score) game.Bound {
	switch {
	case score <= alpha:
		return upper
	case score >= beta:
		return lower
	}
	return exact
}

// settleRoots gives the root moves that an unfinished iteration has left without a score
// their score from the previous one.
func (s *searcher) settleRoots() {
	for i := range s.roots {
		if root := &s.roots[i]; root.score == -infinity {
			root.score, root.kept = root.previous, root.previous > -infinity
		}
	}
}

// aspirate searches the root moves from the line-th on with an aspiration window around the
// score of the previous iteration, widening it step by step while the score falls outside.
// The best of these moves ends up at index line.
func (s *searcher) aspirate(line int, report func(line int)) {
	alpha, beta := -infinity, infinity
	if previous := s.roots[line].previous; s.depth >= 4 && previous > -maxEval && previous < maxEval {
		alpha, beta = previous-aspirationWindow, previous+aspirationWindow
	}
	for delta := aspirationWindow; ; delta *= 2 {
		score := s.searchRoot(line, alpha, beta)
		slices.SortStableFunc(s.roots[line:], byScore)
		switch {
		case s.stop.Load():
			return
		case score <= alpha:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -infinity)
			report(line)
		case score >= beta:
			beta = min(score+delta, infinity)
			report(line)
		default:
			return
		}
	}
}

// searchRoot searches the root moves from the line-th on. It gives a score and a line to
// each move that is better than those before it.
func (s *searcher) searchRoot(line int, alpha, beta Score) Score {
	best, bestMove, low := -infinity, noMove, alpha
	for i := line + 1; i < len(s.roots); i++ {
		s.roots[i].score = -infinity
	}
	for i := line; i < len(s.roots); i++ {
		root := &s.roots[i]
		s.play(0, root.move)
		before := s.count
		score := s.searchRootMove(i-line, root.move, alpha, beta)
		root.nodes += s.count - before
		if s.stop.Load() {
			return best
		}
		best = max(best, score)
		if i > line && score <= alpha {
			continue
		}
		if line == 0 && i > 0 {
			s.changes++
		}
		root.score, root.bound = score, boundOf(score, alpha, beta)
		if score > low {
			// A fail low says nothing about the moves that follow: then the previous line
			// is kept, as there may be a turn to finish.
			root.line = append(append(root.line[:0], root.move), s.frames[1].line...)
		}
		bestMove, alpha = root.move, max(alpha, score)
		if score >= beta {
			break
		}
	}
	if line == 0 {
		s.table.store(s.frames[0].key, entry{bestMove, best, s.depth, boundOf(best, low, beta), true})
	}
	return best
}

// searchRootMove is searchMove for the i-th move of the root.
func (s *searcher) searchRootMove(i int, m game.Code, alpha, beta Score) Score {
	depth := s.depth - 1
	if i == 0 {
		return s.child(0, alpha, beta, depth, false)
	}
	r := 0
	if i >= 3 && depth >= 3 && !s.noisy(m) && !s.frames[0].inCheck && !s.frames[1].inCheck {
		r = max(int(reductions[min(depth, 63)][min(i, 63)]-1024)>>10, 0)
	}
	return s.searchMove(0, alpha, beta, depth, r, false, -infinity)
}
