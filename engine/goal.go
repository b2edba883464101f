package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// Goals that a quiet move reaches: the last check, the hill, the end of the race. Nothing that the search
// prunes by, captures and mobility, foretells them; so they are looked for on their
// own wherever one move may be enough.

// winsAtOnce returns the score of a node, but the root, whose side to move reaches a
// goal of the game with one move, and leaves that move in the frame's line.
func (s *searcher) winsAtOnce(ply int) (Score, bool) {
	f, m := &s.frames[ply], s.model
	if ply == 0 || f.excluded != chess.NoMove {
		return 0, false
	}
	us := f.pos.Side()
	byCheck := m.checks != 0 && f.pos.Checks(us)+1 >= m.checks
	byKing := false
	if m.kingGoals != 0 {
		kings := f.pos.Pieces(us, rules.King)
		byKing = kings.Several() || kings != 0 && bitboard.King(kings.First())&m.kingGoals != 0
	}
	if !byCheck && !byKing {
		return 0, false
	}
	f.moves = f.pos.Moves(f.moves[:0])
	checks := 0
	if byCheck {
		checks = f.pos.SplitChecks(f.moves)
	}
	for i, move := range f.moves {
		if i >= checks && !(byKing && move.Role() == rules.King && m.kingGoals.Has(move.To())) {
			continue
		}
		next := f.pos.Play(move)
		if hasWon(&next, us) {
			f.line = append(f.line[:0], move)
			return Mate - f.distance - turnCost - 1, true
		}
	}
	return 0, false
}

// startChecks lets pick return the quiet moves of a node that give check and lose
// nothing by static exchange evaluation.
func (s *searcher) startChecks(ply int) {
	f := &s.frames[ply]
	f.moves = f.pos.Moves(f.moves[:0])
	f.picks, f.quiets, f.next, f.sorted = f.picks[:0], nil, 0, false
	for _, m := range f.moves[:f.pos.SplitChecks(f.moves)] {
		if m != f.first && !m.IsNoisy() && !s.model.seeLoses(&f.pos, m, 0, seeEdge) {
			f.picks = append(f.picks, newPick(m, rankGood+s.quietHistory(ply, m)))
		}
	}
}
