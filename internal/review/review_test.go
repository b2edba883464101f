package review_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"context"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// In chess the chances and the accuracy are those of Lichess.
func TestChances(t *testing.T) {
	c, known := review.CurveOf("chess")
	if !known || c.Scale != 0.00368208 {
		t.Fatalf("the curve of chess is %v", c)
	}
	for _, cp := range []int{-900, -250, -20, 0, 31, 100, 777, 1000} {
		want := (50 + 50*(2/(1+math.Exp(-0.00368208*float64(cp)))-1)) / 100
		if got := c.Chance(review.Value{Score: cp}, rules.White); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d centipawns: %v, want %v", cp, got, want)
		}
		if sum := c.Chance(review.Value{Score: cp}, rules.White) + c.Chance(review.Value{Score: cp}, rules.Black); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d centipawns: the sides have %v", cp, sum)
		}
	}
	top := c.Chance(review.Value{Score: 1000}, rules.White)
	for _, v := range []review.Value{{Score: 5000}, {Mate: 3}, {End: rules.WhiteWins}} {
		if got := c.Chance(v, rules.White); got != top {
			t.Errorf("%+v: %v, want %v", v, got, top)
		}
	}
	if got := c.Chance(review.Value{End: rules.Draw}, rules.Black); got != 0.5 {
		t.Errorf("a draw: %v", got)
	}
	for loss, want := range map[float64]float64{0: 100, 5: 80.8, 10: 64.6, 20: 41, 50: 9.5, 95: 0} {
		if got := review.Accuracy(97.5, 97.5-loss); loss > 0 && math.Abs(got-want) > 0.5 || loss == 0 && got != 100 {
			t.Errorf("a loss of %v: accuracy %v, want %v", loss, got, want)
		}
	}
	if got := review.Accuracy(30, 40); got != 100 {
		t.Errorf("a gain: %v", got)
	}
}

// Each game has a curve: its own, the mean of its parts', or the mean of all.
func TestCurves(t *testing.T) {
	gun, _ := review.CurveOf("gun")
	fairy, _ := review.CurveOf("fairy")
	both, known := review.CurveOf("fairy+gun")
	if want := math.Sqrt(gun.Scale * fairy.Scale); !known || math.Abs(both.Scale-want) > 1e-12 {
		t.Errorf("fairy+gun: %v, want %v", both, want)
	}
	part, known := review.CurveOf("gun+nothing")
	if !known || math.Abs(part.Scale-gun.Scale) > 1e-12 {
		t.Errorf("gun+nothing: %v, want %v", part, gun)
	}
	if other, known := review.CurveOf("nothing"); known || !(other.Scale > 0.0005 && other.Scale < 0.01) {
		t.Errorf("nothing: %v", other)
	}
	text := must.Get(t, os.ReadFile, "curves.txt")
	n := 0
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(line, " ")
		if name == "#" {
			continue
		}
		n++
		if ruleset, err := variants.Open(name); err != nil || ruleset.Name() != name {
			t.Errorf("curves.txt has %q: %v", name, err)
		}
		if c, known := review.CurveOf(name); !known || !(c.Scale > 0.0002 && c.Scale < 0.02) {
			t.Errorf("%s: %v", name, c)
		}
	}
	if n < 40 {
		t.Errorf("there are %d curves", n)
	}
}

