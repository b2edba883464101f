package engine

import ()

// deltaMargin is what a capture may bring beyond its plain gain.
const deltaMargin = 160

// quiesce returns the value of a node when captures and promotions are played
// out, at most left plies of them; a side in danger looks at all its moves
// while the line is young.
func (s *searcher) quiesce(ply int, alpha, beta Score, left int) Score {
	f := &s.frames[ply]
	f.line = f.line[:0]
	if s.visit(ply) {
		return 0
	}
	if score, over := s.settled(ply); over {
		return score
	}
	if ply >= maxPly {
		return s.board.evaluate(ply)
	}
	if s.traits.quietWins {
		if score, ok := s.board.winsAtOnce(ply, false); ok {
			return score
		}
	}
	known, ok := s.table.probe(f.key)
	if ok && !s.clockTells(f) {
		known.score = known.score.at(f.distance)
		if beta-alpha == 1 && cuts(known.score, known.bound, alpha, beta) {
			return known.score
		}
	} else {
		known.bound = none // but the move may be of use
	}
	if s.traits.Long && known.move != noMove {
		known.move = s.board.expand(ply, known.move)
	}

	evading := f.inCheck && left > s.traits.quiescenceDepth-2 || s.traits.Forced && left > 0 && s.board.mustCapture(ply)
	best, bound := -infinity, upper
	var static Score
	if !evading {
		static = s.board.evaluate(ply)
		best = static
		best = known.refine(best)
		if best >= beta || left == 0 {
			return best
		}
		if best > alpha {
			alpha, bound = best, exact
		}
	}
	first := known.move
	if !evading && !s.noisy(first) {
		first = noMove
	}
	if evading {
		f.startPicks(first, false)
	} else {
		f.startPicks(first, true)
	}
	bestMove := noMove
	f.tried = f.tried[:0]
	checks := s.traits.triesChecks && !evading && left == s.traits.quiescenceDepth // are still to be tried
	for n := 0; ; n++ {
		k := s.pick(ply)
		m, rank := k.move, k.rank
		if checks && (m == noMove || rank < rankQuiet) {
			checks = false
			s.startChecks(ply)
			k = s.pick(ply)
			m, rank = k.move, k.rank
		}
		if m == noMove {
			if n == 0 && evading {
				return s.noMoves(ply)
			}
			break
		}
		if evading {
			if best > -maxEval && !s.traits.Forced && (k.isSurplus() || rank < rankQuiet-classWidth) {
				break // there is a defence without losing captures and surplus relocations
			}
		} else {
			if rank < rankQuiet {
				break // only likely losses are left
			}
			if hope := static + Score(s.board.gain(ply, m)) + deltaMargin; hope <= alpha && s.noisy(m) {
				best = max(best, hope)
				continue
			}
		}
		s.play(ply, m)
		score := s.quiesceChild(ply, alpha, beta, left-1)
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
		alpha, bestMove, bound = score, m, exact
		f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
		if score >= beta {
			bound = lower
			break
		}
	}
	s.table.update(f.key, entry{bestMove, best.from(f.distance), 0, bound, known.onPV})
	return best
}

// quiesceChild is child for quiescence.
func (s *searcher) quiesceChild(ply int, alpha, beta Score, left int) Score {
	if s.frames[ply+1].side == s.frames[ply].side {
		return s.quiesce(ply+1, alpha, beta, left)
	}
	return -s.quiesce(ply+1, -beta, -alpha, left)
}
