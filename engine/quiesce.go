package engine

// quiesce returns the value of a node after captures and promotions are played out, at most
// left plies of them; in the first two plies, a side in check tries all its moves.
func (s *searcher) quiesce(ply int, alpha, beta Score, left int) Score {
	f := &s.frames[ply]

	// Step 1. Stop, the end of the game, draws, and the maximum length of a line.
	f.line = f.line[:0]
	if score, over := s.enter(ply); over {
		return score
	}

	// Step 2. Immediate wins.
	if s.traits.winsAtOnce {
		if score, ok := s.board.winsAtOnce(ply, false); ok {
			return score
		}
	}

	// Step 3. Transposition table.
	known := s.lookUp(ply)
	if beta-alpha == 1 && cuts(known.score, known.bound, alpha, beta) {
		return known.score
	}

	// Step 4. Stand pat: the side to move need not capture, unless it is in check or
	// captures are compulsory.
	evading := f.inCheck && left > s.traits.quiescenceDepth-2 || s.traits.Forced && left > 0 && s.board.mustCapture(ply)
	w := window{alpha, beta, -infinity, noMove, upper}
	var static Score
	if !evading {
		static = s.evaluate(ply)
		w.best = known.refine(static)
		if w.best >= beta || left <= 0 {
			return w.best
		}
		if w.best > alpha {
			w.alpha, w.bound = w.best, exact
		}
		if !s.noisy(known.move) {
			known.move = noMove
		}
	}

	// Steps 5 to 9. The moves.
	return s.quiesceMoves(ply, &w, left, known, static, evading)
}

// quiesceMoves does steps 5 to 9 of quiesce, for a side that may stand pat on its static
// value unless it is evading.
func (s *searcher) quiesceMoves(ply int, w *window, left int, known entry, static Score, evading bool) Score {
	f := &s.frames[ply]

	// Step 5. The moves one by one: captures and promotions, then checks where they are
	// tried; in check all moves.
	f.startPicks(known.move, !evading)
	f.tried = f.tried[:0]
	checks := s.traits.triesChecks && !evading && left == s.traits.quiescenceDepth // are still to be tried
	for n := 0; ; n++ {
		k := s.pick(ply)
		if checks && (k.move == noMove || k.rank < rankQuiet) {
			checks = false
			s.startChecks(ply)
			k = s.pick(ply)
		}
		m := k.move
		if m == noMove {
			if n == 0 && evading {
				return s.valueOf(f, s.board.noMoves(ply))
			}
			break
		}

		// Step 6. Pruning: likely losses, captures that cannot bring the score to alpha
		// (delta pruning) unless they may leave the enemy too little to win, and in check,
		// once there is a defence, moves that lose material.
		if evading {
			if w.best > -maxEval && !s.traits.Forced && (k.isSurplus() || k.rank < rankQuiet-classWidth) {
				break
			}
		} else {
			if k.rank < rankQuiet {
				break
			}
			if hope := static + Score(s.board.gain(ply, m)) + deltaMargin; hope <= w.alpha && s.noisy(m) && !s.board.thin(ply) {
				w.best = max(w.best, hope)
				continue
			}
		}

		// Step 7. Make the move and search it.
		s.play(ply, m)
		score := s.quiesceChild(ply, w.alpha, w.beta, left-1)
		if s.stop.Load() {
			return 0
		}

		// Step 8. Is it the best so far?
		if s.raise(ply, w, m, score) && w.bound == lower {
			break
		}
	}

	// Step 9. Store what was found out.
	s.table.update(f.key, entry{w.move, w.best.from(f.distance), 0, w.bound, known.onPV})
	return w.best
}

// quiesceChild is child for quiescence.
func (s *searcher) quiesceChild(ply int, alpha, beta Score, left int) Score {
	if s.frames[ply+1].side == s.frames[ply].side {
		return s.quiesce(ply+1, alpha, beta, left)
	}
	return -s.quiesce(ply+1, -beta, -alpha, left)
}
