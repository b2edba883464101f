package gamestats

import (
	"fmt"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// The lengths are those of the games at the tenths, as if counted one by one.
func TestLengths(t *testing.T) {
	for _, test := range []struct {
		counts map[int]int
		want   Lengths
	}{
		{map[int]int{7: 1}, Lengths{7, 7, 7, 7, 7}},
		{map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1}, Lengths{1, 1, 5, 9, 10}},
		{map[int]int{10: 90, 20: 9, 300: 1}, Lengths{10, 10, 10, 10, 300}},
		{map[int]int{10: 49, 20: 51}, Lengths{10, 10, 20, 20, 20}},
	} {
		n := 0
		for _, c := range test.counts {
			n += c
		}
		if got := lengths(test.counts, n); got != test.want {
			t.Errorf("%v: %v, want %v", test.counts, got, test.want)
		}
	}
}

// Games from positions other than the start have no opening, but count.
func TestCounter(t *testing.T) {
	c := Counter{Plies: 1}
	chess := variants.MustOpen("chess")
	other := must.Get(t, chess.ParsePosition, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, start := range []game.Position{chess.Start(), chess.Start(), other} {
		r := game.NewRecord(start)
		if err := r.PlaySAN("e4"); err != nil {
			t.Fatal(err)
		}
		c.Add(r, rules.Draw)
	}
	c.Add(game.NewRecord(variants.MustOpen("gun").Start()), rules.Ongoing)
	got := fmt.Sprint(c.Variants(5))
	want := "[{chess {3 0 3 0 0} {1 1 1 1 1} map[off the board:3] [{e4 {2 0 2 0 0}}]} {gun {1 0 0 0 1} {0 0 0 0 0} map[off the board:1] [{ {1 0 0 0 1}}]}]"
	if got != want {
		t.Errorf("counted %s, want %s", got, want)
	}
}
