package general

import (
	"github.com/heterodox-chess/heterodox/game/screen"
	"strings"
	"testing"
)

// The card says what wins, where, and after how many checks.
func TestCardTellsGoals(t *testing.T) {
	c := mustRead(t, "[corners:capablanca]\nflagPieceWhite = q\nflagPieceBlack = c\nflagRegionWhite = a8 j8\nflagRegionBlack = *1\n"+
		"[quick:3check]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+2 0 1\n")
	for _, test := range []struct{ name, want string }{
		{"jesonmor", "Who has a knight on e5 wins."},
		{"racingkings", "Who has a king on rank 8 wins."},
		{"breakthrough", "White wins with a breakthrough on rank 8."},
		{"breakthrough", "Black wins with a breakthrough on rank 1."},
		{"corners", "White wins with a queen on a8, j8."},
		{"corners", "Black wins with a chancellor on rank 1."},
		{"dobutsu", "What stands there must not be attacked."},
		{"dobutsu", "Who has none left of one of these loses: commoner."},
		{"threekings", "Who has no more than 2 of one of these loses: commoner."},
		{"shatranj", "Who has no more than 1 of all pieces together loses."},
		{"clobber", "Who has no legal move loses."},
		{"jesonmor", "There is no castling."},
		{"3check", "Who has given 3 checks wins."},
		{"quick", "Who has given 2 checks wins."},
		{"xiangqi", "Who has no legal move loses."},
	} {
		rules := openFrom(t, c, test.name)
		if card := strings.Join(screen.Card(rules), "\n"); !strings.Contains(card+"\n", test.want+"\n") {
			t.Errorf("%s: %q is not among\n%s", test.name, test.want, card)
		}
	}
}

// A game that is over has a result: what files call none is a win.
func TestEndsHaveResults(t *testing.T) {
	for _, test := range []struct{ key, fen, want string }{
		{"stalemateValue", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0-1 (variant end: no legal move)"},
		{"checkmateValue", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "0-1 (checkmate)"},
		{"connectValue", "7k/8/6K1/8/8/8/8/PPP5 b - - 0 1", "1-0 (decided by the board)"},
	} {
		c, errs := Check("[a:chess]\nconnectN = 3\n"+test.key+" = none\n", Builtin())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		rules, err := c.Open("a")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.ParsePosition(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := pos.Outcome().String(); got != test.want {
			t.Errorf("%s: %s, want %s", test.key, got, test.want)
		}
	}
}
