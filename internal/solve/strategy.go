package solve

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/proof"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Quest looks for a strategy with which a side wins by some turn, or has not lost by then. It
// is exhaustive, so that it knows if there is none. It is for one goroutine.
type Quest struct {
	Start chess.Position
	Side  rules.Color
	Wins  bool
	Turn  int // the last
	// Limit is how many turns may be searched, 0 for no limit. Beyond it the search ends with
	// ErrLimit, as it does if a turn leads to more than Most positions, unless Most is 0.
	Limit, Most int

	ctx    context.Context
	solver Solver
	known  map[occurrence][]chess.Move // the side's turns that work, nil where there is none
	hard   map[formation]int           // refutations, by the formation in which a turn left the opponent's men
	levels map[int]*walker             // by turn
	stop   context.CancelCauseFunc

	Searched int // turns
}

// An occurrence is a position in a turn. Where every turn is one move a position may occur in
// several.
type occurrence struct {
	key
	turn int
}

// Prove returns a proof that the side can reach its aim, nil if it cannot. The error is ErrLimit
// or the cause of ctx's end.
func (q *Quest) Prove(ctx context.Context) (*proof.Proof, error) {
	ctx, q.stop = context.WithCancelCause(ctx)
	defer q.stop(nil)
	q.ctx, q.known, q.hard, q.levels = ctx, map[occurrence][]chess.Move{}, map[formation]int{}, map[int]*walker{}
	q.solver.Lore = NewLore()
	q.solver.inner.most = q.Most
	var ok bool
	if q.Start.Side() == q.Side {
		ok = q.good(&q.Start, 1)
	} else {
		ok = q.all(&q.Start, 1)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if !ok {
		return nil, nil
	}
	p := &proof.Proof{Variant: q.Start.Rules().Name(), Side: q.Side, Wins: q.Wins, Turn: q.Turn, Lines: map[string]string{}}
	if usual := q.Start.Rules().Start(); q.Start.FEN() != usual.FEN() {
		p.Start = q.Start.FEN()
	}
	written := map[string]int{}
	if q.Start.Side() == q.Side {
		q.write(p, &q.Start, 1, written)
	} else {
		q.writeAll(p, &q.Start, 1, written)
	}
	return p, nil
}

// ErrLimit means that a search has reached its limit.
var ErrLimit = errors.New("the search limit was reached")

// beats returns a turn with which the side to move wins.
func (q *Quest) beats(pos *chess.Position) []chess.Move {
	if q.Searched++; q.Limit > 0 && q.Searched > q.Limit {
		q.stop(ErrLimit)
	}
	line := q.solver.beats(pos)
	if line == nil && q.solver.inner.full {
		q.stop(ErrLimit)
	}
	return line
}

// whole ends the search if the walk through turn n was cut off.
func (q *Quest) whole(n int) {
	if q.walker(n).full {
		q.stop(ErrLimit)
	}
}

// walker returns the walker for turn n: those for other turns are in use.
func (q *Quest) walker(n int) *walker {
	if q.levels[n] == nil {
		q.levels[n] = &walker{most: q.Most}
	}
	return q.levels[n]
}

// good reports whether the side, which is to move in turn n, can reach its aim.
func (q *Quest) good(pos *chess.Position, n int) bool {
	if q.ctx.Err() != nil {
		return false
	}
	if n == q.Turn {
		return q.beats(pos) != nil
	}
	at := occurrence{keyOf(pos), n}
	if line, known := q.known[at]; known {
		return line != nil
	}
	line := q.find(pos, n)
	if q.ctx.Err() != nil {
		return false
	}
	q.known[at] = line
	return line != nil
}

// find returns a turn with which the side can reach its aim, nil if there is none.
func (q *Quest) find(pos *chess.Position, n int) []chess.Move {
	if line := q.beats(pos); line != nil {
		return line
	}
	type choice struct {
		pos     chess.Position
		line    []chess.Move
		replies int
	}
	var choices []choice
	q.walker(n).walk(pos, func(e *end) bool {
		choices = append(choices, choice{*e.pos, e.line(), e.pos.CountMoves()})
		return true
	})
	q.whole(n)
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(a.replies, b.replies) })
	for i := range choices {
		if q.ctx.Err() != nil {
			return nil
		}
		c := &choices[i]
		if len(c.line) > 0 && q.all(&c.pos, n+1) {
			return c.line
		}
	}
	return nil
}

// ended reports whether the game is over, and if so whether the side has reached its aim.
func (q *Quest) ended(pos *chess.Position) (reached, over bool) {
	o := pos.Decided()
	if !o.Over() && pos.CountMoves() == 0 {
		o = pos.Outcome()
	}
	return o.Result == rules.WinFor(q.Side) || o.Result == rules.Draw && !q.Wins, o.Over()
}

// all reports whether the side can reach its aim whatever the opponent does in turn n.
func (q *Quest) all(pos *chess.Position, n int) bool {
	if reached, over := q.ended(pos); over {
		return reached
	}
	if q.ctx.Err() != nil || q.beats(pos) != nil {
		return false
	}
	if n == q.Turn {
		return true
	}
	type reply struct {
		pos  chess.Position
		hard int
	}
	var replies []reply
	ok := q.walker(n).walk(pos, func(e *end) bool {
		if reached, over := q.ended(e.pos); over {
			return reached
		}
		replies = append(replies, reply{*e.pos, q.hard[formationOf(e.pos, pos.Side())]})
		return q.ctx.Err() == nil
	})
	q.whole(n)
	slices.SortStableFunc(replies, func(a, b reply) int { return cmp.Compare(b.hard, a.hard) })
	for i := range replies {
		if !ok {
			return false
		}
		if ok = q.good(&replies[i].pos, n+1); !ok {
			q.hard[formationOf(&replies[i].pos, pos.Side())]++
		}
	}
	return ok
}

// line returns the side's turn in a position, the same in all turns in which it occurs: that of
// the fastest win, or the one after which the side holds out longest.
func (q *Quest) line(pos *chess.Position) (line []chess.Move) {
	k := keyOf(pos)
	for i := 1; i < q.Turn && line == nil; i++ {
		n := i
		if q.Wins {
			n = q.Turn - i
		}
		line = q.known[occurrence{k, n}]
	}
	if line == nil { // it was only seen in the last turn
		line = q.solver.beats(pos)
	}
	return line
}

// write writes the lines of the strategy from a position in which the side is to move in turn n.
// What is written has the least turn from which the lines for a position were.
func (q *Quest) write(p *proof.Proof, pos *chess.Position, n int, written map[string]int) {
	text := proof.Text(pos.FEN())
	if before := written[text]; n == q.Turn || before > 0 && before <= n {
		return
	}
	written[text] = n
	line := q.line(pos)
	p.Lines[text] = name(*pos, line)
	after := play(*pos, line)
	if _, over := q.ended(&after); over {
		return
	}
	q.writeAll(p, &after, n+1, written)
}

// writeAll does the same after each of the opponent's turns.
func (q *Quest) writeAll(p *proof.Proof, pos *chess.Position, n int, written map[string]int) {
	if n == q.Turn {
		return
	}
	var replies []chess.Position
	q.walker(n).walk(pos, func(e *end) bool {
		if _, over := q.ended(e.pos); !over {
			replies = append(replies, *e.pos)
		}
		return true
	})
	if n+1 == q.Turn {
		return // the checker finds the last turns
	}
	for i := range replies {
		q.write(p, &replies[i], n+1, written)
	}
}
