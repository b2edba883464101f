package general

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// A refusal names the rule of the game that forbids the move, in the words of the game.
func TestRefusalsNameTheRule(t *testing.T) {
	c := mustRead(t, "[takes:capablanca]\nmustCapture = true\n[twins:capablanca]\nmutuallyImmuneTypes = n\nking = -\ncommoner = k\ncastling = false\n"+
		"[yard:capablanca]\nmobilityRegionWhiteKnight = *1 *2 *3\n[hop:capablanca]\ncustomPiece1 = g:gQ\n[race:capablanca]\nchecking = false\n")
	for _, test := range []struct{ game, fen, move, want string }{
		// Squares that a piece may not leave.
		{"xiangqi", "3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1", "e3e4", "the general on e3 may not leave the palace"},
		{"xiangqi", "3k5/9/9/9/9/9/9/3A5/9/4K4 w - - 0 1", "d3c4", "the advisor on d3 may not leave the palace"},
		{"xiangqi", "3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c5a7", "the elephant on c5 may not cross the river"},
		{"xiangqi", "3k5/9/9/9/9/2B6/3p5/9/9/4K4 w - - 0 1", "c5e3", "the elephant on c5 is blocked by the soldier on d4"},
		{"yard", "4k5/10/10/10/10/1N8/10/4K5 w - - 0 1", "b3c5", "the knight on b3 may not leave ranks 1 to 3"},
		// What stands in the way.
		{"xiangqi", "", "b1d2", "the horse on b1 is blocked by the elephant on c1"},
		{"xiangqi", "", "a1a5", "the chariot on a1 is blocked by the soldier on a4"},
		{"xiangqi", "", "b3b9", "the cannon on b3 is blocked by the cannon on b8"},
		{"xiangqi", "3k5/9/1r7/9/9/9/9/1C7/9/4K4 w - - 0 1", "b3b8", "the cannon on b3 needs a piece to hop over on its way to b8"},
		{"xiangqi", "3k5/9/1r7/1p7/1p7/9/9/1C7/9/4K4 w - - 0 1", "b3b8", "the cannon on b3 hops over only one piece, and there are 2 between it and b8"},
		{"janggi", "4k4/9/9/1c7/9/1c7/9/1C7/9/4K4 w - - 0 1", "b3b6", "the cannon on b3 may not hop over the cannon on b5"},
		{"janggi", "4k4/9/9/1c7/9/1p7/9/1C7/9/4K4 w - - 0 1", "b3b7", "the cannon on b3 may not capture the cannon on b7"},
		{"hop", "4k5/10/10/10/10/10/2G7/4K5 w - - 0 1", "c2c5", "the grasshopper on c2 lands right behind the first piece on its way, which is not next to c5"},
		{"capablanca", "", "a1a2", "its own pawn is on a2"},
		{"capablanca", "", "a1b3", "the rook on a1 cannot reach b3"},
		{"capablanca", "", "e2f3", "the pawn on e2 moves that way only to capture, and f3 is empty"},
		{"capablanca", "4k5/10/10/10/10/4p5/4P5/4K5 w - - 0 1", "e2e3", "the pawn on e2 does not capture that way"},
		{"duck", "4k3/8/8/8/3*4/8/8/3QK3 w - - 0 1", "d1d5", "the queen on d1 is blocked by the duck on d4"},
		{"duck", "4k3/8/8/8/3*4/8/8/3QK3 w - - 0 1", "d1d4", "there is a duck on d4"},
		// Kings that face each other, and that are attacked.
		{"xiangqi", "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "e1d1", "the generals may not face each other with nothing between them"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/3rA4/4K4 w - - 0 1", "e1d1", "it would leave the general attacked by the chariot on d2"},
		{"coregal", "k2r4/8/8/8/8/8/8/K1Q5 w - - 0 1", "c1d1", "it would leave the queen attacked by the rook on d8"},
		{"spartan", "k1h1k3/8/8/8/8/8/4R3/R3K3 b - - 0 1", "a8a7", "it would leave the kings attacked by the rook on a1 and the rook on e2"},
		// Soldiers, and first moves.
		{"xiangqi", "", "a4b4", "the soldier on a4 moves sideways only once it has crossed the river"},
		{"xiangqi", "3k5/9/9/9/9/p8/9/9/9/4K4 b - - 0 1", "a6b6", "there is no piece on a6"},
		{"berolina", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3c5", "the pawn on e3 moves to c5 only from where it may make its first move"},
		// Drops.
		{"shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w - - 0 1", "P@e5", "White already has a pawn on the e file"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "P@a9", "a pawn on a9 could never move again"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[N] w - - 0 1", "N@a8", "a knight on a8 could never move again"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "G@a5", "White has no gold in hand"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "P@e1", "there is a king on e1"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "+P@e4", "a piece may not be dropped promoted"},
		{"shogi", "4k3r/9/9/9/9/9/9/9/4K3r[P] w - - 0 1", "P@e4", "it would leave the king attacked by the rook on i1"},
		{"torishogi", "3k3/7/7/3S3/3S3/7/3K3[S] w - - 0 1", "S@d2", "White already has 2 swallows on the d file"},
		{"sittuyin", "", "R@a2", "a rook may be dropped only on its own first rank"},
		{"sittuyin", "", "K@c6", "White may drop only on ranks 1 to 3"},
		{"sittuyin", "r6k/8/8/8/8/8/8/8[K] w - - 0 1", "K@a1", "it would leave the king attacked by the rook on a8"},
		{"capahouse", "4k5/10/10/10/10/10/10/4K5[P] w - - 0 1", "P@a8", "a pawn may not be dropped where it promotes"},
		{"flipello", "", "P@a1", "a stone may be dropped only where it encloses enemy pieces in a row"},
		{"capablanca", "", "P@a1", "there are no drops in capablanca"},
		// Promotions.
		{"shogi", "4k4/P8/9/9/9/9/9/9/4K4[] w - - 0 1", "a8a9", "the pawn on a8 must promote: a8a9+"},
		{"capablanca", "4k5/P9/10/10/10/10/10/4K5 w - - 0 1", "a7a8", "the pawn on a7 must promote: a7a8n"},
		{"dobutsu", "1l1/C2/2e/1L1[] w - - 0 1", "a3a4", "the chick on a3 must promote: a3a4+"},
		// Compulsory captures, and moves that a rule forbids.
		{"takes", "4k5/10/10/10/10/1p8/P9/4K5 w - - 0 1", "e1e2", "a capture is compulsory, as in axb3"},
		{"twins", "4k5/10/10/10/10/1n8/10/N3K5 w - - 0 1", "a1b3", "knights cannot capture each other"},
		{"race", "10/10/10/10/10/k9/10/KR7N w - - 0 1", "b1b3", "it may not give check"},
		{"makpong", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1e2", "a king in check may not move away"},
		{"capablanca", "", "e4e5", "there is no piece on e4"},
		{"capablanca", "", "e7e6", "the pawn on e7 is Black's, but it is White's move"},
	} {
		rules := openFrom(t, c, test.game)
		pos := must.Position(t, rules, test.fen)
		if _, err := pos.ParseMove(test.move); err == nil || err.Error() != test.move+": "+test.want {
			t.Errorf("%s %s %s: %v, want %q", test.game, test.fen, test.move, err, test.want)
		}
	}
}

// In every game, there is a reason for every pair of squares without a legal move
// between them.
func TestEveryRefusalHasAReason(t *testing.T) {
	for _, name := range Builtin().Names() {
		rules := openFrom(t, Builtin(), name)
		pos := screen.Of(rules.Start())
		squares := rules.Board().Squares()
		legal := map[[2]string]bool{}
		for _, m := range pos.Moves() {
			steps := pos.Steps(m)
			if steps[0].Kind == screen.StepFrom {
				legal[[2]string{rules.Board().Name(steps[0].Square), rules.Board().Name(steps[1].Square)}] = true
			}
		}
		for i, from := range squares {
			if i%11 != 0 {
				continue
			}
			for _, to := range squares {
				r := pos.Refusal(from, to, "")
				pair := [2]string{rules.Board().Name(from), rules.Board().Name(to)}
				if legal[pair] != (r == nil) && from != to {
					t.Errorf("%s %v: %v", name, pair, r)
				}
				if r != nil && (r.Reason == "" || strings.Contains(r.Reason, "the rules of")) {
					t.Errorf("%s %v: %q", name, pair, r.Reason)
				}
			}
		}
	}
}