// The class follows from the chances, or from a forced win or loss that appears or disappears.
func TestClasses(t *testing.T) {
	cp := func(n int) review.Value { return review.Value{Score: n} }
	mate := func(n int) review.Value { return review.Value{Mate: n} }
	for _, c := range []struct {
		before, after review.Value // White has moved
		class         review.Class
		missed        bool
	}{
		{cp(20), cp(-30), review.Fine, false},
		{cp(20), cp(-40), review.Inaccuracy, false}, // 5.5 points of 100
		{cp(20), cp(-95), review.Mistake, false},    // 10.5
		{cp(20), cp(-160), review.Blunder, false},   // 16.1
		{cp(900), cp(700), review.Fine, false},
		{mate(2), mate(5), review.Fine, false},
		{mate(2), cp(1200), review.Inaccuracy, true},
		{mate(2), cp(800), review.Mistake, true},
		{mate(2), cp(100), review.Blunder, true},
		{mate(2), mate(-1), review.Blunder, true},
		{cp(0), mate(-3), review.Blunder, false},
		{cp(-800), mate(-3), review.Mistake, false},
		{cp(-1200), mate(-3), review.Inaccuracy, false},
		{mate(-4), mate(-2), review.Fine, false},
		{mate(1), review.Value{End: rules.WhiteWins}, review.Fine, false},
		{cp(700), review.Value{End: rules.Draw}, review.Blunder, true},
		{cp(700), cp(0), review.Blunder, true},
	} {
		g := play(t, "chess", "", "e4")
		best, _ := g.Record.Start().ParseSAN("d4")
		curve, _ := review.CurveOf("chess")
		j := review.Judge(g.Record, review.Turn{First: 0, Last: 1}, review.Finding{Value: c.before, Line: []game.Move{best}}, review.Finding{Value: c.after}, curve)
		if j.Class != c.class || j.MissedWin != c.missed {
			t.Errorf("%v → %v: %v, missed %v; want %v, %v", c.before, c.after, j.Class, j.MissedWin, c.class, c.missed)
		}
		// The same for Black.
		g = play(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e5")
		best, _ = g.Record.Start().ParseSAN("d5")
		j = review.Judge(g.Record, review.Turn{First: 0, Last: 1}, review.Finding{Value: c.before.For(rules.Black), Line: []game.Move{best}}, review.Finding{Value: c.after.For(rules.Black)}, curve)
		if j.Class != c.class || j.MissedWin != c.missed {
			t.Errorf("for Black %v → %v: %v, missed %v; want %v, %v", c.before, c.after, j.Class, j.MissedWin, c.class, c.missed)
		}
	}
}

// Values are read back as they are written.
func TestValues(t *testing.T) {
	for text, want := range map[string]review.Value{"0.31": {Score: 31}, "-12.05": {Score: -1205}, "#3": {Mate: 3}, "#-1": {Mate: -1}, "0.00": {}} {
		got, ok := review.ParseValue(text)
		if !ok || got != want || got.String() != text {
			t.Errorf("%s is read as %+v, written %s", text, got, got)
		}
	}
	for _, text := range []string{"", "#", "#0", "x", "1e99", "NaN", "#x"} {
		if v, ok := review.ParseValue(text); ok {
			t.Errorf("%q is read as %+v", text, v)
		}
	}
	info := game.Info{Depth: 3, Score: 40}
	if v := review.ValueOf(info, rules.Black); v.Score != -40 {
		t.Errorf("%+v", v)
	}
	if v := review.ValueOf(game.Info{Mate: true}, rules.White); v.End != rules.BlackWins {
		t.Errorf("%+v", v)
	}
}

// reasons are what is said about a move, given a better line and an answer, whatever searches
// find.
var reasons = []struct{ name, fen, move, best, reply, why string }{
	{"chess", "4r1k1/8/8/5b2/8/3N4/P3B3/4K3 w - - 0 1", "a2a3", "d3b4", "f5d3", "It leaves the knight on d3 to Bxd3; the bishop on e2 cannot recapture: it would leave the king attacked by the rook on e8."},
	{"chess", "r3k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "e1d2", "a2a4", "e8d7", "It gives up castling."},
	{"chess", "6k1/P4ppp/8/8/8/8/7r/4K3 b - - 0 1", "h7h6", "h2a2", "a7a8q", "It lets a piece promote: a8=Q+."},
	{"chess", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e1e2", "e3d5", "e8e7", "Nxd5 wins the queen on d5."},
	{"chess", "4k3/8/p7/8/8/8/1R6/R3K3 w - - 0 1", "b2b6", "a1a6", "e8d7", "Rxa6 wins the pawn on a6."},
	{"atomic", "4k3/8/8/3np3/3p4/5N2/8/R3K3 b - - 0 1", "e8e7", "d5c3", "f3d4", "Nxd4 destroys the pawn on d4 and the knight on d5."},
	{"blackhole", "4k3/3q4/8/8/8/8/3R4/4K3 b - - 0 1", "d7c7", "d7d6", "d2e2", ""},
	{"blackhole", "r3k3/3n4/8/8/8/8/8/3QK2R b - - 0 1", "e8e7", "d7b6", "h1h7", ""},
	{"blackhole", "6k1/8/3N3r/8/8/8/P7/3RK3 w - - 0 1", "a2a3", "d6b5", "h6d6", "It leaves the knight on d6 to Rxd6; the rook on d1 would vanish in a hole on the way."},
	{"rifle", "r3k2r/pppppppp/8/8/8/8/PPPPPPP1/R3K2R w KQkq - 0 1", "h1h7", "e1f1", "a7a6", "A rook that shoots can no longer castle."},
	{"threecheck", "", "a2a3", "a2a4", "a7a6", ""},
	{"threecheck", "4k3/8/8/7r/8/8/P7/3QK3 b - - 3+3 0 1", "h5h4", "h5e5", "d1a4 e8e7 a4h4", "It allows Qa4+, which wins a rook and is check 1 of 3."},
	{"antichess", "8/p5p1/8/8/5P2/7P/8/8 w - - 0 1", "h3h4", "f4f5", "g7g5", "After g5 a capture is compulsory: hxg5 or fxg5."},
	// Wrong reasons are not given: the turn takes the same piece, a promoted piece is given
	// back, a piece that shoots stays where it is, a piece is lost whatever is played, a pawn is
	// not five pawns, and gating gives up a right that is not castling.
	{"chess", "4k3/8/8/8/4b3/8/6B1/4R1K1 w - - 0 1", "e1e4", "g2e4", "e8d7", ""},
	{"chess", "1r4k1/P6p/1N6/8/8/8/8/4K3 b - - 0 1", "h7h6", "g8g7", "e1e2 h6h5 a7a8q b8a8 b6a8", ""},
	{"gun", "4r1k1/8/8/5b2/8/3N4/P3B3/4K3 w - - 0 1", "a2a3", "d3b4", "f5d3", "It leaves the knight on d3 to Bxd3."},
	{"chess", "4k3/8/4p3/3N4/8/8/P7/4K3 w - - 0 1", "a2a3", "a2a4 e6d5", "e6d5", ""},
	{"chess", "4k3/7r/8/8/8/8/4K2P/8 w - - 0 1", "e2d2", "h2h4", "e8e7 d2d3 h7h2", ""},
	{"seirawan", "", "g1f3e", "e2e4", "a7a6", ""},
	{"seirawan", "4k3/8/8/8/8/8/8/2B1K3[H] w C - 0 1", "c1d2", "e1e2", "e8e7", ""},
}

func TestReasons(t *testing.T) {
	for _, c := range reasons {
		ruleset := must.Get(t, variants.Open, c.name)
		start := must.Position(t, ruleset, c.fen)
		line := func(pos game.Position, text string) (moves []game.Move) {
			for word := range strings.FieldsSeq(text) {
				m, err := pos.ParseMove(word)
				if err != nil {
					t.Errorf("%s: %v", c.name, err)
					return nil
				}
				moves, pos = append(moves, m), pos.Play(m)
			}
			return moves
		}
		r := game.NewRecord(start)
		if err := r.PlayTurn(c.move); err != nil {
			t.Error(c.name, err)
			continue
		}
		before, after := review.Value{Score: 0}.For(start.Side()), review.Value{Score: -500}.For(start.Side())
		curve, _ := review.CurveOf("chess")
		j := review.Judge(r, review.Turn{First: 0, Last: 1}, review.Finding{Value: before, Line: line(start, c.best)}, review.Finding{Value: after, Line: line(r.Position(), c.reply)}, curve)
		if j.Class != review.Blunder || j.Why != c.why {
			t.Errorf("%s %s %s: %v: %s\nwant %s", c.name, c.fen, c.move, j.Class, j.Why, c.why)
		}
	}
}

// A comment does not name the better turn twice, and a summary does not write out a turn of dozens
// of moves.
func TestTextIsShort(t *testing.T) {
	for why, want := range map[string]string{
		"Bxc6 wins the knight on c6.":         "(0.00 → -1.00) Mistake. Bxc6 wins the knight on c6.",
		"It leaves a to b. Bxc6 wins a pawn.": "(0.00 → -1.00) Mistake. It leaves a to b. Bxc6 wins a pawn.",
		"It misses Bxc6: checkmate.":          "(0.00 → -1.00) Mistake. It misses Bxc6: checkmate.",
		"It misses mate in 2.":                "(0.00 → -1.00) Mistake. It misses mate in 2. Bxc6 was best.",
		"It allows Ra1, which wins a pawn.":   "(0.00 → -1.00) Mistake. It allows Ra1, which wins a pawn. Bxc6 was best.",
	} {
		j := review.Judgement{After: review.Value{Score: -100}, Class: review.Mistake, Why: why}
		if got := j.Text("Bxc6"); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	g := play(t, "progressive", "", "e4 e5 f5 exf5 f6 fxg7 a6 a5 b6 b5 a2a3 a3a4 b2b3 c2c3 d2d3")
	list := []review.Judgement{{Turn: review.Turn{First: 10, Last: 15}, Number: 3, Loss: 0.5, Class: review.Blunder}}
	curve, _ := review.CurveOf("progressive")
	if got := review.Summarise(list, rules.BlackWins, curve).Text(g.Record, list); !strings.HasSuffix(got, "Turning point: 3. a3 a4 … d3.") {
		t.Error(got)
	}
}

// A turn is what a side plays before the other does.
func TestTurns(t *testing.T) {
	for moves, want := range map[string]string{"": "[]", "e4": "[{0 1}]", "e4 e5 f5": "[{0 1} {1 3}]", "e4 e5 f5 exf5 f6 fxg7 a6 a5": "[{0 1} {1 3} {3 6} {6 8}]"} {
		g := play(t, "progressive", "", moves)
		if got := fmt.Sprint(review.Turns(g.Record)); got != want {
			t.Errorf("%s: %s, want %s", moves, got, want)
		}
	}
	g := play(t, "progressive", "", "e4 e5 f5")
	if got := fmt.Sprint(g.Positions()); got != "[0 1 3]" {
		t.Errorf("positions %s", got)
	}
}

// A game is summed up as on Lichess; the sums were done by hand.
func TestSummary(t *testing.T) {
	g := play(t, "chess", "", "e4 e5 Nf3 Nc6")
	notes := make([]review.Note, 4)
	for i, eval := range []string{"0.00", "0.00", "-3.00", "-3.00"} {
		notes[i].Eval = eval
	}
	notes[2].Glyphs = []string{"$4"}
	s, turns, ok := review.SummaryOf(g.Record, notes, rules.BlackWins)
	if !ok || len(turns) != 4 || s.Turning != 2 || s.Count != [2][4]int{{1, 0, 0, 1}, {2, 0, 0, 0}} {
		t.Fatalf("%+v %v %v", s, turns, ok)
	}
	// Chances of White: 50 50 50 24.9 24.9. Windows of two: deviations 0, 0, 12.6, 0, which are
	// limited to 0.5 … 12. White's turns are 100 and a(25.1), with weights 0.5 and 12.
	loss := 50 - 100/(1+math.Exp(0.00368208*300))
	a := 103.1668*math.Exp(-0.04354*loss) - 3.1669 + 1
	want := ((0.5*100+12*a)/12.5 + 2/(1/100.0+1/a)) / 2
	if math.Abs(s.Accuracy[0]-want) > 1e-9 || math.Abs(s.Accuracy[1]-100) > 1e-9 {
		t.Errorf("accuracy %v, want %v and 100", s.Accuracy, want)
	}
	if _, _, ok := review.SummaryOf(g.Record, make([]review.Note, 4), rules.Draw); ok {
		t.Error("a game without values has a summary")
	}
}

// The same nodes give the same findings, with any number of threads and after any interruption.
func TestLedger(t *testing.T) {
	const moves = "f3 e5 g4 Qh4"
	limits := game.Limits{Nodes: 2000}
	one, other := play(t, "chess", "", moves), play(t, "chess", "", moves)
	look(t, one, limits.Nodes, 1)
	look(t, other, limits.Nodes, 3)
	if !reflect.DeepEqual(one.Report(review.Title{}), other.Report(review.Title{})) {
		t.Error("three threads give another result than one")
	}
	file := filepath.Join(t.TempDir(), "l")
	l, err := review.OpenLedger(file, limits)
	if err != nil {
		t.Fatal(err)
	}
	again := play(t, "chess", "", moves)
	ctx, stop := context.WithCancel(context.Background())
	if err := again.Run(ctx, searchers(1), limits, func(ply int, f review.Finding) error {
		if ply == 1 {
			stop()
		}
		return l.Keep(again, ply, f)
	}); err == nil {
		t.Error("an interrupted review says nothing")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l, err = review.OpenLedger(file, limits); err != nil {
		t.Fatal(err)
	}
	resumed := play(t, "chess", "", moves)
	if err := l.Recall(resumed); err != nil {
		t.Fatal(err)
	}
	if left := len(resumed.Positions()); left != 2 {
		t.Errorf("%d positions are left, want 2", left)
	}
	look(t, resumed, limits.Nodes, 2)
	if !reflect.DeepEqual(one.Report(review.Title{}), resumed.Report(review.Title{})) {
		t.Error("the resumed review differs")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := review.OpenLedger(file, game.Limits{Nodes: 3000}); err == nil || !strings.Contains(err.Error(), "other --nodes") {
		t.Errorf("other nodes: %v", err)
	}
	if err := os.WriteFile(file, []byte("{\"Format\":\"x\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := review.OpenLedger(file, limits); err == nil || !strings.Contains(err.Error(), "not the ledger of a review") {
		t.Errorf("another file: %v", err)
	}
}
