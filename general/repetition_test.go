package general

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// repetitions are games in which a position recurs: from a FEN a sequence of moves is
// played over and over, and only the last move ends the game.
var repetitions = []struct {
	name, file, fen, moves string
	plies                  int
	want                   string
}{
	{"armageddon", "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1d1 e8d8 d1e1 d8e8", 8, "0-1 (threefold repetition)"},
	{"minishogi", "", "4k/5/5/5/K4[-] w 0 1", "a1b1 e5d5 b1a1 d5e5", 12, "0-1 (repetition)"},
	{"minishogi", "", "4k/5/5/5/K4[-] b 0 1", "e5d5 a1b1 d5e5 b1a1", 12, "0-1 (repetition)"},
	{"shogi", "", "4k4/9/9/9/9/9/9/9/R7K[-] w 0 1", "i1i2 e9d9 i2i1 d9e9", 12, "1/2-1/2 (repetition)"},
	{"shogi", "", "4k4/9/9/9/9/9/9/9/3R4K[-] w 0 1", "d1e1 e9d9 e1d1 d9e9", 12, "0-1 (perpetual check)"},
	{"shogi", "", "k2r5/9/9/9/9/9/9/9/4K4[-] b 0 1", "d9e9 e1d1 e9d9 d1e1", 12, "1-0 (perpetual check)"},
	// An en passant square on which no piece can capture.
	{"pawnsideways", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"e2e3 e7e6 f2f3 f7e7 d2d4 e7f7 f3g3 f7e7 g3f3 e7f7 f3g3 f7e7 g3f3", 13, "1/2-1/2 (threefold repetition)"},
	{"chess", "", "4k3/8/8/8/3p4/8/4P3/3QK3 w - - 0 1", "e2e4 e8e7 d1e2 e7e8 e2d1 e8e7 d1e2 e7e8 e2d1 e8e7 d1e2 e7e8 e2d1", 9, "*"},
	{"x", "[x:marseillais+capablanca]\n", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
		"b1c3 b8c6 c6b8 c3b1 b1c3 b8c6 c6b8 c3b1 b1c3", 9, "1/2-1/2 (threefold repetition)"},
	{"torishogi", "", "3k3/7/7/7/7/7/3K3[-] w 0 1", "d1c1 d7c7 c1d1 c7d7", 12, "1-0 (repetition)"},
	{"xiangqi", "", "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", "e2d2 d10e10 d2e2 e10d10", 8, "0-1 (perpetual check)"},
	{"xiangqi", "", "3k5/9/9/9/9/9/9/9/4A4/5K3 w - - 0 1", "f1e1 d10d9 e1f1 d9d10", 8, "1/2-1/2 (threefold repetition)"},
	// A rook chases an unprotected cannon, and a protected one; a king chases a
	// cannon; a rook attacks a rook, which can capture it.
	{"xiangqi", "", "3k5/9/9/9/c8/9/9/1R7/9/4K4 w - - 0 1", "b3a3 a6b6 a3b3 b6a6", 8, "0-1 (perpetual chase)"},
	{"xiangqi", "", "3k5/9/9/9/c7r/9/9/1R7/9/4K4 w - - 0 1", "b3a3 a6b6 a3b3 b6a6", 8, "1/2-1/2 (threefold repetition)"},
	{"xiangqi", "", "5k3/9/9/9/9/9/9/3c5/4K4/9 w - - 0 1", "e2d2 d3e3 d2e2 e3d3", 8, "1/2-1/2 (threefold repetition)"},
	{"xiangqi", "", "3k5/9/9/9/r8/9/9/1R7/9/4K4 w - - 0 1", "b3a3 a6b6 a3b3 b6a6", 8, "1/2-1/2 (threefold repetition)"},
	{"xiangqi", "", "4k4/9/1r7/9/9/9/C8/9/9/3K5 b - - 0 1", "b8a8 a4b4 a8b8 b4a4", 8, "1-0 (perpetual chase)"},
	// Back and forth: by a rook, whatever the other side does; by one that began after a
	// pass; by a guard, which may.
	{"janggimodern", "", "3k5/9/9/9/9/9/9/9/8R/3K5 w - - 9 9", "i2i3 d10d9 i3i2 d9e9 i2i3 e9f9 i3i2 f9f10 i2i3", 9, "0-1 (repetition)"},
	{"janggimodern", "", "3k5/9/9/9/9/9/9/9/8R/3K5 w - - 9 9", "d1d1 d10d9 i2i3 d9d10 i3i2 d10d9 i2i3 d9d10 i3i2 d10d9 i2i3", 11, "0-1 (repetition)"},
	{"janggimodern", "", "5k3/9/9/9/9/9/9/8R/5A3/3K5 w - - 9 9", "f2f3 f10f9 f3f2 f9e9 f2f3 e9d9 f3f2 d9d8 f2f3 d8e8", 10, "*"},
	{"janggicasual", "", "3k5/9/9/9/9/9/9/9/8R/3K5 w - - 9 9", "i2i3 d10d9 i3i2 d9e9 i2i3 e9f9 i3i2 f9f10 i2i3", 9, "*"},
	{"x", "[x:chess]\nnFoldRule = 2\nnFoldValue = loss\n", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1d1 e8d8 d1e1 d8e8", 4, "0-1 (repetition)"},
	{"x", "[x:chess]\nnFoldRule = 0\n", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1d1 e8d8 d1e1 d8e8", 40, "*"},
	{"x", "[x:chess]\nperpetualCheckIllegal = true\n", "4k3/8/8/8/8/8/8/3R3K w - - 0 1", "d1e1 e8d8 e1d1 d8e8", 8, "0-1 (perpetual check)"},
}

func TestRepetitions(t *testing.T) {
	for _, test := range repetitions {
		catalogue := Builtin()
		if test.file != "" {
			var errs []error
			if catalogue, errs = Read(test.file, Builtin()); len(errs) > 0 {
				t.Fatal(errs)
			}
		}
		ruleset := must.Get(t, catalogue.Open, test.name)
		pos := must.Get(t, ruleset.ParsePosition, test.fen)
		record := game.NewRecord(pos)
		moves := strings.Fields(test.moves)
		for i := range test.plies {
			if o := record.Outcome(); o.Over() {
				t.Errorf("%s: %s: %v after %d moves", test.name, test.fen, o, i)
				break
			}
			if err := record.PlayTurn(moves[i%len(moves)]); err != nil {
				t.Fatalf("%s: %s: move %d: %v", test.name, test.fen, i, err)
			}
		}
		if o := record.Outcome(); o.String() != test.want {
			t.Errorf("%s: %s: %v, want %s", test.name, test.fen, o, test.want)
		}
		rememberedAsRecorded(t, record)
	}
}

// rememberedAsRecorded compares what a walker says about repetition, at any node
// and wherever the search began, with what the record of the game says.
func rememberedAsRecorded(t *testing.T, record *game.Record) (repeated int) {
	t.Helper()
	n := record.Len()
	var want rules.Outcome
	positions := make([]game.Position, n+1)
	for i := range positions {
		positions[i] = record.At(i)
	}
	last := positions[n]
	if want, _ = last.(game.Repeater).Repeated(positions, record.Moves()); want.Over() {
		repeated = 1
	}
	for root := n; root >= 0; root = root*2/3 - 1 {
		w := positions[root].(game.Walkable).Walk().(game.Rememberer)
		if !w.Traits().Recurs {
			return repeated
		}
		w.Remember(positions[:root+1], record.Moves()[:root])
		for i, m := range record.Moves()[root:] {
			// What is found out about other moves is forgotten when they are taken back.
			for _, c := range w.Moves(nil) {
				if before := root + i - 2; before >= 0 && returns(moveOf(c), move(record.Moves()[before])) {
					w.Play(c)
					w.Repeated()
					w.Undo()
				}
			}
			w.Play(w.Code(m))
			if w.(interface{ misremembers() bool }).misremembers() {
				t.Fatalf("%s: %s: after move %d from move %d it is not known what came before", last.Rules().Name(), last.FEN(), i+1, root)
			}
		}
		for _, w := range []game.Rememberer{w, w.Clone().(game.Rememberer)} {
			r, over := w.Repeated()
			if want.Over() && (!over || r != want.Result) || root == n && over != want.Over() {
				t.Errorf("%s: %s from move %d of %d: %v %v, want %v", last.Rules().Name(), last.FEN(), root, n, r, over, want)
			}
		}
	}
	return repeated
}

// misremembers reports whether something that is known about the past is wrong.
func (w *walker[S]) misremembers() bool {
	fresh := past[S]{w.moments, w.boards(), new([]bygone[S])}
	for i := range w.moments {
		ago := len(w.moments) - 1 - i
		if i < len(w.known) && w.known[i].known && w.known[i] != *fresh.know(ago) {
			return true
		}
	}
	return false
}

// In random games on nearly empty boards, in which sides often move back to where
// they were, walker and record agree about repetition.
func TestRepetitionsAgree(t *testing.T) {
	repeated := 0
	for name, fen := range map[string]string{
		"xiangqi":      "4k4/4a4/9/2c3n2/9/9/2R3N2/5C3/9/3K5 w - - 0 1",
		"minixiangqi":  "3k3/2r1c2/7/7/2N4/4C2/3K3 w - - 0 1",
		"shogi":        "4k4/4g4/9/9/2r6/9/9/3S5/4K1R2[-] w 0 1",
		"minishogi":    "r3k/4p/5/P4/K2BR[-] w 0 1",
		"janggimodern": "4k4/4a4/9/2c3n2/9/9/2R3N2/5C3/9/3K5 w - - 0 1",
		"manchu":       "3k5/9/4c4/9/9/9/4M4/9/9/4K4 w - - 0 1",
	} {
		ruleset := must.Get(t, Builtin().Open, name)
		random := rand.New(rand.NewPCG(5, 8))
		for range 12 {
			pos := must.Get(t, ruleset.ParsePosition, fen)
			record := game.NewRecord(pos)
			for range 40 {
				moves := record.Position().Moves()
				if len(moves) == 0 {
					break
				}
				m := moves[random.IntN(len(moves))]
				if n := record.Len(); n > 1 && random.IntN(5) > 0 {
					played := move(record.Moves()[n-2])
					for _, other := range moves {
						if o := move(other); o.what() == normal && o.from() == played.to() && o.to() == played.from() {
							m = other
						}
					}
				}
				record.Play(m)
				repeated += rememberedAsRecorded(t, record)
			}
		}
	}
	if repeated < 100 {
		t.Errorf("only %d repetitions", repeated)
	}
}

// A game's card says how repetition ends the game.
func TestRepetitionIsTold(t *testing.T) {
	for name, want := range map[string]string{"xiangqi": "Perpetual chase loses", "shogi": "Perpetual check loses"} {
		ruleset := must.Get(t, Builtin().Open, name)
		if card := strings.Join(screen.Card(ruleset), "\n"); !strings.Contains(card, want) {
			t.Errorf("%s: %q is not among\n%s", name, want, card)
		}
	}
}
