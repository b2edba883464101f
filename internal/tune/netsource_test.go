package tune

import "testing"

func TestOrigin(t *testing.T) {
	f := &NetFit{
		Options: DefaultNetFitOptions(), K: 0.00512,
		Fitted: Share{95, 9000, 0.5, 0.4}, HeldOut: Share{5, 500, 0.6, 0.5},
	}
	const want = `The network of fairy, fitted to games that the engine played against itself:
  - a.txt: amazon, 9500 positions of 100 games, 3000 nodes a move after 8 random ones, seed 1
Target: 0.25 of the result and 0.75 of the score of the search, K = 0.00512; rate 0.001, decay 0.01, seed 1.
After 20 epochs: 9000 positions of 95 games, cross entropy 0.50000 before, 0.40000 after
`
	const held = "Held out: 500 positions of 5 games, cross entropy 0.60000 before, 0.50000 after\n"
	files := []File{{"a.txt", Header{"amazon", 100, 3000, 8, 1}, 100, 9500}}
	if got := f.Origin("fairy", files); got != want+held {
		t.Errorf("origin:\n%s", got)
	}
	f.HeldOut = Share{}
	if got := f.Origin("fairy", files); got != want {
		t.Errorf("origin with nothing held out:\n%s", got)
	}
}
