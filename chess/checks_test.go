package chess_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
)

func TestSplitChecks(t *testing.T) {
	checks := 0
	walkGames(t, 31, 20, 60, func(p chess.Position, moves []chess.Move, _ *rand.Rand) {
		split := slices.Clone(moves)
		n := p.SplitChecks(split)
		checks += n
		for i, m := range split {
			next := p.Play(m)
			if check := next.Side() != p.Side() && next.InCheck(); check != (i < n) {
				t.Fatalf("%s %s: %v is number %d of %d checks: %v", p.Rules().Name(), p.FEN(), m, i, n, check)
			}
		}
		slices.Sort(split)
		if want := slices.Sorted(slices.Values(moves)); !slices.Equal(split, want) {
			t.Fatalf("%s %s: moves %v became %v", p.Rules().Name(), p.FEN(), want, split)
		}
	})
	if checks < 100 {
		t.Errorf("only %d checks were seen", checks)
	}
}
