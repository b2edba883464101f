package perft

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
)

// CountMoves is held against Moves, which no reference can do.
func TestVerifyHoldsTheCountAgainstTheList(t *testing.T) {
	rules, err := chess.Compile(chess.Variant{Name: "chess"})
	if err != nil {
		t.Fatal(err)
	}
	pos := rules.Start()
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
