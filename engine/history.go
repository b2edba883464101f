package engine

import (
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// maxHistory bounds the history values of moves, on either side of 0.
const maxHistory = 1 << 14

// A history holds the history heuristics: how moves have fared in the nodes searched so
// far. quiets is the butterfly history, kept apart by threats; then there are continuation
// history and capture history. These two are common to both sides: with a half for each
// side, chess scored 44.5 % in 274 games at 8,000 nodes a move (-38 ± 38 Elo) against
// without. Continuation history, the largest, comes first: it fills a huge page.
type history struct {
	continuation [2][2 * numPieceTo][numPieceTo]int16      // after the last move, and after one two or four plies back: played, pieceTo
	quiets       [2][2][2][64][64]int16                    // side, whether lesser pieces attack from and to, from, to
	captures     [rules.NumRoles][64][rules.NumRoles]int16 // role, destination, victim
	besides      [2][game.MostBesides]int16                // side, what a Walker's move does besides
}

// numPieceTo is the number of values of pieceTo, which says what moves and where to.
const numPieceTo = game.PieceTos

// update moves a history value towards ±maxHistory by a bonus, or by a malus below 0; the
// nearer it is, the less it moves (history gravity).
func update(value *int16, bonus int32) {
	old := int32(*value)
	*value = int16(old + bonus - old*max(bonus, -bonus)/maxHistory)
}

// continuations are the rows of continuation history at a ply, by pieceTo, for the moves
// one, two and four plies back.
type continuations [3]*[numPieceTo]int16

func (s *searcher) continuations(ply int) continuations {
	c := &s.history.continuation
	return continuations{&c[0][s.played(ply, 1)], &c[1][s.played(ply, 2)], &c[1][s.played(ply, 4)]}
}

// of returns the history of a quiet move, given its entry of the butterfly history and its
// pieceTo: within ±6·maxHistory.
func (c *continuations) of(butterfly int16, to int) int32 {
	return 2*int32(butterfly) + 2*int32(c[0][to]) + int32(c[1][to]) + int32(c[2][to])
}

// played returns, as one number, the pieceTo of the move made back plies before ply, and
// whether the side to move made it: in turns of several moves either side may have. It is 0
// before the root and for a null move.
func (s *searcher) played(ply, back int) int {
	if ply < back {
		return 0
	}
	f := &s.frames[ply-back]
	if f.played == noMove {
		return 0
	}
	own := int(f.side^s.frames[ply].side^1) & 1
	return own*numPieceTo + f.playedTo
}

// updateHistories rewards the move that caused a beta cutoff of the node at ply, searched
// to a depth, and penalises those tried before it; a quiet move becomes a killer.
func (s *searcher) updateHistories(ply int, best game.Code, depth int) {
	f, bonus := &s.frames[ply], historyBonus(depth)
	if s.noisy(best) {
		update(s.board.captureHistory(ply, best), bonus)
	} else {
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		s.updateQuiet(ply, best, bonus)
	}
	s.updateBesides(ply, best, bonus)
	for _, m := range f.tried {
		if m != best {
			s.updateBesides(ply, m, -bonus)
		}
		switch {
		case m == best:
		case s.noisy(m):
			update(s.board.captureHistory(ply, m), -bonus)
		case !s.noisy(best):
			s.updateQuiet(ply, m, -bonus)
		}
	}
}

// historyBonus returns by how much a search to a depth changes the history of a move that
// it shows to be good or bad.
func historyBonus(depth int) int32 { return int32(min(historyStep*depth-historyLess, historyMost)) }

func (s *searcher) updateQuiet(ply int, m game.Code, bonus int32) {
	c := s.continuations(ply)
	butterfly, to := s.board.quietHistory(ply, m)
	update(butterfly, bonus)
	update(&c[0][to], bonus)
	update(&c[1][to], bonus)
	update(&c[2][to], bonus/2)
}

// previousQuiet returns the quiet move of the opponent that led to the node at ply,
// so that its history can be updated; noMove if none did.
func (s *searcher) previousQuiet(ply int) game.Code {
	if ply == 0 {
		return noMove
	}
	f, before := &s.frames[ply], &s.frames[ply-1]
	if m := before.played; !s.noisy(m) && before.side != f.side {
		return m
	}
	return noMove
}

// besides returns the history of what a move does besides, in games whose moves have such
// effects.
func (s *searcher) besides(ply int, m game.Code) int32 {
	if !s.traits.Long {
		return 0
	}
	return int32(s.history.besides[s.frames[ply].side&1][m.Besides()])
}

func (s *searcher) updateBesides(ply int, m game.Code, bonus int32) {
	if s.traits.Long {
		update(&s.history.besides[s.frames[ply].side&1][m.Besides()], bonus)
	}
}
