package serve

import (
	"fmt"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

func TestCaptured(t *testing.T) {
	for _, c := range []struct{ variant, fen, want string }{
		{"chess", "", "<nil>"},
		{"chess", "rnb1kbnr/1pp1pppp/p7/3N4/8/8/PPPP1PPP/R1BQKBNR b KQkq - 0 4", "&{[[{P 1}] [{P 1} {Q 1}]] 9}"},
		{"chess", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "&{[[{P 7} {N 2} {B 2} {R 2}] [{P 8} {N 2} {B 2} {R 2} {Q 1}]] 18}"}, // one queen was a pawn
		{"crazyhouse", "rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Qp] w KQkq - 0 3", "<nil>"},                           // everything is in hand
		{"crazyhouse", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3", "<nil>"},
		{"baseline", "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1", "<nil>"},
		{"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1", "&{[[{C 1}] []] 0}"}, // it has no usual value
	} {
		rules := variants.MustOpen(c.variant)
		pos, start := rules.Start(), rules.Start()
		if c.fen != "" {
			var err error
			if pos, err = rules.ParsePosition(c.fen); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(capturedIn(pos, start)); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.variant, c.fen, got, c.want)
		}
	}
}
