package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// A search through package game finds the best moves, ends at a mate, and obeys limits.
func TestSearcher(t *testing.T) {
	ruleset, err := chess.Compile(rules.Variant{Name: "chess"})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.New(engine.DefaultOptions())
	start, err := fast.Game(ruleset).ParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
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
