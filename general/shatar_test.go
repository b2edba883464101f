package general

import "testing"

// A mate wins if there was a shak among the checks that led to it.
func TestShatarMate(t *testing.T) {
	for _, test := range []struct{ fen, moves, want string }{
		{"k7/6p1/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "1-0 (checkmate)"},
		{"7k/p7/6K1/2B5/8/8/B7/8 w - - 0 1", "c5d4", "1/2-1/2 (checkmate)"},
		{"7k/p7/5K2/8/8/8/4B3/1RB5 w - - 0 1", "b1b8 h8h7 e2d3", "1-0 (checkmate)"},
		{"1R6/p6k/5K2/8/8/8/4B3/2B5 w - - 0 1", "e2d3", "1/2-1/2 (checkmate)"},
		{"1R5k/p7/5K2/8/8/8/4B3/2B5 b - - 0 1", "h8h7 e2d3", "1-0 (checkmate)"},
		// A pawn's move between ends the row.
		{"1R6/7k/p4K2/8/8/8/4B3/2B5 w - - 0 1", "c1b2 a6a5 b2c1 a5a4 e2d3", "1/2-1/2 (checkmate)"},
		{"kr6/pp6/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "0-1 (checkmate)"},
	} {
		if got := playedFrom(t, "shatar", test.fen, test.moves).Outcome().String(); got != test.want {
			t.Errorf("%s %s: %s, want %s", test.fen, test.moves, got, test.want)
		}
	}
}
