package solve

import (
	"github.com/heterodox-chess/heterodox/chess"
)

// A node is a position in a turn, with the move that led to it.
type node struct {
	pos    chess.Position
	parent int32 // in the level before
	move   chess.Move
}

// A walker goes through a turn, level by level. It reuses its memory from one turn to the next,
// and is not for concurrent use.
type walker struct {
	levels []level
	moves  []chess.Move
	seen   keySet // of the current level
	ends   keySet
	leads  []lead
	// most bounds the positions of a level, 0 for no bound. full says that the bound was
	// reached, and the walk cut off.
	most int
	full bool
}

type level []node

// add makes room for a node at the end of a level.
func (l *level) add() *node {
	if len(*l) < cap(*l) {
		*l = (*l)[:len(*l)+1]
	} else {
		*l = append(*l, node{})
	}
	return &(*l)[len(*l)-1]
}

// begin makes a position the only one of level 0.
func (w *walker) begin(pos *chess.Position) {
	if len(w.levels) == 0 {
		w.levels = make([]level, 1)
	}
	w.levels[0] = append(w.levels[0][:0], node{pos: *pos})
}

// level empties a level and returns it.
func (w *walker) level(n int) *level {
	for len(w.levels) <= n {
		w.levels = append(w.levels, nil)
	}
	w.levels[n] = w.levels[n][:0]
	return &w.levels[n]
}

// path returns the moves that lead to a node of a level, followed by move unless it is NoMove.
func (w *walker) path(n int, i int32, move chess.Move) []chess.Move {
	line := make([]chess.Move, n, n+maxLength)
	if move != chess.NoMove {
		line = append(line, move)
	}
	for ; n > 0; n-- {
		line[n-1], i = w.levels[n][i].move, w.levels[n][i].parent
	}
	return line
}

// An end is a position in which a turn ends, and how the turn got there.
type end struct {
	pos *chess.Position // valid until the next
	w   *walker
	n   int
	i   int32
	m   chess.Move
}

// line returns the moves of the turn.
func (e *end) line() []chess.Move { return e.w.path(e.n, e.i, e.m) }

// walk passes each position in which the turn of the side to move can end to visit, once, until
// that returns false: then walk returns false, too. The turn ends when the other side is to
// move, or the game is over. It begins at pos: if pos has no moves, it is its own end, with an
// empty line.
func (w *walker) walk(pos *chess.Position, visit func(*end) bool) bool {
	us := pos.Side()
	w.begin(pos)
	w.ends.clear(1 << 16)
	var last chess.Position
	e := end{w: w, pos: &last}
	w.full = false
	for n := 0; len(w.levels[n]) > 0; n++ {
		next := w.level(n + 1)
		w.seen.clear(16 * len(w.levels[n]))
		for i := range w.levels[n] {
			from := &w.levels[n][i].pos
			if w.full = w.most > 0 && max(len(*next), w.ends.count) > w.most; w.full {
				return false
			}
			w.moves = from.Moves(w.moves[:0])
			if len(w.moves) == 0 { // decided positions do not get here
				if e.n, e.i, e.m, last = n, int32(i), chess.NoMove, *from; !visit(&e) {
					return false
				}
			}
			for _, m := range w.moves {
				last = from.Play(m)
				switch {
				case last.Side() != us || last.Decided().Over():
					if w.ends.add(keyOf(&last)) {
						if e.n, e.i, e.m = n, int32(i), m; !visit(&e) {
							return false
						}
					}
				case w.seen.add(keyOf(&last)):
					*next.add() = node{pos: last, parent: int32(i), move: m}
				}
			}
		}
	}
	return true
}

// wins searches all turns of the side to move for one that wins, and returns it, nil if there is
// none. Where only checkmate wins, its last moves are checks only.
func (w *walker) wins(pos *chess.Position) []chess.Move {
	us := pos.Side()
	w.begin(pos)
	w.full = false
	for n := 0; len(w.levels[n]) > 0; n++ {
		next := w.level(n + 1)
		w.seen.clear(16 * len(w.levels[n]))
		for i := range w.levels[n] {
			from := &w.levels[n][i].pos
			if w.full = w.most > 0 && len(*next) > w.most; w.full {
				return nil
			}
			w.moves = from.Moves(w.moves[:0])
			tries := w.moves
			if onlyMates(from.Rules()) {
				tries = tries[:from.SplitChecks(tries)]
			}
			for _, m := range tries {
				if last := from.Play(m); won(&last, us) {
					return w.path(n, int32(i), m)
				}
			}
			if movesLeft(from) == 1 {
				continue
			}
			for _, m := range w.moves {
				last := from.Play(m)
				if last.Side() == us && !last.Decided().Over() && w.seen.add(keyOf(&last)) {
					*next.add() = node{pos: last, parent: int32(i), move: m}
				}
			}
		}
	}
	return nil
}

// movesLeft returns how many moves the side to move still has in its turn.
func movesLeft(p *chess.Position) uint64 {
	if _, left := p.Turn(); left > 0 {
		return left
	}
	return 1
}

// onlyMates reports whether a game is won by checkmate alone.
func onlyMates(r *chess.Ruleset) bool {
	return r.Royal() && !r.Explodes() && !r.Extinction() && !r.GivesAway() && r.CheckLimit() == 0 &&
		r.Hill() == 0 && !r.Race() && !r.Horde() && r.Holes() == 0 && !r.CompulsoryCaptures()
}

// play returns the position after a line.
func play(pos chess.Position, line []chess.Move) chess.Position {
	for _, m := range line {
		pos = pos.Play(m)
	}
	return pos
}
