package perft

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// Verify also compares CountMoves with Moves, which no reference can do.
func TestVerifyHoldsTheCountAgainstTheList(t *testing.T) {
	ruleset := must.Get(t, chess.Compile, rules.Variant{Name: "chess"})
	pos := ruleset.Start()
	v := verifier{ctx: t.Context(), count: func(p *chess.Position) int {
		if p.Fullmove() == 2 {
			return p.CountMoves() + 1
		}
		return p.CountMoves()
	}}
	if err := v.walk(&pos, 2, nil); err != nil {
		t.Fatal(err)
	}
	if v.diff == nil || len(v.diff.Line) != 2 || !strings.Contains(v.diff.Detail, "CountMoves says 21, Moves lists 20") {
		t.Errorf("the difference found: %+v", v.diff)
	}
}

func TestTablesAreNoLargerThanTheCount(t *testing.T) {
	ruleset := must.Get(t, chess.Compile, rules.Variant{Name: "chess"})
	pos := ruleset.Start()
	for _, c := range []struct{ depth, limitMB, wantMB int }{
		{1, 1024, 16}, {6, 1024, 16}, {7, 1024, 48}, {8, 1024, 976}, {8, 512, 512}, {30, 1024, 1024}, {7, 4, 4},
	} {
		if got := tableBytes(&pos, c.depth, c.limitMB) >> 20; got != c.wantMB {
			t.Errorf("depth %d, at most %d MiB: %d MiB, want %d", c.depth, c.limitMB, got, c.wantMB)
		}
	}
}

// A table is reused for a smaller count of the same game, but not for another game.
func TestShelf(t *testing.T) {
	var positions []chess.Position
	for range 2 {
		ruleset := must.Get(t, chess.Compile, rules.Variant{Name: "chess"})
		positions = append(positions, ruleset.Start())
	}
	var s shelf
	o := Options{HashMB: 64}
	first := s.take(&positions[0], 7, o)
	if s.take(&positions[0], 3, o) != first {
		t.Error("a smaller count gets another table")
	}
	if larger := s.take(&positions[0], 8, o); larger == first {
		t.Error("a larger count gets no larger table")
	}
	if other := s.take(&positions[1], 8, o); other == s.take(&positions[0], 8, o) {
		t.Error("a different game gets the same table")
	}
	if s.take(&positions[0], 5, Options{}) != nil || s.take(&positions[0], 5, Options{HashMB: 1, Lists: true}) != nil {
		t.Error("a hash table that was not requested")
	}
}
