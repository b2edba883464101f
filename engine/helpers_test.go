package engine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// position parses a FEN of a variant.
func position(t testing.TB, variant, fen string) chess.Position {
	t.Helper()
	return must.Get(t, variants.MustCompile(variant).ParseFEN, fen)
}

// small returns an engine with a small table and n threads.
func small(n int) *engine.Engine {
	o := engine.DefaultOptions()
	o.HashMB, o.Threads = 1, n
	return engine.New(o)
}

// search searches a position with a fresh small engine.
func search(pos chess.Position, l game.Limits) engine.Found {
	return small(1).SearchGame(context.Background(), engine.RecordOf(pos), l, nil)
}

// moveTexts writes single moves, separated by spaces.
func moveTexts(moves []chess.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// compositions returns the names of all compositions of the independent rule
// changes, chess among them; in short tests those of at most two.
func compositions() []string {
	names := []string{"chess"}
	for _, part := range []string{"fibonacci", "gun", "madhouse", "blackhole", "extinction", "baseline", "fairy"} {
		for _, name := range names {
			if !testing.Short() || !strings.Contains(name, "+") {
				names = append(names, strings.TrimPrefix(name+"+"+part, "chess+"))
			}
		}
	}
	return names
}
