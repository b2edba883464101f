package tune

import (
	"testing"

	"github.com/heterodox-chess/heterodox/internal/nnue"
)

func TestOrigin(t *testing.T) {
	f := &NetFit{
		Options: DefaultNetFitOptions(), K: 0.00512,
		Fitted: Share{95, 9000, 0.5, 0.4}, HeldOut: Share{5, 500, 0.6, 0.5},
	}
	const want = `The network of fairy, fitted to games that the engine played against itself:
  - a.txt: amazon, 9500 positions of 100 games, 3000 nodes a move after 8 random ones, seed 1
  - b.txt: fairy, 800 positions of 9 games, 400 nodes a move after 8 random ones, seed 2, 0.25 of all that were evaluated, judged with 4000 nodes
It began as chess.net.
Target: 0.1 of the result and 0.9 of the score of the search, K = 0.00512; rate 0.002, decay 0.2, seed 1.
After 8 epochs: 9000 positions of 95 games, cross entropy 0.50000 before, 0.40000 after
`
	const held = "Held out: 500 positions of 5 games, cross entropy 0.60000 before, 0.50000 after\n"
	f.Options.Start, f.Options.StartName = new(nnue.Network), "chess.net"
	files := []File{{"a.txt", Header{"amazon", 100, 3000, 8, 1, 0, 0}, 100, 9500}, {"b.txt", Header{"fairy", 10, 400, 8, 2, 0.25, 4000}, 9, 800}}
	if got := f.Origin("fairy", files); got != want+held {
		t.Errorf("origin:\n%s", got)
	}
	f.HeldOut = Share{}
	if got := f.Origin("fairy", files); got != want {
		t.Errorf("origin with nothing held out:\n%s", got)
	}
}
