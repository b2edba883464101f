package general

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

func TestChases(t *testing.T) {
	rules := must.Get(t, Builtin().Open, "xiangqi")
	for _, test := range []struct{ why, fen, move, want string }{
		{"nothing protects it", "3k5/9/9/9/c8/9/9/1R7/9/4K4 w - - 0 1", "b3a3", "a6"},
		{"it is protected", "3k5/9/9/9/c7r/9/9/1R7/9/4K4 w - - 0 1", "b3a3", ""},
		{"its protector is pinned", "4k4/9/9/9/c3r4/9/9/1R7/4R4/3K5 w - - 0 1", "b3a3", "a6"},
		{"it is protected, but worth more", "3k5/9/9/9/r7r/9/p8/9/1C7/4K4 w - - 0 1", "b2a2", "a6"},
		{"an exchange", "3k5/9/9/9/r8/9/9/1R7/9/4K4 w - - 0 1", "b3a3", ""},
		{"a pinned rook cannot take", "3k5/4r4/9/9/9/9/c8/4R4/9/4K4 w - - 0 1", "e3e4", ""},
		{"a soldier at home", "3k5/9/9/p8/9/9/9/1R7/9/4K4 w - - 0 1", "b3a3", ""},
		{"a soldier over the river", "3k5/9/9/9/9/p8/9/1R7/9/4K4 w - - 0 1", "b3a3", "a5"},
		{"a king may", "5k3/9/9/9/9/9/9/3c5/4K4/9 w - - 0 1", "e2d2", ""},
		{"a soldier may", "3k5/9/9/c8/1P7/9/9/9/9/4K4 w - - 0 1", "b6a6", ""},
		{"it was threatened before", "3k5/9/9/9/c8/9/R8/9/9/4K4 w - - 0 1", "a4a3", ""},
		{"discovered", "3k5/9/9/9/c8/N8/9/R8/9/4K4 w - - 0 1", "a5c6", "a6"},
		{"what protects it is cut off", "3a1a1C1/3ck4/b5n2/8R/2p1p1p2/3c3C1/1N2P4/3A5/9/2BA1KNR1 w - - 9 57", "i7d7", "d5 d10"},
	} {
		pos, err := rules.ParsePosition(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
			continue
		}
		m, err := pos.ParseMove(test.move)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
			continue
		}
		b := pos.(*position[[2]uint64]).b.clone()
		var got []string
		for x := b.chasedBy(move(m)); !isEmpty(&x); {
			got = append(got, b.r.g.squareName(next(&x)))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %s %s chases %q, want %q", test.why, test.fen, test.move, s, test.want)
		}
		if fen := b.fen(); fen != pos.FEN() {
			t.Errorf("%s has become %s", pos.FEN(), fen)
		}
	}
}
