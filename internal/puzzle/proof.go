package puzzle

import (
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// mostProven is the maximum number of turns of a puzzle whose win is proved move by move.
const mostProven = 5

// inTime makes a puzzle of a forced win in the fewest turns: it is proved that at each step only
// one move wins in time. The last move may have alternatives that also end the game, and the
// moves of a winning turn may be made in any order.
func (s *sketch) inTime() bool {
	found, ok := s.shortest(s.line)
	if !ok || found.MateIn > mostProven {
		return false
	}
	left, side := found.MateIn, s.solver
	s.forced, s.proved, s.mateIn = true, true, left
	free := left == 1 && len(found.PV) > 1 && s.line.Position().Play(found.PV[0]).Side() == s.solver
	for _, m := range found.PV {
		pos := s.line.Position()
		if pos.Side() == s.solver && side != s.solver {
			left--
		}
		if side = pos.Side(); side == s.solver {
			others := without(pos.Moves(), m)
			last := s.line.Len() > s.lead && pos.Play(m).Outcome().Result == rules.WinFor(s.solver)
			if len(others) > 0 && !last && !free && !s.refuted(others, left) {
				return false
			}
			if len(others) > 0 {
				s.choices++
			}
		}
		s.line.Push(m)
	}
	s.ended = s.line.Outcome()
	for s.line.Len() > s.lead && s.line.At(s.line.Len()-1).Side() != s.solver {
		s.line.Undo() // the move with which the other side loses the game
	}
	if s.ended.Result != rules.WinFor(s.solver) || s.choices == 0 || !s.worthwhile() {
		return false
	}
	if !s.see(mostSight, s.mateIn) {
		s.sight = mostSight
	}
	return true
}

// shortest returns a win in the fewest turns, if the prover finds it.
func (s *sketch) shortest(line *game.Record) (win game.Info, ok bool) {
	for turns := mostProven; turns > 0; turns = win.MateIn - 1 {
		r := s.engine.Search(s.ctx, line, game.Limits{Mate: turns, Nodes: s.effort.Proof}, nil)
		if !r.Info.Mate || r.Info.MateIn <= 0 {
			return win, ok && r.NoMate >= turns
		}
		if win, ok = r.Info, true; r.NoMate == win.MateIn-1 {
			return win, true
		}
	}
	return win, ok
}

// refuted reports whether the prover shows that none of the moves wins within that many turns.
func (s *sketch) refuted(moves []game.Move, turns int) bool {
	r := s.engine.Search(s.ctx, s.line, game.Limits{Mate: turns, Nodes: s.effort.Proof, SearchMoves: moves}, nil)
	return r.NoMate >= turns
}

// prove asks the prover whether the forced win seen by a search is one, and whether another move
// wins as soon. It returns false if the win is refuted or another move wins as soon.
func (s *sketch) prove() bool {
	if !s.forced || s.effort.Proof == 0 {
		return true
	}
	solution := s.line.Moves()[s.lead]
	limits := game.Limits{Mate: s.mateIn, Nodes: s.effort.Proof, SearchMoves: []game.Move{solution}}
	found := s.engine.Search(s.ctx, s.first(), limits, nil)
	if found.NoMate >= s.mateIn {
		return false
	}
	s.proved = found.Info.Mate && found.Info.MateIn > 0
	limits.SearchMoves = without(s.line.At(s.lead).Moves(), solution)
	if len(limits.SearchMoves) == 0 {
		return true
	}
	found = s.engine.Search(s.ctx, s.first(), limits, nil)
	return !found.Info.Mate || found.Info.MateIn <= 0
}
