package engine

import (
	"context"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

const (
	// maxTurnMoves bounds the single moves of a turn that are given back.
	maxTurnMoves = 1000
	// turnNodes bounds each search for a further move of a turn, and
	// turnEffort all of them.
	turnNodes  = 2000
	turnEffort = 50_000
	// lateMoves bounds the moves looked at for each once the time is up.
	lateMoves = 32
)

// result makes a result of the best line.
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

// finishTurn returns the moves of the whole turn that begins with the first
// move of line: as far as it goes the line itself, then what short searches
// find; once ctx has ended or the time is up what static evaluation prefers; and
// when the time for that has run out, too, a piece goes to and fro.
func (e *Engine) finishTurn(ctx context.Context, t *task, line []game.Move) (turn []game.Move) {
	pos, us := t.root.(chessRoot).pos, t.side
	effort := uint64(turnEffort)
	if t.limits.Nodes > 0 {
		effort = min(effort, t.limits.Nodes)
	}
	for len(turn) < maxTurnMoves && pos.Side() == us {
		if len(line) == 0 {
			if t.watch.overdue(ctx) {
				return appendToAndFro(turn, pos)
			}
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break // the game is over
			}
			line = e.nextOfTurn(ctx, t, pos, moves, &effort)
		}
		turn = append(turn, line[0])
		pos, line = pos.Play(chess.Move(line[0])), line[1:]
	}
	return turn
}

// appendToAndFro appends moves that end the turn of the side to move, however
// long it is, without a look at each: a piece that nothing keeps from it goes to
// another square and back, time and again. The board that two such moves leave
// is the one before them, so they stay legal.
func appendToAndFro(turn []game.Move, pos chess.Position) []game.Move {
	us := pos.Side()
	for len(turn) < maxTurnMoves && pos.Side() == us {
		there, back := toAndFro(&pos)
		if there == chess.NoMove {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break // the game is over
			}
			turn = append(turn, game.Move(moves[0]))
			pos = pos.Play(moves[0])
			continue
		}
		_, left := pos.Turn()
		for i := uint64(0); i < left && len(turn) < maxTurnMoves; i += 2 {
			turn = append(turn, game.Move(there))
			if i+1 < left && len(turn) < maxTurnMoves {
				turn = append(turn, game.Move(back))
			}
		}
		break
	}
	return turn
}

// toAndFro returns a move of a piece after which the turn goes on and the piece
// can go back, so that the turn goes on again; NoMove if there is none.
func toAndFro(pos *chess.Position) (there, back chess.Move) {
	us := pos.Side()
	goesOn := func(p *chess.Position) bool { return p.Side() == us && !p.Decided().Over() }
	var buf [chess.MaxMoves]chess.Move
	for _, m := range pos.Moves(nil) {
		if m.IsNoisy() || m.IsCastling() || m.IsDrop() || m.IsVanishing() || m.Role() == rules.Pawn {
			continue
		}
		next := pos.Play(m)
		if !goesOn(&next) {
			continue
		}
		for _, n := range next.Moves(buf[:0]) {
			if n.From() != m.To() || n.To() != m.From() || n.IsCastling() || n.IsDrop() || n.IsVanishing() {
				continue
			}
			if last := next.Play(n); goesOn(&last) {
				return m, n
			}
		}
	}
	return chess.NoMove, chess.NoMove
}

// nextOfTurn returns a good line from a position in the middle of a turn, and
// takes the nodes it costs from the effort.
func (e *Engine) nextOfTurn(ctx context.Context, t *task, pos chess.Position, moves []chess.Move, effort *uint64) []game.Move {
	nodes := min(*effort, turnNodes)
	late := ctx.Err() != nil || t.watch.late()
	if late {
		moves = sample(moves, lateMoves)
	}
	if len(moves) == 1 || nodes == 0 || late {
		return []game.Move{game.Move(e.searchers[0].chess.eval.bestStatic(&pos, moves))}
	}
	codes := make([]game.Code, len(moves))
	for i, m := range moves {
		codes[i] = game.Code(m)
	}
	next := task{root: chessRoot{pos}, side: pos.Side(), moves: codes, lines: 1, limits: &game.Limits{Nodes: nodes}, watch: t.watch, report: func(game.Info) {}}
	info := e.think(ctx, &next)
	*effort -= min(info.Nodes, *effort)
	return info.PV
}

// sample returns at most n of the moves, from all parts of the list.
func sample(moves []chess.Move, n int) []chess.Move {
	if len(moves) <= n {
		return moves
	}
	some := make([]chess.Move, n)
	for i := range some {
		some[i] = moves[i*len(moves)/n]
	}
	return some
}

// bestStatic returns the move that leads to the best static value.
func (v *evaluator) bestStatic(pos *chess.Position, moves []chess.Move) chess.Move {
	us, best, bestMove := pos.Side(), -infinity, moves[0]
	for _, move := range moves {
		next := pos.Play(move)
		score := v.evaluate(&next, next.Key(), 0)
		if next.Side() != us {
			score = -score
		}
		switch o := next.Decided(); {
		case o.Result == rules.WinFor(us):
			score = Mate
		case o.Over():
			score = -Mate
		}
		if score > best {
			best, bestMove = score, move
		}
	}
	return bestMove
}
