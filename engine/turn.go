package engine

import (
	"context"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

const (
	// maxTurnMoves bounds the single moves of a turn that are returned.
	maxTurnMoves = 1000
	// turnNodes bounds each search for a further move of a turn, and turnEffort all of them
	// together.
	turnNodes  = 2000
	turnEffort = 50_000
	// lateMoves bounds the moves considered for each single move once the time is up.
	lateMoves = 32
)

// result makes a result from the best line.
func (e *Engine) result(ctx context.Context, t *task, info game.Info) game.Result {
	line := info.PV
	r := game.Result{Best: line[0], Turn: line[:1:1], Info: info}
	if t.limits.WholeTurn && e.traits.turns {
		r.Turn = e.finishTurn(ctx, t, line)
	}
	if len(line) > len(r.Turn) {
		r.Ponder = reply(t.position, r.Turn, line[len(r.Turn):], t.limits.WholeTurn)
	}
	return r
}

// reply returns the moves with which the opponent is expected to answer: the
// next one of the line, or the next turn if whole; nothing if the opponent is
// not to move or the line ends before the turn does.
func reply(pos game.Position, played, line []game.Move, whole bool) []game.Move {
	us := pos.Side()
	for _, m := range played {
		pos = pos.Play(m)
	}
	if pos.Side() == us {
		return nil
	}
	if !whole {
		return line[:1:1]
	}
	for i, m := range line {
		if pos = pos.Play(m); pos.Side() == us || len(pos.Moves()) == 0 {
			return line[: i+1 : i+1]
		}
	}
	return nil
}

// finishTurn returns the moves of the whole turn that begins with the first move of line:
// first the line itself, then what short searches find; once ctx has ended or the time is
// up, what static evaluation prefers; and when the time for that has run out too, a piece
// moves back and forth.
func (e *Engine) finishTurn(ctx context.Context, t *task, line []game.Move) (turn []game.Move) {
	pos, us := t.position, t.side
	effort := uint64(turnEffort)
	if t.limits.Nodes > 0 {
		effort = min(effort, t.limits.Nodes)
	}
	for len(turn) < maxTurnMoves && pos.Side() == us {
		if len(line) == 0 {
			if t.watch.overdue(ctx) {
				return appendToAndFro(turn, pos)
			}
			moves := pos.Moves()
			if len(moves) == 0 {
				break // the game is over
			}
			line = e.nextOfTurn(ctx, t, pos, &effort)
		}
		turn = append(turn, line[0])
		pos, line = pos.Play(line[0]), line[1:]
	}
	return turn
}

// appendToAndFro appends moves that complete the turn of the side to move, however long it
// is, without considering each: a piece that is free to do so moves to another square and
// back, again and again. Two such moves restore the board, so they stay legal.
func appendToAndFro(turn []game.Move, pos game.Position) []game.Move {
	us := pos.Side()
	for len(turn) < maxTurnMoves && pos.Side() == us {
		there, back := toAndFro(pos)
		if there == game.NoMove {
			moves := pos.Moves()
			if len(moves) == 0 {
				break // the game is over
			}
			turn = append(turn, moves[0])
			pos = pos.Play(moves[0])
			continue
		}
		_, left := pos.Turn()
		for i := uint64(0); i < left && len(turn) < maxTurnMoves; i += 2 {
			turn = append(turn, there)
			if i+1 < left && len(turn) < maxTurnMoves {
				turn = append(turn, back)
			}
		}
		break
	}
	return turn
}

// toAndFro returns a move of a piece and the move back, such that the turn goes on after
// each, and the board is as before after both; NoMove if there are none.
func toAndFro(pos game.Position) (there, back game.Move) {
	us := pos.Side()
	pieces, _, _ := strings.Cut(pos.FEN(), " ")
	goesOn := func(p game.Position) bool { return p.Side() == us && !p.Outcome().Over() }
	for _, m := range pos.Moves() {
		reverse, ok := reversed(pos.UCI(m))
		if !ok {
			continue
		}
		next := pos.Play(m)
		if !goesOn(next) {
			continue
		}
		n, err := next.ParseMove(reverse)
		if err != nil {
			continue
		}
		if last := next.Play(n); goesOn(last) && strings.HasPrefix(last.FEN(), pieces+" ") {
			return m, n
		}
	}
	return game.NoMove, game.NoMove
}

// reversed returns the move back for a move from a square to another, in UCI notation; ok
// is false for any other move.
func reversed(uci string) (text string, ok bool) {
	half := strings.LastIndexFunc(uci, func(c rune) bool { return c >= 'a' })
	if half < 2 || uci[0] < 'a' || strings.Trim(uci[1:half], "0123456789") != "" || strings.Trim(uci[half+1:], "0123456789") != "" {
		return "", false
	}
	return uci[half:] + uci[:half], true
}

// nextOfTurn returns a good line from a position in the middle of a turn, and subtracts the
// nodes it costs from the effort.
func (e *Engine) nextOfTurn(ctx context.Context, t *task, pos game.Position, effort *uint64) []game.Move {
	at, _ := rootAt(pos)
	line := at.line()
	codes := line.moves(0, nil)
	nodes := min(*effort, turnNodes)
	late := ctx.Err() != nil || t.watch.late()
	if late {
		codes = sample(codes, lateMoves)
	}
	if len(codes) == 1 || nodes == 0 || late {
		return movesOf(line, []game.Code{e.searchers[0].bestStatic(at, codes)})
	}
	next := task{root: at, line: line, side: pos.Side(), moves: codes, lines: 1, limits: &game.Limits{Nodes: nodes}, watch: t.watch, report: func(game.Info) {}}
	info := e.think(ctx, &next)
	*effort -= min(info.Nodes, *effort)
	return info.PV
}

// sample returns at most n of the moves, from all parts of the list.
func sample(moves []game.Code, n int) []game.Code {
	if len(moves) <= n {
		return moves
	}
	some := make([]game.Code, n)
	for i := range some {
		some[i] = moves[i*len(moves)/n]
	}
	return some
}

// bestStatic returns the move that leads to the best static value.
func (s *searcher) bestStatic(at root, moves []game.Code) game.Code {
	b := at.board(s)
	s.board, s.frames[0].state = b, b.state(0)
	us, best, bestMove := b.side(0), -infinity, moves[0]
	for _, move := range moves {
		s.play(0, move)
		var score Score
		switch r, over := b.decided(1); {
		case over && r == rules.WinFor(us):
			score = Mate
		case over:
			score = -Mate
		case b.side(1) == us:
			score = b.evaluate(1)
		default:
			score = -b.evaluate(1)
		}
		if score > best {
			best, bestMove = score, move
		}
	}
	return bestMove
}
