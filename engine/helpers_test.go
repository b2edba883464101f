package engine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// position parses a FEN of a variant.
func position(t testing.TB, variant, fen string) chess.Position {
	t.Helper()
	pos, err := variants.MustCompile(variant).ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %s: %v", variant, fen, err)
	}
	return pos
}

// small returns an engine with a small table and n threads.
func small(n int) *engine.Engine {
	o := engine.DefaultOptions()
	o.HashMB, o.Threads = 1, n
	return engine.New(o)
}

// search searches a position with a fresh small engine.
func search(pos chess.Position, l game.Limits) engine.Found {
	return small(1).SearchGame(context.Background(), chess.NewGame(pos), l, nil)
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

// winner returns who has won a position, and whether the game is over.
func winner(pos chess.Position) (c rules.Color, won, over bool) {
	outcome := pos.Outcome()
	switch outcome.Result {
	case rules.WhiteWins:
		return rules.White, true, true
	case rules.BlackWins:
		return rules.Black, true, true
	}
	return 0, false, outcome.Result == rules.Draw && outcome.Reason == rules.Stalemate
}

// winsWithin reports, by trying everything, whether side us can force a win within n of its
// turns, including the current one if it is to move.
func winsWithin(pos chess.Position, us rules.Color, n int) bool {
	if c, won, over := winner(pos); over {
		return won && c == us
	}
	mine := pos.Side() == us
	if mine && n == 0 {
		return false
	}
	for _, m := range pos.Moves(nil) {
		next := pos.Play(m)
		left := n
		if mine && next.Side() != us {
			left--
		}
		if winsWithin(next, us, left) == mine {
			return mine
		}
	}
	return !mine
}
