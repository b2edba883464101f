package engine

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Goals that a quiet move can reach: the last check, the hill, the end of the race. Nothing
// that pruning relies on, captures and mobility, foresees them; so they are looked for
// separately wherever one move may be enough. So is the capture of a last piece, which often
// refutes a move and is found here before anything else is computed.

// reachesGoal returns the score of a node other than the root whose side to move can reach
// a goal of the game with one move, and leaves that move in the frame's line.
func (b *chessBoard) reachesGoal(ply int) (Score, bool) {
	f, p, m := &b.s.frames[ply], &b.positions[ply], b.model
	if ply == 0 || f.excluded != noMove {
		return 0, false
	}
	us := p.Side()
	byCheck := m.checks != 0 && p.Checks(us)+1 >= m.checks
	byKing := false
	if m.kingGoals != 0 {
		kings := p.Pieces(us, rules.King)
		byKing = kings.Several() || kings != 0 && bitboard.King(kings.First())&m.kingGoals != 0
	}
	if !byCheck && !byKing {
		return 0, false
	}
	b.buf = p.Moves(b.buf[:0])
	checks := 0
	if byCheck {
		checks = p.SplitChecks(b.buf)
	}
	for i, move := range b.buf {
		if i >= checks && !(byKing && move.Role() == rules.King && m.kingGoals.Has(move.To())) {
			continue
		}
		next := p.Play(move)
		if hasWon(&next, us) {
			f.line = append(f.line[:0], game.Code(move))
			return Mate - f.distance - turnCost - 1, true
		}
	}
	return 0, false
}

// takesLast is reachesGoal for the capture of the last piece of a type. Captures en passant
// and pieces that would only be blown up are left to the search.
func (b *chessBoard) takesLast(ply int) (Score, bool) {
	f, p := &b.s.frames[ply], &b.positions[ply]
	if ply == 0 || f.excluded != noMove {
		return 0, false
	}
	us := p.Side()
	target := b.model.attackedLast(p, us)
	if target == 0 {
		return 0, false
	}
	b.buf = p.Noisy(b.buf[:0])
	for _, move := range b.buf {
		if !move.IsCapture() || !target.Has(move.CapturedSquare()) {
			continue
		}
		if next := p.Play(move); hasWon(&next, us) {
			f.line = append(f.line[:0], game.Code(move))
			return Mate - f.distance - turnCost - 1, true
		}
	}
	return 0, false
}
