package study

import (
	"context"
	"sync"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A subject is a game under study and its settings: the game itself, or a change of it.
type subject struct {
	name  string // "" for the game itself
	rules game.Rules
	// text and weights are what it was derived from, "" if it was not derived.
	text, weights string
	// beginning is the same game with the initial evaluation, if one fitted to games of
	// the study is being tried; otherwise nil.
	beginning game.Rules
	seed      uint64
	nodes     uint64 // per move, at effort 1
	plies     int    // single moves of an opening
	tables    engine.Tables

	mu       sync.Mutex
	measured bool
	start    int // score of the start for White, within ±settled
}

// startScore returns the score of the start for White, within ±settled, and caches it.
func (s *subject) startScore(ctx context.Context) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.measured {
		return s.start, nil
	}
	record := game.NewRecord(s.rules.Start())
	if record.Outcome().Over() {
		s.measured = true
		return 0, nil
	}
	score, err := s.score(ctx, newEngine(s.tables), record, settled)
	s.start, s.measured = score, err == nil
	return score, err
}

// score returns the score of a position for White, from a fresh search.
func (s *subject) score(ctx context.Context, e *engine.Engine, r *game.Record, bound int) (int, error) {
	e.Clear()
	found := e.Search(ctx, r, game.Limits{Nodes: 2 * s.nodes}, nil)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	score := bounded(found.Info, bound)
	if r.Position().Side() == rules.Black {
		score = -score
	}
	return score, nil
}
