package table_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// A review evaluates every move of its line, marks and comments on the bad ones, adds the
// better lines and a summary, and is undone as one change.
func TestReview(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true, Thinkers: thinkers()})
	last, err := tb.PlayTextAt(0, "f3 e5 g4")
	if err != nil {
		t.Fatal(err)
	}
	side, err := tb.PlayTextAt(0, "d4")
	if err != nil {
		t.Fatal(err)
	}
	mate, err := tb.PlayTextAt(last, "Qh4")
	if err != nil {
		t.Fatal(err)
	}
	before := string(tb.Text())
	if err := tb.Review(last, true); err != nil {
		t.Fatal(err)
	}
	await(t, tb, "every move judged", func(s table.State) bool {
		n, _ := s.Tree.Find(last)
		return n.Eval != "" && !s.Reviewing
	})
	s := tb.State()
	for _, id := range []int{side, mate} {
		if n, _ := s.Tree.Find(id); n.Eval != "" {
			t.Errorf("%s is evaluated: %s", n.SAN, n.Eval)
		}
	}
	n, _ := s.Tree.Find(last)
	if n.Eval != "#-1" || n.Marks() != "??" || !strings.Contains(n.Note, "→ #-1) Blunder. It allows Qh4#: checkmate. ") || !strings.HasSuffix(n.Note, " was best.") {
		t.Errorf("g4 is judged %s %s %s", n.Eval, n.Marks(), n.Note)
	}
	if len(s.Tree.Next(n.Parent)) != 2 {
		t.Errorf("there is no better line than g4")
	}
	if r := s.Review; r == nil || r.Count[0][review.Blunder] != 1 || r.Count[1][review.Blunder] != 0 || r.Turning != last || !(r.Accuracy[0] < r.Accuracy[1]) {
		t.Errorf("it is summed up as %+v", r)
	}
	text := string(tb.Text())
	if strings.Count(text, "[%eval ") != 3 {
		t.Errorf("written as\n%s", text)
	}
	again, err := table.Parse(tb.Text(), variants.Open, nil)
	if err != nil || string(again.Text()) != text {
		t.Errorf("%v: read back it is\n%s", err, again.Text())
	}
	if r := again.State().Review; r == nil || r.Turning == 0 || r.Accuracy != s.Review.Accuracy {
		t.Errorf("read back it is summed up as %+v, not %+v", r, s.Review)
	}

	// A second review replaces the first.
	if err := tb.Review(last, true); err != nil {
		t.Fatal(err)
	}
	await(t, tb, "judged again", func(s table.State) bool { return !s.Reviewing })
	n, _ = tb.State().Tree.Find(last)
	if strings.Count(n.Note, "Blunder") != 1 || n.Marks() != "??" {
		t.Errorf("reviewed again it is %s %s", n.Marks(), n.Note)
	}
	for range 2 {
		if _, err := tb.Undo(); err != nil {
			break
		}
	}
	if n, _ := tb.State().Tree.Find(last); n.Note != "" || n.Marks() != "" {
		t.Errorf("after undoing it is still %s %s; it was\n%s", n.Marks(), n.Note, before)
	}
	for name, err := range map[string]error{
		"a game":       newTable(t, "chess", "", table.Options{Thinkers: thinkers()}).Review(0, true),
		"no engine":    newTable(t, "chess", "", table.Options{Study: true}).Review(0, true),
		"no such move": tb.Review(999, true),
	} {
		if err == nil {
			t.Errorf("%s is reviewed", name)
		}
	}
	if err := tb.Review(0, false); err != nil || tb.State().Reviewing {
		t.Errorf("it cannot be stopped: %v", err)
	}
}

// A move tried in place of a bad one is judged at once.
func TestJudgeTurn(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true, Thinkers: thinkers()})
	e5, err := tb.PlayTextAt(0, "f3 e5")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]review.Class{"g4": review.Blunder, "e4": review.Fine} {
		id, err := tb.PlayTextAt(e5, text)
		if err != nil {
			t.Fatal(err)
		}
		j, err := tb.JudgeTurn(context.Background(), id)
		if err != nil || j.Class != want {
			t.Errorf("%s is judged %v, %v", text, j.Class, err)
		}
		if n, _ := tb.State().Tree.Find(id); n.Eval == "" || (want == review.Blunder) != (n.Marks() == "??") {
			t.Errorf("%s is noted as %s %s", text, n.Eval, n.Marks())
		}
	}
	if _, err := tb.JudgeTurn(context.Background(), 0); err == nil {
		t.Error("the start is judged")
	}
	long := newTable(t, "progressive", "", table.Options{Study: true, Thinkers: thinkers()})
	half, err := long.PlayTextAt(0, "e4 e5")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := long.JudgeTurn(context.Background(), half); err == nil {
		t.Error("half a turn is judged")
	}
}

// Findings are written in the common form. A turn of several moves is judged at its last move,
// with the better turn where it departs.
func TestTakeReview(t *testing.T) {
	reader := pgn.NewReader(strings.NewReader("[Variant \"progressive\"]\n\n1. e4 {[%clk 0:01:00] first} e5 f5 {(0.10 → 0.90) Mistake. d5 was best.} 2. exf5 f6 fxg7 $4 (2. d3 d4 d5) *\n"))
	read, err := reader.Next()
	if err != nil {
		t.Fatal(err)
	}
	tb, err := table.Study(read, variants.Open)
	if err != nil {
		t.Fatal(err)
	}
	r := tb.State().Record
	g := review.NewGame(r, rules.Ongoing)
	line := func(ply int, text string) (moves []game.Move) {
		pos := r.At(ply)
		for san := range strings.FieldsSeq(text) {
			m := must.Get(t, pos.ParseSAN, san)
			moves = append(moves, m)
			pos = pos.Play(m)
		}
		return moves
	}
	g.Set(0, review.Finding{Value: review.Value{Score: 10}, Line: line(0, "d4 d5")})
	g.Set(1, review.Finding{Value: review.Value{Score: 0}, Line: line(1, "e5 d5 exd5")})
	g.Set(3, review.Finding{Value: review.Value{Score: 20}, Line: line(3, "exf5 Nf3 Nxe5")})
	g.Set(6, review.Finding{Value: review.Value{Mate: -1}, Line: line(6, "Bc5 Qh4 Qxf2#")})
	if err := tb.TakeReview(g); err != nil {
		t.Fatal(err)
	}
	const want = "1. e4 {[%clk 0:01:00.0] [%eval 0.00] first} 1... e5 f5 {[%eval 0.20]} 2. exf5 f6 (2. Nf3 Nxe5) " +
		"fxg7 $4 {[%eval #-1] (0.20 → #-1) Blunder. It allows Bc5 Qh4 Qxf2#: checkmate. exf5 Nf3 Nxe5 was best. " +
		"Accuracy: White 17 % (1 blunder); Black 99 %. Turning point: 2. exf5 f6 fxg7.} (2. d3 {d4 d5}) *"
	_, moves, _ := strings.Cut(string(tb.PGN()), "\n\n")
	if got := strings.Join(strings.Fields(moves), " "); got != want {
		t.Errorf("it is written\n%s\nwant\n%s", got, want)
	}
	if err := tb.TakeReview(review.NewGame(game.NewRecord(r.Start()), rules.Ongoing)); err == nil {
		t.Error("a review of different moves is accepted")
	}
}
