package engine

import (
	"math"

	"github.com/heterodox-chess/heterodox/game"
)

// A window holds what the moves of a node have to beat, and the best result so far.
type window struct {
	alpha, beta Score
	best        Score      // of the moves so far
	move        game.Code  // that raised alpha last
	bound       game.Bound // what kind of bound best is
}

// raise records the score of a move of the node at ply, and reports whether it raised
// alpha; if so, the move starts the new best line.
func (s *searcher) raise(ply int, w *window, m game.Code, score Score) bool {
	if score <= w.best {
		return false
	}
	w.best = score
	if score <= w.alpha {
		return false
	}
	w.alpha, w.move, w.bound = score, m, exact
	if score >= w.beta {
		w.bound = lower
	}
	f := &s.frames[ply]
	f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
	return true
}

// search returns the value of the node at ply for its side to move, searched to a depth; it
// is exact between alpha and beta, and a bound outside. cut says that the node is expected
// to fail high. The best line is left in the node's frame. If the search is stopped, the
// value is meaningless.
func (s *searcher) search(ply int, alpha, beta Score, depth int, cut bool) Score {
	f := &s.frames[ply]

	// Step 1. Check extension. Beyond the last full ply, quiescence.
	if f.inCheck && s.traits.extendsChecks && ply < 2*s.depth {
		depth++
	}
	if depth <= 0 {
		return s.quiesce(ply, alpha, beta, s.traits.quiescenceDepth)
	}

	// Step 2. Stop, the end of the game, draws, the maximum length of a line, and endgame
	// tables.
	f.line = f.line[:0]
	if score, over := s.enter(ply); over {
		return score
	}

	if s.men > 0 {
		if score, ok := s.fromTables(ply); ok {
			return score
		}
	}

	// Step 3. Mate distance pruning: no line from here can be worse than being mated now,
	// nor better than winning with the next move.
	alpha = max(alpha, -Mate+f.distance)
	beta = min(beta, Mate-f.distance-turnCost-1)
	if alpha >= beta {
		return alpha
	}

	// Step 4. Immediate wins that the steps below do not foresee or would take longer to find.
	isPV := beta-alpha > 1
	if s.traits.winsAtOnce {
		if score, ok := s.board.winsAtOnce(ply, isPV); ok {
			return score
		}
	}

	// Steps 5 to 9. What may end the node before its moves are searched. The search with
	// one move excluded, which step 8 starts, skips them: they are already done.
	known, extension := entry{depth: -1, bound: none}, 0
	if f.excluded == noMove {
		var score Score
		var done bool
		if known, depth, extension, score, done = s.beforeMoves(ply, alpha, beta, depth, cut); done {
			return score
		}
	} else {
		s.frames[ply+1].refuted = 0
	}

	// Steps 10 to 15. The moves.
	w := window{alpha, beta, -infinity, noMove, upper}
	return s.searchMoves(ply, &w, depth, known.move, extension, cut)
}

// searchMoves does steps 10 to 15 of search. The table's move, known, comes first and gets
// the extension.
func (s *searcher) searchMoves(ply int, w *window, depth int, known game.Code, extension int, cut bool) Score {
	f, isPV := &s.frames[ply], w.beta-w.alpha > 1

	// Step 10. The moves one by one, the most promising first.
	f.startPicks(known, false)
	f.line, f.tried = f.line[:0], f.tried[:0]
	late, improving := s.lateMoveCount(ply, depth)
	if f.mustCapture && ply < 2*s.depth && s.board.countMoves(ply) == 1 {
		depth++ // a single, forced reply
	}
	for n := 0; ; n++ {
		k := s.pick(ply)
		m := k.move
		if m == noMove {
			if n == 0 {
				return s.valueOf(f, s.board.noMoves(ply))
			}
			break
		}
		if m == f.excluded || s.traits.holes && s.board.sameAsTried(ply, m) {
			continue
		}

		// Step 11. Pruning at low depth: late moves, and those that look bad.
		if w.best > -maxEval {
			if pruned := s.countPruned(ply, k, n, late, depth, w.alpha); pruned > 0 {
				n += pruned - 1
				continue
			}
		}

		// Step 12. Make the move.
		s.play(ply, m)
		if depth == 1 && k.isSurplus() && !s.frames[ply+1].inCheck && w.best > -maxEval {
			continue // at the horizon, a relocation that is neither good nor a check
		}
		first := len(f.tried) == 0
		f.tried = append(f.tried, m)

		// Step 13. Search it: the first move with the full window, the others with late
		// move reductions.
		next := depth - 1
		if m == known {
			next += extension
		}
		var score Score
		if first {
			score = s.child(ply, w.alpha, w.beta, next, !isPV && !cut)
		} else {
			r := s.reduction(ply, n, k, depth, cut, improving)
			score = s.searchMove(ply, w.alpha, w.beta, next, r, cut, w.best)
		}
		if s.stop.Load() {
			return 0
		}

		// Step 14. Is it the best so far?
		if !s.raise(ply, w, m, score) {
			continue
		}
		if w.bound == lower {
			s.updateHistories(ply, m, depth)
			f.refuted++
			break
		}
		if depth > 2 && depth < settledDepth && score < maxEval && score > -maxEval {
			depth-- // with one good move found, a better one is less likely
		}
	}
	if w.best == -infinity {
		return w.alpha // every move was excluded
	}

	// Step 15. Store what was found out.
	if f.excluded == noMove {
		if m := s.previousQuiet(ply); w.bound == upper && m != noMove {
			s.updateQuiet(ply-1, m, historyBonus(depth)/2) // there is no good reply to it
		}
		s.table.update(f.key, entry{w.move, w.best.from(f.distance), depth, w.bound, f.onPV})
	}
	return w.best
}

