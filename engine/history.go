package engine

import "github.com/heterodox-chess/heterodox/chess"

// maxHistory bounds what is remembered of a move, on either side of 0.
const maxHistory = 1 << 14

// A history remembers how moves have fared in the nodes searched so far.
type history struct {
	quiets   [2][64][64]int16                          // side, from, to
	replies  [2][numTargets][numTargets]int16          // to the last move and the one before it: target, target
	captures [chess.NumRoles][64][chess.NumRoles]int16 // what, where, whom
}

// A target is the role that moves and where to.
const numTargets = chess.NumRoles * 64

func target(m chess.Move) int { return int(m.Role())<<6 | int(m.To()) }

// teach moves a remembered value towards ±maxHistory.
func teach(value *int16, bonus int32) {
	old := int32(*value)
	*value = int16(old + bonus - old*max(bonus, -bonus)/maxHistory)
}

// remembered returns what is known of a quiet move at ply, within ±5·maxHistory.
func (s *searcher) remembered(ply int, m chess.Move) int32 {
	f, h := &s.frames[ply], s.history
	to := target(m)
	return 2*int32(h.quiets[f.pos.Side()&1][m.From()][m.To()]) +
		2*int32(h.replies[0][s.played(ply-1)][to]) + int32(h.replies[1][s.played(ply-2)][to])
}

// played returns the target of the move made at ply, that of no move before the
// root.
func (s *searcher) played(ply int) int {
	if ply < 0 {
		return 0
	}
	return target(s.frames[ply].played)
}

// captureOf returns what is known of a capture.
func (h *history) captureOf(p *chess.Position, m chess.Move) *int16 {
	victim := chess.NoRole
	if m.IsCapture() {
		victim = p.RoleAt(m.CapturedSquare())
	}
	return &h.captures[m.Role()][m.To()][victim]
}

// reward teaches that a move refuted the node at ply searched to a depth, and
// that those tried before it did not.
func (s *searcher) reward(ply int, best chess.Move, depth int) {
	f := &s.frames[ply]
	bonus := int32(min(160*depth-80, 1600))
	if best.IsNoisy() {
		teach(s.history.captureOf(&f.pos, best), bonus)
	} else {
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		s.teachQuiet(ply, best, bonus)
	}
	for _, m := range f.tried {
		switch {
		case m == best:
		case m.IsNoisy():
			teach(s.history.captureOf(&f.pos, m), -bonus)
		case !best.IsNoisy():
			s.teachQuiet(ply, m, -bonus)
		}
	}
}

func (s *searcher) teachQuiet(ply int, m chess.Move, bonus int32) {
	h, to := s.history, target(m)
	teach(&h.quiets[s.frames[ply].pos.Side()&1][m.From()][m.To()], bonus)
	teach(&h.replies[0][s.played(ply-1)][to], bonus)
	teach(&h.replies[1][s.played(ply-2)][to], bonus)
}
