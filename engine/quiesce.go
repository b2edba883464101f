package engine

import (
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
)

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
		return s.evaluate(ply)
	}
	if s.striker != nil {
		if score, ok := s.strike(ply, false); ok {
			return score
		}
	}
	if s.model.winsQuietly {
		if score, ok := s.winsAtOnce(ply); ok {
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

	evading := f.danger && left > s.model.quiescenceDepth-2 || s.model.forced && left > 0 && s.mustCapture(ply)
	best, bound := -infinity, upper
	var static Score
	if !evading {
		static = s.evaluate(ply)
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
		first = chess.NoMove
	}
	if evading {
		s.startPicks(f, first)
	} else {
		s.startNoisy(f, first)
	}
	bestMove := chess.NoMove
	f.tried = f.tried[:0]
	checks := s.model.triesChecks && !evading && left == s.model.quiescenceDepth // are still to be tried
	for n := 0; ; n++ {
		k := s.pick(ply)
		m, rank := k.move(), k.rank()
		if checks && (m == chess.NoMove || rank < rankQuiet) {
			checks = false
			s.startChecks(ply)
			k = s.pick(ply)
			m, rank = k.move(), k.rank()
		}
		if m == chess.NoMove {
			if n == 0 && evading {
				return s.noMoves(ply)
			}
			break
		}
		if evading {
			if best > -maxEval && !s.model.forced && (k.surplus() || rank < rankQuiet-classWidth) {
				break // there is a defence without losing captures and surplus relocations
			}
		} else {
			if rank < rankQuiet {
				break // only likely losses are left
			}
			if hope := static + Score(s.gain(ply, m)) + deltaMargin; hope <= alpha && s.noisy(m) {
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

// mustCapture reports whether a legal move captures, where captures are compulsory:
// then there is nothing else to stand on.
func (s *searcher) mustCapture(ply int) bool {
	f := &s.frames[ply]
	if s.walker != nil {
		f.moves = s.at(ply).Noisy(f.moves[:0])
		return len(f.moves) > 0
	}
	f.moves = f.pos.Noisy(f.moves[:0])
	return slices.ContainsFunc(f.moves, chess.Move.IsCapture)
}

// quiesceChild is child for quiescence.
func (s *searcher) quiesceChild(ply int, alpha, beta Score, left int) Score {
	if s.frames[ply+1].side == s.frames[ply].side {
		return s.quiesce(ply+1, alpha, beta, left)
	}
	return -s.quiesce(ply+1, -beta, -alpha, left)
}