// beforeMoves does steps 5 to 9 of search: the table's entry, the static value, and the
// ways to prune the whole node. It returns the entry, and the depth and the extension of
// the table's move for the following steps; or done and the score to leave the node with.
func (s *searcher) beforeMoves(ply int, alpha, beta Score, depth int, cut bool) (known entry, newDepth, extension int, score Score, done bool) {
	f, isPV := &s.frames[ply], beta-alpha > 1

	// Step 5. Transposition table. A cutoff by a quiet move updates the histories.
	known = s.lookUp(ply)
	f.onPV = isPV || known.onPV
	if !isPV && known.depth >= depth && cuts(known.score, known.bound, alpha, beta) {
		if known.score >= beta && known.move != noMove && !s.noisy(known.move) {
			s.updateQuiet(ply, known.move, historyBonus(depth)/2)
		}
		return known, depth, 0, known.score, true
	}

	// Step 6. Static evaluation; hindsight on the reduction of the previous move; razoring,
	// reverse futility pruning, null move pruning.
	if s.assess(ply, &known) {
		depth += s.hindsight(ply, depth)
		if !isPV && beta > -maxEval {
			if score, ok := s.prune(ply, alpha, beta, depth, cut); ok {
				return known, depth, 0, score, true
			}
		}
	}

	// Step 7. Internal iterative reduction: when it matters, there will be a table move.
	if depth >= 4 && known.move == noMove && !s.traits.turns {
		depth--
	}

	// Step 8. Singular extensions.
	s.frames[ply+1].refuted = 0
	if ply > 0 {
		if extension, score, done = s.singular(ply, &known, beta, depth, cut, isPV); done || s.stop.Load() {
			return known, depth, extension, score, true
		}
	}

	// Step 9. ProbCut.
	if !isPV {
		if score, done = s.probCut(ply, beta, depth, cut, &known); done || s.stop.Load() {
			return known, depth, extension, score, true
		}
	}
	return known, depth, extension, 0, false
}

// enter counts a node, and returns its score if there is nothing to search: the search is
// stopped, the game is over or drawn, or the line has its maximum length.
func (s *searcher) enter(ply int) (score Score, over bool) {
	if s.visit(ply) {
		return 0, true
	}
	if score, over := s.settled(ply); over {
		return score, true
	}
	if ply >= maxPly {
		return s.board.evaluate(ply), true
	}
	return 0, false
}

// lookUp returns what the table knows of the node at ply. If there is no score, or none to
// be trusted, the entry has bound none and depth -1, but keeps the move.
func (s *searcher) lookUp(ply int) entry {
	f := &s.frames[ply]
	known, ok := s.table.probe(f.key)
	if !ok {
		return entry{depth: -1, bound: none}
	}
	known.score = known.score.at(f.distance)
	if s.traits.Long && known.move != noMove {
		known.move = s.board.expand(ply, known.move)
	}
	if s.clockTells(ply) {
		known.depth, known.bound = -1, none
	}
	return known
}

// searchMove returns the value, for the side to move at ply, of a move that has been played
// and is not the first. It is a principal variation search with late move reductions: first
// with a null window and the depth reduced by r, then again if that shows the move to be
// good: deeper if it is much better than best, the best score so far, shallower if hardly
// better.
func (s *searcher) searchMove(ply int, alpha, beta Score, depth, r int, cut bool, best Score) Score {
	f := &s.frames[ply]
	reduced := min(max(depth-r, 1), depth)
	f.reduced = depth - reduced
	score := s.child(ply, alpha, alpha+1, reduced, r > 0 || !cut)
	f.reduced = 0
	if score > alpha && reduced < depth && best > -maxEval {
		switch {
		case score > best+deeperMargin:
			depth++
		case score < best+shallowerMargin:
			depth--
		}
	}
	if score > alpha && reduced < depth {
		score = s.child(ply, alpha, alpha+1, depth, !cut)
	}
	if score > alpha && score < beta && beta-alpha > 1 {
		score = s.child(ply, alpha, beta, depth, false)
	}
	return score
}

// settledDepth is the depth from which a good move no longer makes the search of the others
// shallower.
const settledDepth = 14

