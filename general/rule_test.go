package general

import (
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// The squares in the middle of the chessboard become those in the middle of any board:
// one, two or four.
func TestCentred(t *testing.T) {
	centre := bitboard.Of(bitboard.D4, bitboard.D5, bitboard.E4, bitboard.E5)
	for files := 2; files <= 16; files++ {
		for ranks := 2; ranks <= 16; ranks++ {
			var want region
			for _, file := range []int{(files - 1) / 2, files / 2} {
				for _, rank := range []int{(ranks - 1) / 2, ranks / 2} {
					want.add(file, rank)
				}
			}
			if got := (&Description{Files: files, Ranks: ranks}).centred(centre); got != want {
				t.Errorf("%d by %d: %v, want %v", files, ranks, got, want)
			}
		}
	}
}

// An unknown variant can be combined with other games as soon as it is passed to Games,
// and what does not fit is said in one line.
func TestUnknownVariantComposes(t *testing.T) {
	ford := rules.Variant{Name: "ford", Rules: []rules.Rule{
		rules.Shooting{},
		rules.BlackHoles(bitboard.Rank4 &^ (bitboard.FileA | bitboard.FileH)),
	}}
	corner := rules.Variant{Name: "corner", Rules: []rules.Rule{rules.BlackHoles(bitboard.H8.Bitboard())}}
	crown := rules.Variant{Name: "crown", Rules: []rules.Rule{rules.Hill(bitboard.D8.Bitboard())}}
	c := Games(append(slices.Clone(Variants), ford, corner, crown))
	ruleset, err := Compose("ford+capablanca", c)
	if err != nil {
		t.Fatal(err)
	}
	pos := ruleset.Start()
	for _, text := range []string{"a2a4", "e7e5", "a4a5", "e5e4"} {
		m := must.Get(t, pos.ParseMove, text)
		pos = pos.Play(m)
	}
	// The pawn on e5 has fallen into the river; that on the ford of a4 has not.
	if board, _, _ := strings.Cut(pos.FEN(), " "); board != "rnabqkbcnr/pppp1ppppp/10/P9/10/10/1PPPPPPPPP/RNABQKBCNR" {
		t.Errorf("the board is %s", board)
	}
	for name, want := range map[string]string{
		"corner+minishogi": "corner cannot be combined with minishogi, which has no square h8 for a hole",
		"ford+corner":      "variant ford+corner: ford and corner both change the holes in the board",
		"fairy+makruk":     "fairy cannot be combined with makruk, which has no queens that could become amazons",
		"crown+clobber":    "crown cannot be combined with clobber, which has none of the squares",
		"crown+joust":      "crown cannot be combined with joust, which has no king",
	} {
		if _, err := Compose(name, c); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// Where castling ends, short start positions, which have no field for it, keep their other
// fields.
func TestEndCastlingOfShortStart(t *testing.T) {
	ruleset, err := Compose("threecheck+nocastle+gorogoro", Builtin())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ruleset.Start().FEN(), "sgkgs/5/1ppp1/1PPP1/5/SGKGS[] w - - 3+3 0 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Kings that are placed, and those of several that may castle, castle from the file on which
// the game's king starts.
func TestCastleFromStart(t *testing.T) {
	const pawns = "/pppppppppp/10/10/10/10/PPPPPPPPPP/"
	for _, test := range []struct{ name, fen, moves, want string }{
		{"placement+capablanca", "", "K@f1 K@e8 R@j1 R@a8", "r3k5" + pawns + "5K3R[CAQRBBNNcaqrbbnn] w K - 0 3"},
		{"placement+janus", "", "K@f1 K@e8 R@j1 R@a8", "r3k5" + pawns + "5K3R[JJQRBBNNjjqrbbnn] w q - 0 3"},
		{"extinction+capablanca", "r4k3r" + pawns + "RK3K3R w KQkq - 0 1", "", "r4k3r" + pawns + "RK3K3R w KQkq - 0 1"},
	} {
		ruleset, err := Compose(test.name, Builtin())
		if err != nil {
			t.Fatal(err)
		}
		pos := must.Position(t, ruleset, test.fen)
		for _, text := range strings.Fields(test.moves) {
			m := must.Get(t, pos.ParseMove, text)
			pos = pos.Play(m)
		}
		if got := pos.FEN(); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
