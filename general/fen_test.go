package general

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// A field that says something impossible in a game is refused with the place and
// the reason; the games' own start positions are accepted whatever they say.
func TestFENSaysNothingInVain(t *testing.T) {
	c := mustRead(t, "[parent:xiangqi]\nstartFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w KQkq - 0 1\n"+
		"[unmoved:capablanca]\ncastling = false\n")
	for _, test := range []struct{ name, fen, want string }{
		{"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", ""},
		{"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w KQkq - 0 1", `castling: "KQkq", but xiangqi has no castling`},
		{"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w AIai - 0 1", `castling: "AIai", but xiangqi has no castling`},
		{"parent", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b KQkq - 0 1", ""},
		{"parent", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w KQ - 0 1", `castling: "KQ"`},
		{"unmoved", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", ""},
		{"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1", `castling: "DEde", but makruk has no castling`},
		{"cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w De - 0 1", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1", ""},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/P~PPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1", `rank 3: the ~ after 'P'`},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B~5R1/LNSGKGSNL[-] w - - 0 1", `rank 2: the ~ after 'B'`},
		{"shogi", "lnsgkgsnl/1r5b1/pppp+P~pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL[-] w - - 0 1", `rank 7: the ~ after 'P'`},
		{"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R~NBAKABNR w - - 0 1", `rank 1: the ~ after 'R'`},
		{"capablanca", "r~nabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", `rank 8: the ~ after 'r'`},
		{"capahouse", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNA~BQKBCNR[] w KQkq - 0 1", ""},
		{"capahouse", "rnabqkbcnr/pppppppppp/10/10/10/10/P~PPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1", `rank 2: the ~ after 'P'`},
		{"capahouse", "rnabqk~bcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[] w KQkq - 0 1", `rank 8: the ~ after 'k'`},
	} {
		rules := openFrom(t, c, test.name)
		_, err := rules.ParsePosition(test.fen)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), "FEN, "+test.want) {
			t.Errorf("%s: %s: %v, want %q", test.name, test.fen, err, test.want)
		}
	}
}

// FENs of other programs have H and E for the horses and elephants of Chinese and Korean chess.
// Where another piece has that letter, it is that piece.
func TestFENReadsHorsesAndElephants(t *testing.T) {
	c := mustRead(t, "[hawks:xiangqi]\nsilver = h\nstartFen = rhbakabhr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHBAKABHR w - - 0 1\n")
	for _, test := range []struct{ name, fen, want string }{
		{"xiangqi", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
		{"janggi", "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"},
		{"minixiangqi", "rchkhcr/p1ppp1p/7/7/7/P1PPP1P/RCHKHCR w - - 0 1", "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1"},
		{"hawks", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKAEHR w - - 0 1", "rhbakabhr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABHR w - - 0 1"},
		{"capablanca", "rhabqkbchr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", ""},
	} {
		pos, err := openFrom(t, c, test.name).ParsePosition(test.fen)
		switch {
		case err != nil && test.want != "":
			t.Errorf("%s: %s: %v", test.name, test.fen, err)
		case err == nil && pos.FEN() != test.want:
			t.Errorf("%s: %s is %s, want %q", test.name, test.fen, pos.FEN(), test.want)
		}
	}
}

// mustRead reads a file of variants whose parents may be built in.
func mustRead(t *testing.T, text string) *Catalogue {
	t.Helper()
	c, errs := Read(text, Builtin())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

// openFrom opens a game of a file, or else one that is built in.
func openFrom(t *testing.T, c *Catalogue, name string) game.Rules {
	t.Helper()
	if !c.Has(name) {
		c = Builtin()
	}
	rules := must.Get(t, c.Open, name)
	return rules
}