// child searches the node at ply+1 and returns its value for the side to move at ply: the
// sign changes only if the side to move does.
func (s *searcher) child(ply int, alpha, beta Score, depth int, cut bool) Score {
	if s.frames[ply+1].side == s.frames[ply].side {
		return s.search(ply+1, alpha, beta, depth, !cut)
	}
	return -s.search(ply+1, -beta, -alpha, depth, cut)
}

// reductions[depth][n] is the late move reduction of the n-th move of a node, in
// 1024ths of a ply.
var reductions = lateMoveReductions()

func lateMoveReductions() (table [64][64]int32) {
	base, divisor := float64(reductionBase)/100, float64(reductionDivisor)/100
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			table[depth][n] = int32(1024 * (base + math.Log(float64(depth))*math.Log(float64(n))/divisor))
		}
	}
	return table
}

// reduction returns the late move reduction, in plies, of the n-th move of a node,
// which has been played.
func (s *searcher) reduction(ply, n int, k pick, depth int, cut, improving bool) int {
	f := &s.frames[ply]
	rank := k.rank
	if k.isSurplus() {
		return int(reductions[min(depth, 63)][min(n, 63)]>>10) + 2
	}
	if f.mustCapture || depth < 2 || n < 2 || rank > rankKiller+classWidth || s.traits.checksCount && s.frames[ply+1].inCheck {
		return 0 // a check that counts is worth more than it gives up
	}
	r := reductions[min(depth, 63)][min(n, 63)]
	switch {
	case rank >= rankKiller-classWidth:
		r -= reductionKiller
	case rank >= rankQuiet-classWidth:
		r -= (rank - rankQuiet) * reductionHistory / 16384
	}
	if cut {
		r += reductionCut
	}
	if s.noisy(f.first) {
		r += reductionCapture // where a capture is best, quiet moves seldom are
	}
	if s.frames[ply+1].refuted > 3 {
		r += reductionRefuted // after that many refutations, the next moves will probably be refuted too
	}
	if !improving {
		r += reductionNotImproving
	}
	if f.onPV {
		r -= reductionPV // a node that was close to the best line may be so again
	}
	if f.inCheck {
		r -= reductionEvasion
	}
	if s.frames[ply+1].inCheck {
		r -= reductionCheck
	}
	return max(int(r>>10), 0)
}

// maxDoubleExtension is how far beyond the depth of the iteration moves may still be
// extended by two plies.
const maxDoubleExtension = 6

// singular searches a node of sufficient depth without the table's move, if that looked
// good. If no other move is nearly as good, the table's move is singular, and its
// extension, 1 or 2, is returned. If another reaches beta too, the score to leave the node
// with is returned, and ok (multi-cut); failing that, the table's move may be reduced (a
// negative extension).
func (s *searcher) singular(ply int, known *entry, beta Score, depth int, cut, isPV bool) (extension int, score Score, ok bool) {
	f := &s.frames[ply]
	if depth < 7 || known.move == noMove || known.bound == upper || known.depth < depth-3 ||
		known.score > maxEval || known.score < -maxEval || ply >= 2*s.depth || s.traits.turns {
		return 0, 0, false
	}
	goal := known.score - singularMargin*Score(depth)/16
	f.excluded = known.move
	score = s.search(ply, goal-1, goal, (depth-1)/2, cut)
	f.excluded = noMove
	switch {
	case s.stop.Load():
		return 0, 0, false
	case score < goal-doubleExtensionMargin && !isPV && ply < s.depth+maxDoubleExtension:
		return 2, 0, false
	case score < goal:
		return 1, 0, false
	case goal >= beta:
		return 0, goal, true
	case known.score >= beta:
		return -2, 0, false
	case cut:
		return -1, 0, false
	}
	return 0, 0, false
}

// clockTells reports whether the fifty-move rule, or the end of a count, is so near that the
// table's score, which may be for another clock, cannot be trusted.
func (s *searcher) clockTells(ply int) bool {
	if s.traits.Counts {
		if _, left := s.board.past(ply); left < lastPlies {
			return true
		}
	}
	return s.traits.Clock > 0 && s.frames[ply].half > s.traits.Clock-lastPlies
}

// lastPlies is for how many plies before a draw by the halfmove clock the clock affects
// scores.
const lastPlies = 12

// cuts reports whether a bound is enough to leave a node with that window.
func cuts(score Score, bound game.Bound, alpha, beta Score) bool {
	return bound == exact || bound == lower && score >= beta || bound == upper && score <= alpha
}

// refine returns the static value, or the entry's score if that is better informed. The
// entry does not hold the line to a win or loss, so these are left out.
func (e *entry) refine(static Score) Score {
	switch {
	case e.score > maxEval || e.score < -maxEval:
	case e.bound == exact, e.bound == lower && e.score > static, e.bound == upper && e.score < static:
		return e.score
	}
	return static
}

// from returns a score as seen from a node at a distance from the root: mate distances
// count from that node.
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
