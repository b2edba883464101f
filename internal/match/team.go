package match

import (
	"context"
	"errors"
	"maps"

	"github.com/heterodox-chess/heterodox/chess"
)

// A team holds the running engines of one worker, which plays one game at a
// time.
type team struct {
	match   *match
	players map[int]*player // by engine
}

// play plays a game. The error is one that ends the match, or that of ctx.
func (t *team) play(ctx context.Context, task task) (*Record, error) {
	m := t.match
	opening, err := m.book.opening(ctx, task.variant, task.round)
	if err != nil {
		return nil, err
	}
	t.keep(task.white, task.black)
	var players [2]*player
	for color, engine := range []int{task.white, task.black} {
		p, err := t.ready(ctx, engine, m.Variants[task.variant])
		if f := (*failure)(nil); errors.As(err, &f) {
			return t.forfeit(task, opening, chess.Color(color), f), nil
		}
		if err != nil {
			return nil, err
		}
		players[color] = p
	}
	game, err := newTable(m.Config, task, opening, players)
	if err != nil {
		return nil, err
	}
	if !game.play(ctx) {
		t.close()
		return nil, ctx.Err()
	}
	for color, engine := range []int{task.white, task.black} {
		// What has lost by its own fault may be in any state.
		if game.record.Trouble != nil && game.record.Trouble.Engine == game.record.Names[color] {
			t.drop(engine)
		}
	}
	return &game.record, nil
}

// ready returns a player that knows of the new game. It starts one if there is
// none.
func (t *team) ready(ctx context.Context, engine int, v Variant) (*player, error) {
	m := t.match
	p := t.players[engine]
	if p == nil {
		if m.hopeless(engine) {
			return nil, &failure{Abandoned, "did not start in the last games", nil}
		}
		var err error
		p, err = m.newPlayer(ctx, &m.Engines[engine])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.failedStarts(engine, err != nil)
		if err != nil {
			return nil, asFailure(err)
		}
		t.players[engine] = p
	}
	if err := p.newGame(ctx, v); err != nil {
		t.drop(engine)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, asFailure(err)
	}
	return p, nil
}

// asFailure returns the failure that an error is. An option that was good at
// the first start and is not now is one, too.
func asFailure(err error) *failure {
	if f := (*failure)(nil); errors.As(err, &f) {
		return f
	}
	return &failure{Abandoned, oneLine(err.Error()), nil}
}

// forfeit returns the record of a game that an engine did not begin.
func (t *team) forfeit(task task, o Opening, color chess.Color, f *failure) *Record {
	m := t.match
	r := task.record(m.Config, o)
	engine := []int{task.white, task.black}[color]
	r.Result = chess.WinFor(color.Opponent()).String()
	r.Termination, r.Reason = f.Termination, color.String()+" "+f.Detail
	r.Trouble = newTrouble(&m.Engines[engine], f, f.Last)
	return &r
}

// keep ends all engines but two.
func (t *team) keep(a, b int) {
	for engine := range maps.Clone(t.players) {
		if engine != a && engine != b {
			t.drop(engine)
		}
	}
}

// drop ends an engine.
func (t *team) drop(engine int) {
	if p := t.players[engine]; p != nil {
		p.close()
		delete(t.players, engine)
	}
}

// close ends all engines.
func (t *team) close() { t.keep(-1, -1) }
