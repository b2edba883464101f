package engine

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// Games of other machines than the fast one are searched by a walker. This file is
// all in which the search of the two differs: the questions that a searcher asks
// of a node, answered from the position in its frame, or by the walker there.

// walkModel returns the model of a game that is searched by a walker: of it the
// search needs a few traits only.
func walkModel(t game.Traits) *model {
	return &model{
		clock: t.Clock, pockets: t.Returns, forced: t.Forced, traits: t,
		quiescenceDepth: 24,
	}
}

// at returns the walker, taken back to the node at ply.
func (s *searcher) at(ply int) game.Walker {
	for s.walked > ply {
		s.walker.Undo()
		s.walked--
	}
	return s.walker
}

// walk plays a move, or passes if it is NoMove, from the node at ply.
func (s *searcher) walk(ply int, m chess.Move) {
	w, f := s.at(ply), &s.frames[ply]
	if m == chess.NoMove {
		w.Pass()
	} else {
		f.playedTo = s.pieceTo(ply, m)
		w.Play(m)
	}
	s.walked = ply + 1
	s.arriveWalking(&s.frames[ply+1])
}

// arriveWalking is arrive for the position at which the walker stands.
func (s *searcher) arriveWalking(f *frame) {
	w := s.walker
	f.key, f.side, f.half, f.danger = w.Key(), w.Side(), w.Halfmove(), w.Danger()
	prefetch(s.table.cluster(f.key))
}

// evaluate returns the static value of the node at ply.
func (s *searcher) evaluate(ply int) Score {
	if s.walker != nil {
		return Score(min(max(s.at(ply).Evaluate(), int(-maxWalkEval)), int(maxWalkEval)))
	}
	f := &s.frames[ply]
	return s.eval.evaluate(&f.pos, f.key, ply)
}

// maxWalkEval bounds what a walker's evaluation may say.
const maxWalkEval = maxEval / 2

// noisy reports whether a move captures or promotes.
func (s *searcher) noisy(m chess.Move) bool {
	if s.walker != nil {
		return m&game.NoisyCode != 0
	}
	return m.IsNoisy()
}

// gain estimates what a move of the node at ply wins at once, see model.gain.
func (s *searcher) gain(ply int, m chess.Move) int32 {
	if s.walker != nil {
		return int32(s.at(ply).Gain(m))
	}
	return s.model.gain(&s.frames[ply].pos, m)
}

// loses reports whether a move of the node at ply, which wins gain at once, gives up
// more than edge in the exchange that follows, see model.seeLoses.
func (s *searcher) loses(ply int, m chess.Move, gain, edge int32) bool {
	if s.walker == nil {
		return s.model.seeLoses(&s.frames[ply].pos, m, gain, edge)
	}
	return s.model.traits.Exchanges && walkLoses(s.at(ply), m, gain, edge)
}

// mayPass reports whether a null move says something of the node at ply.
func (s *searcher) mayPass(ply int) bool {
	if s.walker != nil {
		return s.at(ply).MayPass()
	}
	return s.model.mayPass(&s.frames[ply].pos)
}

// rankWalk is rankOf with a walker.
func (s *searcher) rankWalk(ply int, m chess.Move) int32 {
	f, w := &s.frames[ply], s.at(ply)
	switch {
	case s.noisy(m):
		gain := int32(w.Gain(m))
		rank := 64*gain - int32(w.Worth(m)) + int32(*s.captureHistory(ply, m))
		rank = min(max(rank, -classWidth+1), classWidth-1)
		if s.loses(ply, m, gain, seeEdge) {
			return rankBad + rank
		}
		return rankGood + rank
	case m == f.killers[0]:
		return rankKiller
	case m == f.killers[1]:
		return rankKiller - 1
	}
	return rankQuiet + s.quietHistory(ply, m) + 8*int32(w.Rise(m))
}
