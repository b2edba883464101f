package general

import "testing"

// A game keeps its own ends when it is combined with our parts.
func TestEndsOfCompositions(t *testing.T) {
	const bare, arrived, stayed = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "nnnnnnnnn/9/9/9/4N4/9/9/9/NNNN1NNNN b - - 0 1", "nnn2nnnn/9/3n5/9/4N4/9/9/9/NNNN1NNNN w - - 0 1"
	for _, c := range []struct{ name, fen, want string }{
		{"gun+shatranj", bare, "1-0 (extinction)"},
		{"fibonacci+shatranj", bare, "1-0 (extinction)"},
		{"atomic+shatranj", bare, "1-0 (extinction)"},
		{"gun+courier", "4k7/12/12/12/12/12/12/R3K7 w - - 0 1", "1-0 (extinction)"},
		{"gun+jesonmor", arrived, "*"}, // Black may still take the knight
		{"gun+jesonmor", stayed, "1-0 (goal reached)"},
		{"fibonacci+jesonmor", arrived, "*"},
		{"fibonacci+jesonmor", stayed, "1-0 (goal reached)"},
		{"gun+dobutsu", "L2/3/3/2l[] w - - 0 1", "1/2-1/2 (goal reached)"},
		{"gun+breakthrough", "pppPpppp/pppppppp/8/8/8/8/PPPPPPPP/PPPP1PPP b - - 0 1", "1-0 (goal reached)"},
	} {
		ruleset, err := Compose(c.name, Builtin())
		if err != nil {
			t.Fatal(err)
		}
		pos, err := ruleset.ParsePosition(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := pos.Outcome().String(); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.name, c.fen, got, c.want)
		}
	}
}
