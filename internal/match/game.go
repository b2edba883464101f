package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/kballard/go-shellquote"
)

// A table holds the state of one game in progress.
type table struct {
	terms   *Terms
	players [2]*player // by colour
	clocks  [2]clock
	game    *game.Record
	jury    jury
	record  Record
	// The moves so far as in UCI's "position … moves", with a Fibonacci turn as
	// one token and as several.
	turns, singles []byte
	moved          bool        // a move has been made
	lastSide       rules.Color // the side that made it
}

// newTable sets up a game after its opening, with both players prepared for it.
func newTable(terms *Terms, r Record, opening *game.Record, players [2]*player) (*table, error) {
	t := &table{
		terms:   terms,
		players: players,
		game:    game.NewRecord(opening.Start()),
		jury:    jury{rules: terms.Adjudication},
		record:  r,
	}
	for i := range t.clocks {
		t.clocks[i] = newClock(players[i].spec.Limits.times(r.Pace.factor()))
	}
	for _, m := range opening.Moves() {
		if err := t.add(m); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// play plays a game to its end. Both players must already be prepared for it.
// It returns false if ctx ended first.
func (t *table) play(ctx context.Context) bool {
	for {
		if result, termination, reason := t.judge(); result != rules.Ongoing {
			t.finish(result, termination, reason)
			return true
		}
		pos := t.game.Position()
		err := t.move(ctx, pos)
		if f := (*failure)(nil); errors.As(err, &f) {
			t.lose(pos.Side(), f)
			return true
		}
		if err != nil {
			return false // ctx has ended
		}
	}
}

// judge returns the result of the game if it has been decided by the rules or
// by the referee.
func (t *table) judge() (rules.Result, Termination, string) {
	if outcome := t.game.Outcome(); outcome.Over() {
		return outcome.Result, Normal, outcome.Reason.String()
	}
	pos := t.game.Position()
	result, reason := t.jury.verdict(pos.Fullmove(), t.game.Len())
	return result, Adjudicated, reason
}

// finish records the result.
func (t *table) finish(result rules.Result, termination Termination, reason string) {
	t.record.Result = result.String()
	t.record.Termination, t.record.Reason = termination, reason
	t.record.Seconds = time.Since(t.record.Began).Seconds()
}

// lose ends the game because of a fault of a side.
func (t *table) lose(side rules.Color, f *failure) {
	p := t.players[side]
	t.finish(rules.WinFor(side.Opponent()), f.Termination, fmt.Sprintf("%s %s", side, f.Detail))
	t.record.Trouble = newTrouble(p.spec, f, p.conn.tail.all())
}

// newTrouble describes a failure.
func newTrouble(e *Engine, f *failure, last []string) *Trouble {
	return &Trouble{e.Name, shellquote.Join(e.Command...), f.Detail, last}
}

// move asks the side to move for its move and plays it.
func (t *table) move(ctx context.Context, pos game.Position) error {
	side := pos.Side()
	p, c := t.players[side], &t.clocks[side]
	limit, timed := c.allowance()
	limit += t.terms.Margin
	if !timed {
		limit = t.terms.Patience.Silent
	}
	a, err := p.think(ctx, t.position(p), goCommand(c, &t.clocks), limit, timed)
	if err != nil {
		return err
	}
	moves, next, err := game.ParseTurn(pos, a.best)
	if err != nil {
		return &failure{Infraction, oneLine(fmt.Sprintf("played %.60q: %v", a.best, err)), nil}
	}
	for _, m := range moves {
		if err := t.add(m); err != nil {
			return &failure{Infraction, oneLine(err.Error()), nil}
		}
	}
	if _, left := pos.Turn(); left > 1 {
		p.learnTurns(len(moves) > 1, next.Side() != side)
	}
	c.spend(a.used)
	if next.Side() != side {
		c.moved()
	}
	t.note(a, game.FormatTurn(pos, moves), c)
	t.jury.hear(side, &a.info)
	return nil
}

// note adds an answer to the record.
func (t *table) note(a answer, text string, c *clock) {
	ply := Ply{Move: text, Black: c == &t.clocks[rules.Black], Micros: a.used.Microseconds(), Depth: a.info.depth, Score: a.info.scoreText(), Nodes: a.info.nodes}
	if c.runs() {
		left := c.left.Milliseconds()
		ply.Clock = &left
	}
	t.record.Moves = append(t.record.Moves, ply)
}

// add plays a single move.
func (t *table) add(m game.Move) error {
	pos := t.game.Position()
	text := pos.UCI(m)
	if !t.game.Play(m) {
		return fmt.Errorf("%s is not legal", text)
	}
	joint := byte(' ')
	if t.moved && t.lastSide == pos.Side() {
		joint = '/'
	}
	t.turns = append(append(t.turns, joint), text...)
	t.singles = append(append(t.singles, ' '), text...)
	t.moved, t.lastSide = true, pos.Side()
	return nil
}

// position returns the position command for a player.
func (t *table) position(p *player) string {
	text := "position startpos"
	if t.record.Start != "" {
		text = "position fen " + t.record.Start
	}
	if !t.moved {
		return text
	}
	if p.turns {
		return text + " moves" + string(t.turns)
	}
	return text + " moves" + string(t.singles)
}
