package general

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// A count begins when the pieces require it, with the limit and the moves counted as
// in Fairy-Stockfish's FENs, and ends the game once it exceeds the limit.
func TestCounting(t *testing.T) {
	for _, test := range []struct{ name, fen, moves, want string }{
		// The board's honour; the pieces' honour, which begins at the number of pieces.
		{"makruk", "4k3/8/8/8/3p4/3S4/8/R3K3 w - - 0 1", "d3d4", "4k3/8/8/8/3S4/8/8/R3K3 b - 32 8 1"},
		{"makruk", "3rk3/8/8/8/3p4/3S4/8/R3K3 w - - 0 1", "d3d4", "3rk3/8/8/8/3S4/8/8/R3K3 b - 128 0 1"},
		{"makruk", "3rk3/8/8/8/3S4/8/8/R3K3 b - 128 5 1", "d8d4", "4k3/8/8/8/3r4/8/8/R3K3 w - 128 6 2"},
		{"makruk", "3rk3/8/8/8/3S4/8/8/R3K3 b - 128 5 1", "d8d7 d4e5", "4k3/3r4/8/4S3/8/8/8/R3K3 b - 128 7 2"},
		{"makruk", "3rk3/3N4/8/8/3S4/8/8/R3K3 w - 128 5 1", "a1a8 d8a8", "r3k3/3N4/8/8/3S4/8/8/4K3 w - 128 7 2"},
		{"makruk", "4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1", "a1a2", "4k3/8/8/8/3p4/8/R7/4K3 b - - 1 1"},
		// A bare king that takes the last pawn counts.
		{"makruk", "8/8/4k3/4P3/8/8/8/R3K3 b - - 0 1", "e6e5", "8/8/8/4k3/8/8/8/R3K3 w - 32 5 2"},
		{"cambodian", "3rk3/8/8/8/3p4/3S4/8/R3K3 w - - 0 1", "d3d4", "3rk3/8/8/8/3S4/8/8/R3K3 b - 126 0 1"},
		{"cambodian", "4k3/8/8/8/3p4/3S4/8/R3K3 w - - 0 1", "d3d4", "4k3/8/8/8/3S4/8/8/R3K3 b - 30 8 1"},
		{"asean", "4k3/8/8/8/3p4/3B4/8/R3K3 w - - 0 1", "d3d4", "4k3/8/8/8/3B4/8/8/R3K3 b - 32 0 1"},
		{"asean", "4k3/8/8/8/3p4/3B4/8/4K3 w - - 0 1", "d3d4", "4k3/8/8/8/3B4/8/8/4K3 b - 88 0 1"},
		{"asean", "3rk3/8/8/8/3p4/3B4/8/4K3 w - - 0 1", "d3d4", "3rk3/8/8/8/3B4/8/8/4K3 b - - 0 1"},
	} {
		if got := playedFrom(t, test.name, test.fen, test.moves).Position().FEN(); got != test.want {
			t.Errorf("%s %s: %s: %s, want %s", test.name, test.fen, test.moves, got, test.want)
		}
	}
	over := playedFrom(t, "makruk", "4k3/8/8/8/3S4/8/8/R3K3 b - 32 31 9", "e8d8 a1a2").Outcome()
	if over.String() != "1/2-1/2 (counting rule)" {
		t.Errorf("the count is over: %v", over)
	}
	for fen, want := range map[string]bool{
		"4k3/8/8/8/3S4/8/8/R3K3 b - 32 32 9":   false,
		"4k3/8/8/8/3S4/8/8/R3K3 b - 32 33 9":   true,
		"R3k3/1R6/8/8/3S4/8/8/4K3 b - 32 33 9": false, // mate comes first
	} {
		pos := playedFrom(t, "makruk", fen, "").Position()
		if drawn := pos.Outcome().Result == rules.Draw; drawn != want {
			t.Errorf("%s: %v", fen, pos.Outcome())
		}
		w := pos.(game.Walkable).Walk()
		if r, over := w.Verdict(); (over && r == rules.Draw) != want {
			t.Errorf("%s: the search: %v %v", fen, r, over)
		}
	}
}

// playedFrom plays some moves from a position of a game, given by name, and returns
// the record.
func playedFrom(t *testing.T, name, fen, moves string) *game.Record {
	t.Helper()
	ruleset, err := Compose(name, Builtin())
	if err != nil {
		t.Fatal(err)
	}
	return must.Play(t, must.Get(t, ruleset.ParsePosition, fen), moves)
}

// A game without progress ends at its own limit, and the reason names the right
// rule.
func TestMoveLimits(t *testing.T) {
	for _, test := range []struct{ name, fen, moves, want string }{
		{"capablanca", "r4k4/10/10/10/10/10/10/R4K4 w - - 99 80", "f1e1", "1/2-1/2 (fifty-move rule)"},
		{"shatranj", "r4k2/8/8/8/8/8/8/R4K2 w - - 139 80", "f1e1", "1/2-1/2 (moves without progress)"},
		{"shatranj", "r4k2/8/8/8/8/8/8/R4K2 w - - 138 80", "f1e1", "*"},
		{"pocketknight", "r4k2/8/8/8/8/8/8/R4K2[] w - - 99 80", "f1e1", "1/2-1/2 (fifty-move rule)"},
		{"bughouse", "r4k2/8/8/8/8/8/8/R4K2[] w - - 99 80", "f1e1", "1/2-1/2 (fifty-move rule)"},
	} {
		if got := playedFrom(t, test.name, test.fen, test.moves).Outcome().String(); got != test.want {
			t.Errorf("%s %s: %s: %s, want %s", test.name, test.fen, test.moves, got, test.want)
		}
	}
}
