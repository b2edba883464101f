package engine

import "github.com/heterodox-chess/heterodox/chess"

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
		return s.eval.evaluate(&f.pos)
	}
	known, ok := s.table.probe(f.key)
	if ok && beta-alpha == 1 {
		if score := known.score.at(f.distance); cuts(score, known.bound, alpha, beta) {
			return score
		}
	}

	evading := f.danger && left > s.model.quiescenceDepth-2
	best, bound := -infinity, Upper
	var static Score
	if !evading {
		static = s.eval.evaluate(&f.pos)
		best = static
		if best >= beta || left == 0 {
			return best
		}
		if best > alpha {
			alpha, bound = best, Exact
		}
	}
	if s.rank(f, known.move, !evading) == 0 {
		return s.stuck(f)
	}
	bestMove := chess.NoMove
	for i := range f.picks {
		m := f.next(i)
		if evading {
			if f.picks[i].surplus() && best > -maxEval {
				break // there is a defence without the surplus relocations
			}
		} else {
			if f.picks[i].rank() < rankQuiet {
				break // only likely losses are left
			}
			if hope := static + Score(s.model.gain(&f.pos, m)) + deltaMargin; hope <= alpha {
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
		alpha, bestMove, bound = score, m, Exact
		f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
		if score >= beta {
			bound = Lower
			break
		}
	}
	s.table.store(f.key, entry{bestMove, best.from(f.distance), 0, bound})
	return best
}

// quiesceChild is child for quiescence.
func (s *searcher) quiesceChild(ply int, alpha, beta Score, left int) Score {
	if s.frames[ply+1].pos.Side() == s.frames[ply].pos.Side() {
		return s.quiesce(ply+1, alpha, beta, left)
	}
	return -s.quiesce(ply+1, -beta, -alpha, left)
}
