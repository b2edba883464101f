package engine

import "github.com/heterodox-chess/heterodox/chess"

// maxHistory bounds what is remembered of a move, on either side of 0.
const maxHistory = 1 << 14

// A history remembers how moves have fared in the nodes searched so far.
type history struct {
	quiets   [2][2][2][64][64]int16                    // side, whether lesser pieces attack from and to, from, to
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

// quiet returns what is remembered of a quiet move of the side to move alone.
func (s *searcher) quiet(f *frame, m chess.Move) *int16 {
	attacked := s.menaces(f)[kindQueen]
	return &s.history.quiets[f.pos.Side()&1][attacked>>m.From()&1][attacked>>m.To()&1][m.From()][m.To()]
}

// remembered returns what is known of a quiet move at ply, within ±6·maxHistory.
func (s *searcher) remembered(ply int, m chess.Move) int32 {
	h, to := s.history, target(m)
	return 2*int32(*s.quiet(&s.frames[ply], m)) + 2*int32(h.replies[0][s.played(ply-1)][to]) +
		int32(h.replies[1][s.played(ply-2)][to]) + int32(h.replies[1][s.played(ply-4)][to])
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
	f, bonus := &s.frames[ply], bonusOf(depth)
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

// bonusOf returns what a search to a depth teaches of the move that it shows to
// be good, or bad.
func bonusOf(depth int) int32 { return int32(min(160*depth-80, 1600)) }

func (s *searcher) teachQuiet(ply int, m chess.Move, bonus int32) {
	h, to := s.history, target(m)
	teach(s.quiet(&s.frames[ply], m), bonus)
	teach(&h.replies[0][s.played(ply-1)][to], bonus)
	teach(&h.replies[1][s.played(ply-2)][to], bonus)
	teach(&h.replies[1][s.played(ply-4)][to], bonus/2)
}

// answered returns the quiet move of the opponent that led to the node at ply,
// with that it may be taught what it is worth; NoMove if none did.
func (s *searcher) answered(ply int) chess.Move {
	if ply == 0 {
		return chess.NoMove
	}
	f, before := &s.frames[ply], &s.frames[ply-1]
	if m := before.played; !m.IsNoisy() && before.pos.Side() != f.pos.Side() {
		return m
	}
	return chess.NoMove
}
