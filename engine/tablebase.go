package engine

import (
	"cmp"
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Tables are endgame tables: they know how the game ends from positions with few men if
// both sides play as well as possible, and after how many plies. They are safe for
// concurrent use.
type Tables interface {
	// Men returns the most men that a position of a game may have to be in the tables, 0 if
	// none is.
	Men(g game.Rules) int
	// Distance returns the result for the side to move, 1 for a win, 0 for a draw, -1 for a
	// loss, and the plies until the game is over; ok is false if it is not known. Rules
	// that limit the moves without progress are ignored.
	Distance(pos game.Position) (result int8, plies int, ok bool)
	// FastDistance is Distance within a search of a game of package chess. It is never
	// called for positions in which the game is over.
	FastDistance(g game.Rules, p *chess.Position) (result int8, plies int, ok bool)
}

// tableScore returns the score, by the tables, of a position at a distance from the root. A
// win that is too long for a mate score is still worth more than any ordinary evaluation.
func tableScore(result int8, plies int, distance Score) Score {
	if result == 0 {
		return 0
	}
	score := Mate - distance - Score(plies)*(turnCost+1)
	if score <= maxEval {
		score = maxEval - min(Score(plies), maxEval/4)
	}
	return score * Score(result)
}

// fromTables returns the score of the node at ply by the tables; ok is false if they do not
// know it, or if the win may come too late under the rule on moves without progress.
func (s *searcher) fromTables(ply int) (score Score, ok bool) {
	f := &s.frames[ply]
	if ply == 0 || f.excluded != noMove || f.afterNull {
		return 0, false
	}
	b, fast := s.board.(*chessBoard)
	if !fast || b.positions[ply].Occupied().Count() > s.men {
		return 0, false
	}
	result, plies, ok := s.tables.FastDistance(s.rules, &b.positions[ply])
	if clock := s.traits.Clock; !ok || result != 0 && clock > 0 && f.half+plies > clock {
		return 0, false
	}
	s.tableHits.Add(1)
	return tableScore(result, plies, f.distance), true
}

// A choice is a root move with what the tables say about it for the side that makes it.
type choice struct {
	move   game.Code
	result int8
	plies  int
}

// compare returns a positive number if the side to move prefers c to another choice, a negative
// one if it prefers the other: wins, the fastest first, then draws, then losses, the slowest first.
func (c choice) compare(other choice) int {
	return cmp.Or(cmp.Compare(c.result, other.result), int(c.result)*(other.plies-c.plies))
}

// decide answers a task from the tables if they know all of its moves and the side to move
// wins or loses. If the position is drawn, it leaves only the drawing moves to the search.
func (e *Engine) decide(t *task) (best game.Info, ok bool) {
	tables := e.options.Tables
	if tables == nil || t.limits.Mate > 0 || e.options.level() < MaxSkill || e.traits.turns || tooMany(t.position, tables.Men(e.rules)) {
		return best, false
	}
	choices, at, record := make([]choice, 0, len(t.moves)), t.line, t.record.Clone()
	for _, m := range t.moves {
		record.Push(at.move(0, m))
		result, plies, ok := tables.Distance(record.Position())
		if !ok {
			return best, false
		}
		choices = append(choices, inGame(record, t.side, choice{m, -result, plies + 1}))
		record.Undo()
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return b.compare(a) })
	if choices[0].result == 0 {
		t.moves = t.moves[:0:0]
		for _, c := range choices {
			if c.result == 0 {
				t.moves = append(t.moves, c.move)
			}
		}
		t.lines = min(t.lines, len(t.moves))
		return best, false
	}
	if clock := e.traits.Clock; clock > 0 && t.position.Halfmove()+choices[0].plies > clock {
		return best, false // the game may be drawn before that
	}
	hits := uint64(len(choices))
	for i, c := range choices[:t.lines] {
		info := tableInfo(c.result, c.plies)
		m := at.move(0, c.move)
		info.PV = append([]game.Move{m}, e.tableLine(t.position.Play(m))...)
		info.Line, info.Depth, info.SelDepth = i+1, len(info.PV), len(info.PV)
		info.TableHits, info.Time = hits, t.watch.elapsed()
		t.report(info)
		if i == 0 {
			best = info
		}
	}
	return best, true
}

// inGame returns a choice of a side as it is in a game that it has been added to. Unlike the
// tables, this takes account of repetition: the choice itself may end the game, and so may a
// reply with which the opponent saves a lost game.
func inGame(r *game.Record, us rules.Color, c choice) choice {
	resultFor := func(side rules.Color) (result int8, over bool) {
		switch o := r.Outcome(); {
		case !o.Over():
			return 0, false
		case o.Result == rules.WinFor(side):
			return 1, true
		case o.Result == rules.Draw:
			return 0, true
		}
		return -1, true
	}
	if result, over := resultFor(us); over {
		return choice{c.move, result, 1}
	}
	if c.result <= 0 {
		return c
	}
	for _, m := range r.Position().Moves() {
		r.Push(m)
		result, over := resultFor(us)
		r.Undo()
		if over && result < c.result {
			c.result, c.plies = result, 2
		}
	}
	return c
}

// tableInfo returns what the tables know in the form of a report.
func tableInfo(result int8, plies int) game.Info {
	info := infoOf(tableScore(result, plies, 0))
	if result != 0 {
		info.Mate, info.MateIn = true, int(result)*(plies+1)/2
	}
	return info
}

// maxTableLine bounds the lines that the tables continue.
const maxTableLine = 200

// tableLine returns the moves that the tables play from a position; none if it is drawn.
func (e *Engine) tableLine(pos game.Position) (line []game.Move) {
	for len(line) < maxTableLine {
		var best choice
		var move game.Move
		for _, m := range pos.Moves() {
			result, plies, ok := e.options.Tables.Distance(pos.Play(m))
			if c := (choice{0, -result, plies + 1}); ok && (move == game.NoMove || c.compare(best) > 0) {
				best, move = c, m
			}
		}
		if move == game.NoMove || best.result == 0 {
			break
		}
		line = append(line, move)
		if pos = pos.Play(move); pos.Outcome().Over() {
			break
		}
	}
	return line
}

// tooMany reports whether a position has more than a number of men.
func tooMany(pos game.Position, men int) bool {
	for _, s := range pos.Rules().Board().Squares() {
		if men < 0 {
			break
		}
		if _, ok := pos.At(s); ok {
			men--
		}
	}
	return men < 0
}

// lengthen returns a report with the line of a forced win or loss continued from the
// tables.
func (e *Engine) lengthen(t *task, i game.Info) game.Info {
	tables := e.options.Tables
	if tables == nil || !i.Mate || i.TableHits == 0 {
		return i
	}
	pos := t.position
	for _, m := range i.PV {
		pos = pos.Play(m)
	}
	if !pos.Outcome().Over() && !tooMany(pos, tables.Men(e.rules)) {
		i.PV = append(slices.Clip(i.PV), e.tableLine(pos)...)
	}
	return i
}
