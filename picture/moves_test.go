package picture

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general/betza"
	"github.com/heterodox-chess/heterodox/rules"
)

// Diagrams of well-known pieces, counted by mark.
func TestMoves(t *testing.T) {
	board := game.Board{Files: 8, Ranks: 8, Levels: 1}
	d4, e2, e7 := game.At(3, 3, 0), game.At(4, 1, 0), game.At(4, 6, 0)
	for _, c := range []struct {
		text string
		from game.Square
		side rules.Color
		want map[mark]int
	}{
		{"N", d4, rules.White, map[mark]int{jump: 8}},
		{"R", d4, rules.White, map[mark]int{moveOrCapture: 14}},
		{"QN", d4, rules.White, map[mark]int{moveOrCapture: 27, jump: 8}},
		{"fmWfcF", d4, rules.White, map[mark]int{moveOnly: 1, captureOnly: 2}},
		{"fmWfcFifmnD", e2, rules.White, map[mark]int{moveOnly: 2, captureOnly: 2}},
		{"fmWfcFifmnD", e7, rules.Black, map[mark]int{moveOnly: 2, captureOnly: 2}},
		{"fmWfcFifmnD", d4, rules.Black, map[mark]int{moveOnly: 1, captureOnly: 2}},
		{"mRcpR", d4, rules.White, map[mark]int{moveOnly: 14, {Question, captureOnly.color}: 10}},
		{"nN", d4, rules.White, map[mark]int{{Diamond, moveOrCapture.color}: 8}},
		{"nA", d4, rules.White, map[mark]int{{Diamond, moveOrCapture.color}: 4}},
		{"NN", game.At(2, 2, 0), rules.White, map[mark]int{jump: 8, again: 4}},
		{"W2", d4, rules.White, map[mark]int{moveOrCapture: 8}},
	} {
		got := map[mark]int{}
		for _, m := range Moves(betza.MustParse(c.text), c.from, c.side, board) {
			got[mark{m.Shape, m.Color}]++
		}
		for m, n := range c.want {
			if got[m] != n {
				t.Errorf("%s from %v: %d of %v, want %d", c.text, c.from, got[m], m.shape, n)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s from %v: %v, want %v", c.text, c.from, got, c.want)
		}
	}
	for _, m := range Moves(betza.MustParse("fmWfcFifmnD"), e7, rules.Black, board) {
		if m.Square.Rank() > 5 {
			t.Errorf("black's pawn goes to %v", m.Square)
		}
	}
}

// A ride ends in a hole, where nothing is captured; squares beyond it are not marked.
func TestMovesIntoHoles(t *testing.T) {
	board := game.Board{Files: 8, Ranks: 8, Levels: 1, Holes: []game.Square{game.At(3, 4, 0)}}
	at := game.At(3, 1, 0)
	shapes := map[string]Shape{}
	for _, m := range Moves(betza.MustParse("RD"), at, rules.White, board) {
		shapes[board.Name(m.Square)] = m.Shape
	}
	if shapes["d4"] != Disc || shapes["d5"] != Ring || shapes["d3"] != Dot {
		t.Errorf("d3, d4 and d5 are marked by %v, %v and %v", shapes["d3"], shapes["d4"], shapes["d5"])
	}
	if _, beyond := shapes["d6"]; beyond {
		t.Error("a rook rides over a hole")
	}
}

func TestFreeMove(t *testing.T) {
	from := game.At(2, 2, 2)
	for to, want := range map[game.Square]Shape{
		game.At(2, 2, 4): Dot, game.At(0, 2, 4): Dot, game.At(4, 0, 0): Dot, game.At(3, 4, 2): Disc, game.At(2, 3, 4): Disc, game.At(3, 4, 4): Disc,
	} {
		if m := FreeMove(from, to); m.Shape != want || m.Square != to {
			t.Errorf("%v: %v", to, m)
		}
	}
}

// A diagram has a legend for each of its marks and no others.
func TestLegend(t *testing.T) {
	all := map[mark]string{}
	for _, l := range legends {
		if other, twice := all[l.mark]; twice || l.text == "" {
			t.Errorf("%v is %q and %q", l.mark, l.text, other)
		}
		all[l.mark] = l.text
	}
	for _, text := range []string{"mRcpR", "nNmnDcnZ", "QN", "NN", "gQ", "mpRcpB", "fmWfcFifmnD", "tQ", "dKmN"} {
		s, ok := Diagram(game.Kind{Name: "piece", Letter: "X", Betza: text})
		if s.Legend = true; !ok {
			t.Fatal(text)
		}
		texts, _ := s.legend()
		marks := map[mark]bool{}
		for _, m := range s.Marks {
			marks[mark{m.Shape, m.Color}] = true
			if all[mark{m.Shape, m.Color}] == "" {
				t.Errorf("%s: %s in %v is not in the legend", text, m.Shape, m.Color)
			}
		}
		if len(texts) != len(marks) {
			t.Errorf("%s: %d lines for %d marks", text, len(texts), len(marks))
		}
	}
	if _, ok := Diagram(game.Kind{Name: "stone"}); ok {
		t.Error("a piece that does not move has a diagram")
	}
}

// All letters used in legends have drawings.
func TestLegendsAreWritten(t *testing.T) {
	for _, l := range legends {
		for _, r := range l.text {
			if _, ok := letterShapes[r]; !ok {
				t.Errorf("%q has no drawing", r)
			}
		}
	}
}
