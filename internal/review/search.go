package review

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/parallel"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Game is a game under review: a record, its turns, and what was found so far.
type Game struct {
	Record *game.Record
	Result rules.Result // on the board or otherwise
	Curve  Curve

	turns []Turn
	mu    sync.Mutex
	found map[int]Finding // by the number of moves before the position
}

// NewGame returns a game without findings, except at an end on the board.
func NewGame(r *game.Record, result rules.Result) *Game {
	c, _ := CurveOf(r.Start().Rules().Name())
	g := &Game{Record: r, Result: result, Curve: c, turns: Turns(r), found: map[int]Finding{}}
	if o := r.Outcome(); o.Over() {
		g.found[r.Len()] = Finding{Value: Value{End: o.Result}}
	}
	return g
}

// Positions returns the numbers of moves before the positions to judge: before each turn, and at
// the end. Positions with a finding are left out.
func (g *Game) Positions() (list []int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	add := func(ply int) {
		if _, known := g.found[ply]; !known {
			list = append(list, ply)
		}
	}
	for _, t := range g.turns {
		add(t.First)
	}
	if len(g.turns) > 0 {
		add(g.Record.Len())
	}
	return list
}

// Set records what was found in the position after ply moves.
func (g *Game) Set(ply int, f Finding) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.found[ply] = f
}

// Found returns what was found in the position after ply moves.
func (g *Game) Found(ply int) (f Finding, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f, ok = g.found[ply]
	return f, ok
}

// Judgements judges the turns with findings at both ends.
func (g *Game) Judgements() (list []Judgement) {
	for _, t := range g.turns {
		before, ok1 := g.Found(t.First)
		after, ok2 := g.Found(t.Last)
		if ok1 && ok2 {
			list = append(list, Judge(g.Record, t, before, after, g.Curve))
		}
	}
	return list
}

// Look searches the position after ply moves of a record. It clears the searcher first, so that
// the same limit of nodes gives the same finding. The error is that of the context, or a panic
// of the engine.
func Look(ctx context.Context, s game.Searcher, r *game.Record, ply int, l game.Limits) (f Finding, err error) {
	defer func() {
		if p := engine.Caught(recover()); p != nil {
			err = fmt.Errorf("the position after %d moves: %w", ply, p)
		}
	}()
	at := game.NewRecord(r.Start())
	at.Push(r.Moves()[:ply]...)
	s.Clear()
	result := s.Search(ctx, at, l, nil)
	if err := ctx.Err(); err != nil {
		return Finding{}, err
	}
	f = Finding{ValueOf(result.Info, at.Position().Side()), result.Info.PV}
	if len(f.Line) == 0 && result.Best != game.NoMove {
		f.Line = []game.Move{result.Best}
	}
	return f, nil
}

// Run searches all positions without a finding, one on each searcher at a time, and calls found
// with each finding, one at a time. The error is that of the context, of Look or of found.
func (g *Game) Run(ctx context.Context, searchers []game.Searcher, l game.Limits, found func(ply int, f Finding) error) error {
	var one sync.Mutex
	return parallel.Do(ctx, slices.Values(g.Positions()), len(searchers), func(worker int) func(context.Context, int) error {
		return func(ctx context.Context, ply int) error {
			f, err := Look(ctx, searchers[worker], g.Record, ply, l)
			if err != nil {
				return err
			}
			g.Set(ply, f)
			one.Lock()
			defer one.Unlock()
			return found(ply, f)
		}
	})
}
