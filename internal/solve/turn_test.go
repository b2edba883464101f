package solve

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// position returns a position of a game after some turns.
func position(t *testing.T, variant string, turns ...string) chess.Position {
	t.Helper()
	r, err := variants.Compile(variant)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	for _, turn := range turns {
		if _, p, err = p.ParseTurn(turn); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// slowEnds returns the positions in which a turn can end, found by the general machine, which
// plays every order of moves. The halfmove clock is set to 0.
func slowEnds(t *testing.T, pos *chess.Position) map[rules.Setup]bool {
	t.Helper()
	reference, err := general.NewReference(pos.Rules().Variant())
	if err != nil {
		t.Fatal(err)
	}
	start := reference.Position(pos.Setup())
	ends, side := map[rules.Setup]bool{}, start.Side()
	var from func(p game.Position)
	from = func(p game.Position) {
		moves := p.Moves()
		if p.Side() != side || len(moves) == 0 {
			s := reference.Setup(p)
			s.Halfmove = 0
			ends[s] = true
			return
		}
		for _, m := range moves {
			from(p.Play(m))
		}
	}
	from(start)
	return ends
}

// The ends of a turn are those that the general machine reaches, each of them once.
func TestEndsAgreeWithReference(t *testing.T) {
	for _, c := range [][]string{
		{"fibonacci"},
		{"fibonacci", "e2e4", "d7d5"},
		{"fibonacci", "e2e4", "e7e5", "d1h5/f1c4"},
		{"fibonacci", "f2f3", "e7e5", "g2g4/b1a3"}, // some turns mate
		{"progressive", "e2e4", "e7e5/f8b4"},
		{"marseillais", "e2e4"},
		{"gun+fibonacci", "e2e4", "d7d5"},
		{"extinction+fibonacci", "d2d4", "e7e5"},
		{"blackhole+fibonacci", "e2e4", "d7d6"},
		{"chess", "e2e4"},
	} {
		pos := position(t, c[0], c[1:]...)
		want, n := slowEnds(t, &pos), 0
		var w walker
		w.walk(&pos, func(e *end) bool {
			n++
			s := e.pos.Setup()
			s.Halfmove = 0
			if !want[s] {
				t.Errorf("%s: %s is not the end of a turn", c, e.pos.FEN())
			}
			if after := play(pos, e.line()); after.Key() != e.pos.Key() {
				t.Errorf("%s: the line %s does not lead to %s", c, name(pos, e.line()), e.pos.FEN())
			}
			return true
		})
		distinct := map[rules.Setup]bool{}
		for s := range want {
			s.Zeroing = false
			distinct[s] = true
		}
		if n != len(distinct) {
			t.Errorf("%s: %d ends, want %d", c, n, len(distinct))
		}
	}
}

// The tree of Fibonacci chess has the counts that another program found.
func TestTree(t *testing.T) {
	tree := grow(position(t, "fibonacci"))
	pairs, positions := 0, 0
	for _, o := range tree.openings {
		for _, r := range o.replies {
			pairs++
			positions += len(r.positions)
		}
	}
	if len(tree.openings) != 20 || pairs != 400 || positions != 129_694 || len(tree.positions) != 60_654 {
		t.Errorf("%d, %d, %d, %d", len(tree.openings), pairs, positions, len(tree.positions))
	}
}

// randomTurns returns positions of random play at the start of a turn.
func randomTurns(t *testing.T, variant string, turns, n int) (list []chess.Position) {
	random := rand.New(rand.NewPCG(1, 2))
	for len(list) < n {
		p := position(t, variant)
		for range turns {
			us := p.Side()
			for p.Side() == us {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[random.IntN(len(moves))])
			}
		}
		if len(p.Moves(nil)) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// What beats finds wins by the rules, and beats finds a win if there is one.
func TestBeats(t *testing.T) {
	for _, variant := range []string{"fibonacci", "fairy+fibonacci", "gun+fibonacci", "extinction+fibonacci", "blackhole+fibonacci"} {
		var s Solver
		s.Lore = NewLore()
		var w walker
		wins := 0
		for _, p := range randomTurns(t, variant, 3, 60) {
			var slow bool
			w.walk(&p, func(e *end) bool { slow = won(e.pos, p.Side()); return !slow })
			line := s.beats(&p)
			if line == nil {
				if slow {
					t.Errorf("%s: %s: no win is found", variant, p.FEN())
				}
				continue
			}
			wins++
			after := p
			for _, m := range line {
				if !after.IsLegal(m) {
					t.Fatalf("%s: %s: %s is not legal", variant, p.FEN(), name(p, line))
				}
				after = after.Play(m)
			}
			if !won(&after, p.Side()) || !slow {
				t.Errorf("%s: %s: %s does not win", variant, p.FEN(), name(p, line))
			}
		}
		if wins == 0 {
			t.Errorf("%s: no position was won", variant)
		}
	}
}

// Lines of plain moves win on men exactly where they win by the rules.
func TestPlainLines(t *testing.T) {
	for _, variant := range []string{"fibonacci", "fairy+fibonacci"} {
		var s Solver
		s.Lore = NewLore()
		positions := randomTurns(t, variant, 5, 400)
		for i := range positions {
			if line, _ := s.inner.beam(&positions[i], &s.book, 30); line != nil {
				s.book.add(&positions[i], line)
			}
		}
		tried, wins := 0, 0
		for i := range positions {
			p := &positions[i]
			b := menOf(p)
			for _, e := range *s.book.shelf(placeOf(p)) {
				if !e.line.plain || e.length > movesLeft(p) {
					continue
				}
				tried++
				plain := e.line.winsPlainly(b, uint(p.Side()), p.Rules().QueenRole() == rules.Amazon)
				if plain {
					wins++
				}
				if slow := s.book.wins(*p, e.line.moves); slow != plain {
					t.Errorf("%s: %s wins plainly: %v, by the rules: %v", p.FEN(), name(*p, e.line.moves), plain, slow)
				}
			}
		}
		if tried < 1000 || wins < 50 {
			t.Errorf("%d tried, %d wins: too few", tried, wins)
		}
	}
}

// The search for a strategy and the checker agree: what is found holds, and where nothing is
// found the other side has a strategy.
func TestQuest(t *testing.T) {
	for _, c := range []struct {
		variant, start string
		turn           int // by which the side that makes it wins
	}{
		{"extinction+fibonacci", "", 4},
		{"blackhole+extinction+fibonacci", "", 4},      // White may send its queen into a hole
		{"chess", "5k2/R7/3K4/8/8/8/8/8 w - - 0 1", 7}, // positions recur with fewer turns left
		{"kingofthehill", "8/8/8/8/6k1/8/8/K7 w - - 0 1", 4},
		{"antichess", "8/8/8/8/8/8/8/KR1n4 w - - 0 1", 2}, // White must take Black's last piece
		{"antichess", "8/8/8/1n6/8/8/8/K7 b - - 0 1", 5},
	} {
		r, err := variants.Compile(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		start := r.Start()
		if c.start != "" {
			if start, err = r.ParseFEN(c.start); err != nil {
				t.Fatal(err)
			}
		}
		for turn := 1; turn <= c.turn; turn++ {
			side := start.Side()
			if turn%2 == 0 {
				side = side.Opponent()
			}
			win := Quest{Start: start, Side: side, Wins: true, Turn: turn}
			p, err := win.Prove(context.Background())
			if err != nil || (p != nil) != (turn == c.turn) {
				t.Fatalf("%s: by turn %d: %v, %v", c.variant, turn, p, err)
			}
			hold := Quest{Start: start, Side: side.Opponent(), Turn: turn}
			q, err := hold.Prove(context.Background())
			if err != nil || (q == nil) != (turn == c.turn) {
				t.Fatalf("%s: not lost by turn %d: %v, %v", c.variant, turn, q, err)
			}
			if q != nil {
				p = q
			}
			if _, err := p.Check(context.Background(), r.Variant(), 1, 10, nil); err != nil {
				t.Errorf("%s: %s: %v", c.variant, p.Claim(), err)
			}
		}
	}
}

// few is a game that Black wins by turn 6: White's king has few moves.
const few = "1r6/8/3k4/8/8/7p/7P/K7 w - - 0 1 1:1"

// openFew opens a job for it.
func openFew(t *testing.T, file string) (*Job, *Doer) {
	t.Helper()
	r, err := variants.Compile("fibonacci")
	if err != nil {
		t.Fatal(err)
	}
	start := must.Get(t, r.ParseFEN, few)
	j, err := Open(start, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	do, err := NewDoer(j.TermsText(), variants.Compile)
	if err != nil {
		t.Fatal(err)
	}
	return j, do
}

// A stopped job resumes, two ledgers merge, and what they find wins by the rules.
func TestJob(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	j, do := openFew(t, one)
	if left := j.Left(); left.Fresh < 2 || left.Resisting > 0 || left.Unknown != left.Fresh || left.Seconds > 0 {
		t.Errorf("at first %+v", left)
	}
	for range 1 {
		task, ok, err := j.Next()
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		body, err := do.Do(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		r := jobs.Result{Number: task.Number, Body: body, Worker: "here", Seconds: 3}
		if err := j.Check(r); err != nil {
			t.Fatal(err)
		}
		if err := j.Take([]jobs.Result{r}); err != nil {
			t.Fatal(err)
		}
		if _, again, _ := j.Again(task.Number); again && strings.Contains(string(body), `"Turn":"`) && !strings.Contains(string(body), `"Turn":""`) {
			t.Errorf("task %d is done again", task.Number)
		}
	}
	if left := j.Left(); left.Fresh < 1 || left.Unknown > 0 || left.Seconds != 3*float64(left.Fresh+left.Resisting) {
		t.Errorf("after a task of 3 s %+v", left)
	}
	j.Close()
	j, do = openFew(t, two)
	if n, err := j.Merge(one); n != 1 || err != nil {
		t.Fatalf("%d merged, %v", n, err)
	}
	if err := jobs.Run(context.Background(), j, do, 2, "here", nil); err != nil {
		t.Fatal(err)
	}
	if won, lines := j.Report(); !won || !j.Done() || j.Left() != (Left{}) {
		t.Errorf("not won: %s, %+v", lines, j.Left())
	}
	for _, bad := range []string{`{"Turn":"a1a2"}`, `{"Turn":"d8d1","AtOnce":true}`, `{`} {
		if err := j.Check(jobs.Result{Number: 0, Body: []byte(bad)}); err == nil {
			t.Errorf("%s is accepted as a result", bad)
		}
	}
	j.Close()
	j, _ = openFew(t, two)
	defer j.Close()
	if won, _ := j.Report(); !won || j.Resumed < 2 {
		t.Errorf("%d resumed", j.Resumed)
	}
	if _, err := Open(position(t, "fibonacci"), one, nil); err == nil || !strings.Contains(err.Error(), "it belongs to a search of fibonacci from") {
		t.Errorf("%v", err)
	}
	p := j.Proof()
	if want := "fibonacci is won for black by turn 6 from " + few; p.Claim() != want {
		t.Errorf("%s, want %s", p.Claim(), want)
	}
	rules := j.tree.start.Rules().Variant()
	if report, err := p.Check(context.Background(), rules, 1, 10, nil); err != nil || report.Wins == 0 {
		t.Errorf("%+v, %v", report, err)
	}
	for text := range p.Lines {
		if strings.HasSuffix(text, "4:3") {
			p.Lines[text] = "b8h9"
		}
	}
	if _, err := p.Check(context.Background(), rules, 1, 10, nil); err == nil || !strings.Contains(err.Error(), "is not legal") {
		t.Errorf("%v", err)
	}
}
