package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// A search through package game finds the best moves, ends at a mate, and obeys limits.
func TestSearcher(t *testing.T) {
	ruleset := must.Get(t, chess.Compile, rules.Variant{Name: "chess"})
	s := engine.New(engine.DefaultOptions())
	start := must.Get(t, fast.Game(ruleset).ParsePosition, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	r := game.NewRecord(start)
	lines := map[int]game.Info{}
	found := s.Search(context.Background(), r, game.Limits{Depth: 5, Lines: 2}, func(i game.Info) { lines[i.Line] = i })
	if start.UCI(found.Best) != "a1a8" || found.Info.MateIn != 1 || len(found.Info.PV) != 1 {
		t.Errorf("found %s, %+v", start.UCI(found.Best), found.Info)
	}
	if len(lines) != 2 || lines[2].MateIn != 0 || len(lines[2].PV) == 0 {
		t.Errorf("lines %+v", lines)
	}
	r.Play(found.Best)
	if over := s.Search(context.Background(), r, game.Limits{Depth: 5}, nil); over.Best != game.NoMove {
		t.Errorf("after mate it finds %v", over)
	}
	s.Clear()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	if weak := s.Search(ctx, game.NewRecord(fast.Game(ruleset).Start()), game.Limits{Level: 1}, nil); weak.Best == game.NoMove || time.Since(began) > time.Minute {
		t.Errorf("level 1 finds %v in %v", weak, time.Since(began))
	}
}

// A move that stalemates, where that wins, is found at any depth.
func TestStalemateWins(t *testing.T) {
	for _, c := range []struct{ name, fen string }{
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1"},
	} {
		pos, err := variants.MustOpen(c.name).ParsePosition(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 2; depth++ {
			found := engine.New(engine.DefaultOptions()).Search(t.Context(), game.NewRecord(pos), game.Limits{Depth: depth}, nil)
			if !found.Info.Mate || found.Info.MateIn != 1 {
				t.Errorf("%s %s, depth %d: %+v, want a win in 1", c.name, c.fen, depth, found.Info)
			}
		}
	}
}

// A side without a legal move has lost, or won, where that decides the game, whatever the
// halfmove clock says.
func TestNoMoveComesBeforeTheClock(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		mateIn          int
	}{
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/4K2R1 w - - 99 80", "h1h9", 1},
		{"breakthrough", "8/8/3p4/8/7p/8/8/8 b - - 99 80", "h4h3", 1},
		{"antichess", "8/8/8/8/8/p7/8/2N5 w - - 99 80", "c1a2", -1},
	} {
		pos := must.Get(t, variants.MustOpen(c.name).ParsePosition, c.fen)
		m := must.Get(t, pos.ParseMove, c.move)
		s := engine.New(engine.DefaultOptions())
		found := s.Search(t.Context(), game.NewRecord(pos), game.Limits{Depth: 2, SearchMoves: []game.Move{m}}, nil)
		if !found.Info.Mate || found.Info.MateIn != c.mateIn {
			t.Errorf("%s %s %s: %+v, want a mate in %d", c.name, c.fen, c.move, found.Info, c.mateIn)
		}
	}
}
