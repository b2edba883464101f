package engine_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// What a move wins, at once and after all recaptures, in games of both machines: in pawns,
// to within a pawn.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		gain, net       int
		ok              bool
	}{
		{"chess", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e3d5", 9, 9, true},
		{"chess", "4k3/8/4p3/3q4/8/4N3/8/4K3 w - - 0 1", "e3d5", 9, 6, true},
		{"chess", "4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", 1, -2, true},
		{"chess", "4k3/8/4p3/8/8/4N3/8/4K3 w - - 0 1", "e3d5", 0, -3, true},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 8, 8, true},
		{"gun", "4k3/8/4p3/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5", 5, 5, true}, // a piece that shoots is not recaptured
		{"atomic", "4k3/8/8/3qr3/8/4N3/8/4K3 w - - 0 1", "e3d5", 11, 11, true},
		{"antichess", "8/8/8/3q4/8/4N3/8/8 w - - 0 1", "e3d5", 0, 0, false},
		{"capablanca", "4k5/10/10/3q6/10/4N5/10/4K5 w - - 0 1", "e3d5", 10, 10, true},
		{"capablanca", "4k5/10/10/4p5/3q6/10/4N5/4K5 w - - 0 1", "e2d4", 10, 7, true},
		{"xiangqi", "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1", "a1a6", 6, 6, true},
		{"xiangqi", "3k5/9/9/p8/p8/9/9/9/9/R3K4 w - - 0 1", "a1a6", 1, -5, true},
		{"codrus", "", "a2a3", 0, 0, false},
	} {
		ruleset := must.Get(t, variants.Open, c.name)
		pos := must.Position(t, ruleset, c.fen)
		m, err := pos.ParseMove(c.move)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		gain, net, ok := engine.Exchange(pos, m)
		near := func(got, pawns int) bool { return got > 100*pawns-100 && got < 100*pawns+100 }
		if ok != c.ok || !near(gain, c.gain) || !near(net, c.net) || net > gain {
			t.Errorf("%s %s %s wins %d, in the end %d, %v; want %d and %d pawns", c.name, c.fen, c.move, gain, net, ok, c.gain, c.net)
		}
	}
}
