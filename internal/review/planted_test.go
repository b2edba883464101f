package review_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/variants"
)

// play returns a game of moves in UCI notation or SAN.
func play(t *testing.T, name, fen, moves string) *review.Game {
	t.Helper()
	r := must.Play(t, must.Position(t, variants.MustOpen(name), fen), moves)
	return review.NewGame(r, r.Outcome().Result)
}

// searchers returns n engines.
func searchers(n int) (list []game.Searcher) {
	o := engine.DefaultOptions()
	o.HashMB = 4
	for range n {
		list = append(list, engine.New(o))
	}
	return list
}

// look searches all positions of a game.
func look(t *testing.T, g *review.Game, nodes uint64, threads int) {
	t.Helper()
	if err := g.Run(context.Background(), searchers(threads), game.Limits{Nodes: nodes}, func(int, review.Finding) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// planted are turns that throw a game away: the last of their moves, or the one before if an
// answer follows. why is the beginning of the text about them and, after an ellipsis, something
// else in it. Games of the fast machine come first.
var planted = []struct {
	name, fen, moves string
	turn             int // from the start, 0 for the first
	class            review.Class
	why              string
}{
	{"chess", "", "f3 e5 g4", 2, review.Blunder, "It allows Qh4#: checkmate."},
	{"chess", "", "f3 e5 g4 a6", 3, review.Blunder, "It misses Qh4#: checkmate."},
	{"chess", "", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 h6 Nxe5 Bxd1", 9, review.Blunder, "It allows mate in 2: Bxf7+."},
	{"chess", "", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Qe7", 2, review.Fine, ""},
	{"chess", "r3k3/8/8/8/8/8/4P3/R3K3 w Qq - 0 1", "a1a7 a8a7", 0, review.Blunder, "It leaves the rook on a7 to Rxa7."},
	{"chess", "7k/8/8/4Q1K1/8/8/8/8 b - - 0 1", "h8g8 e5e7 g8h8 e7f7", 3, review.Blunder, "It is a draw: stalemate"},
	{"kingofthehill", "4k3/p7/8/8/8/3K4/8/r7 b - - 0 1", "a7a6", 0, review.Blunder, "It misses a win in"},
	{"kingofthehill", "4k3/p7/8/8/8/3K4/8/8 b - - 0 1", "a7a6", 0, review.Fine, ""},
	{"blackhole", "4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1", "d1d7", 0, review.Blunder, "The rook vanishes in a hole."},
	{"antichess", "", "e3 d5 Qg4", 1, review.Blunder, "After Qg4 a capture is compulsory: Bxg4."},
	{"threecheck", "", "e4 e5 Bc4 Nc6", 3, review.Blunder, "It allows Bxf7+, … check 1 of 3."},
	{"crazyhouse", "", "e4 e5 Qh5 Ke7", 3, review.Blunder, "It allows Qxe5#: checkmate."},
	{"extinction", "", "e4 e5 Qh5 Nf6 Qxf7", 4, review.Blunder, "It allows Kxf7: extinction."},
	{"progressive", "", "e4 e5 f5 exf5 f6 fxg7", 2, review.Blunder, "It allows Bc5 Qh4 Qxf2#: checkmate."},
	{"fibonacci", "", "e4 e5 Bc4 Qh5", 2, review.Mistake, "It leaves the queen on h5 to gxh5."},
	{"madhouse", "", "f3 e5 g4", 2, review.Blunder, "It allows Qh4#: checkmate."},
	{"gun", "4k3/8/8/3q4/8/8/8/3RK3 b - - 0 1", "d5d8", 0, review.Blunder, "It leaves the queen on d8 to Rxd8"},
	{"racingkings", "8/8/8/7k/K7/8/8/R7 w - - 0 1", "a4a3", 0, review.Blunder, "It misses a win in"},

	{"capablanca", "4k5/10/10/3c6/10/10/10/3C1K4 w - - 0 1", "f1g1", 0, review.Blunder, "It leaves the chancellor on d1 to Cxd1"},
	{"xiangqi", "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1", "e1e2", 0, review.Blunder, "It misses mate in 2. It allows a win in 3: Rxa1"},
	{"breakthrough", "1p5p/P7/8/8/8/8/8/7P b - - 0 1", "h8h7", 0, review.Blunder, "It misses a win in 7. It allows … goal reached."},
	{"losalamos", "", "b1c3 b5b4 a2a3 b4c3", 2, review.Blunder, "It loses the knight on c3 to bxc3"},
	{"seirawan", "", "e2e4 d7d5 d1h5 g8f6 h5f7", 4, review.Blunder, "It leaves the queen on f7 to Kxf7"},
}

// Planted blunders are found and explained in games of both machines.
func TestPlanted(t *testing.T) {
	for _, c := range planted {
		t.Run(c.name, func(t *testing.T) {
			g := play(t, c.name, c.fen, c.moves)
			look(t, g, 8000, 2)
			list := g.Judgements()
			j := list[c.turn]
			begin, rest, _ := strings.Cut(c.why, "… ")
			if j.Class != c.class || !strings.HasPrefix(j.Why, begin) || !strings.Contains(j.Why, rest) {
				t.Errorf("%s %s: %s is judged %v (%s → %s): %s; better %s", c.name, c.moves, j.Name(g.Record), j.Class, j.Before, j.After, j.Why, review.TurnText(g.Record.At(j.First), j.Best))
			}
		})
	}
}
