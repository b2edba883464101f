package table

import (
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// A typed move may be written carelessly if only one legal move can be meant.
func TestLooseMoves(t *testing.T) {
	const (
		bishopOrPawn = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1" // bxc3 and Bxc3
		castles      = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	)
	for _, test := range []struct{ variant, fen, text, want string }{
		{"chess", "", "nf3", "g1f3"}, {"chess", "", "NF3", "g1f3"}, {"chess", "", "♘c3", "b1c3"}, {"chess", "", "♞c3", "b1c3"},
		{"chess", "", "e2-e4", "e2e4"}, {"chess", "", "E4", "e2e4"}, {"chess", "", "♙e4", "e2e4"}, {"chess", "", "ng1-f3", ""},
		{"chess", castles, "o-o", "e1g1"}, {"chess", castles, "0-0", "e1g1"}, {"chess", castles, "0-0-0", "e1c1"}, {"chess", castles, "ooo", "e1c1"},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8q", "b7b8q"}, {"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7-b8=N", "b7b8n"},
		{"chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", ""},
		{"chess", bishopOrPawn, "bxc3", "b2c3"}, {"chess", bishopOrPawn, "Bxc3", "d2c3"}, {"chess", bishopOrPawn, "BXC3", ""},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "n@f3", "N@f3"},
		{"madhouse", "3k4/8/8/3n4/4P3/8/8/3K4 w - - 0 1", "e4xd5,a3", "e4d5,d5a3"},
		{"cube3", "", "C1i-c2ii", ""},
	} {
		rules := variants.MustOpen(test.variant)
		pos := rules.Start()
		if test.fen != "" {
			var err error
			if pos, err = rules.ParsePosition(test.fen); err != nil {
				t.Fatal(err)
			}
		}
		turn, err := ReadMoves(pos, test.text)
		got := ""
		if err == nil {
			got = pos.UCI(turn.Moves[0])
		}
		if got != test.want {
			t.Errorf("%s %s: %s is %q (%v), want %q", test.variant, test.fen, test.text, got, err, test.want)
		}
	}
}
