package study

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// worker plays the games of a job like a worker that has joined it.
func worker(t *testing.T, c Catalogue, tamper func(job jobs.Job, r *jobs.Result)) func(context.Context, jobs.Job) error {
	return func(ctx context.Context, job jobs.Job) error {
		d, err := NewDoer(job.TermsText(), c)
		if err != nil {
			return err
		}
		for !job.Done() {
			task, more, err := job.Next()
			if err != nil || ctx.Err() != nil {
				return errors.Join(err, context.Cause(ctx))
			}
			if !more {
				time.Sleep(time.Millisecond)
				continue
			}
			body, err := d.Do(ctx, task)
			if err != nil {
				return err
			}
			r := jobs.Result{Number: task.Number, Body: body, Worker: "anna"}
			if tamper != nil {
				tamper(job, &r)
			}
			if err := job.Check(r); err != nil {
				t.Error(err)
			}
			if err := job.Take([]jobs.Result{r}); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestSpread: a study whose games are played by others, including those of learning, of
// odds and of remedies, gives the same result as one on its own.
func TestSpread(t *testing.T) {
	o := small(t, "losalamos", 4)
	o.Rounds, o.Learn, o.Odds, o.Remedies, o.Catalogue.Changes = 2, true, true, true, nil
	want := study(t, o)
	if !want.Judge.Learned && want.Judge.Elo == nil || len(want.Odds) == 0 || len(want.Remedies) < 3 {
		t.Fatalf("the study has no games of all kinds: %+v", want)
	}
	o.Concurrency, o.Spread = 0, worker(t, o.Catalogue, nil)
	if got := study(t, o); !reflect.DeepEqual(got, want) {
		t.Errorf("spread: %s, want %s", text(t, got), text(t, want))
	}
}

// TestSpreadEnds: if playing the games fails, the study ends with the reason.
func TestSpreadEnds(t *testing.T) {
	o := small(t, "losalamos", 1)
	o.Spread = func(context.Context, jobs.Job) error { return errors.New("no server") }
	if r, err := Run(t.Context(), o); err == nil || err.Error() != "no server" {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := NewDoer([]byte(`{"Game":"losalamos","Rules":"0"}`), o.Catalogue); err == nil || !strings.Contains(err.Error(), "different rules here") {
		t.Error(err)
	}
	if _, err := NewDoer([]byte(`{"Game":"nosuch"}`), o.Catalogue); err == nil || !strings.Contains(err.Error(), "same --variants") {
		t.Error(err)
	}
	if _, err := NewDoer([]byte(`5`), o.Catalogue); err == nil {
		t.Error("invalid terms are accepted")
	}
}

// TestSpreadChecks: a result that is not the game of its task is refused.
func TestSpreadChecks(t *testing.T) {
	o := small(t, "losalamos", 1)
	o.Rounds = 1
	checked := 0
	o.Spread = worker(t, o.Catalogue, func(job jobs.Job, r *jobs.Result) {
		var good Game
		if err := json.Unmarshal(r.Body, &good); err != nil {
			t.Fatal(err)
		}
		for what, spoil := range map[string]func(g *Game){
			"another game":     func(g *Game) { g.Number++ },
			"another result":   func(g *Game) { g.Result, g.Reason = rules.WinFor(rules.White), rules.Repetition },
			"an illegal move":  func(g *Game) { g.Moves = "a1a9 " + g.Moves },
			"a game cut short": func(g *Game) { g.Moves, g.Scores = g.Moves[:4], nil },
			"too many scores":  func(g *Game) { g.Scores = make([]int16, 1000) },
			"another start":    func(g *Game) { g.Start = "nonsense" },
			"a chosen start": func(g *Game) {
				first, rest, _ := strings.Cut(g.Moves, " ")
				record := must.Play(t, variants.MustOpen("losalamos").Start(), first)
				g.Start, g.Moves, g.Opening = record.Position().FEN(), rest, g.Opening-1
			},
			"a longer opening": func(g *Game) { g.Opening, g.Scores = g.Opening+1, g.Scores[1:] },
		} {
			g := good
			spoil(&g)
			body, _ := json.Marshal(g)
			if err := job.Check(jobs.Result{Number: r.Number, Body: body}); err == nil {
				t.Errorf("%s: not refused", what)
			}
			checked++
		}
		if err := job.Check(jobs.Result{Number: r.Number, Body: []byte("x")}); err == nil {
			t.Error("no game: not refused")
		}
	})
	study(t, o)
	if checked == 0 {
		t.Error("nothing was checked")
	}
}

// TestChecksSingleMoves: a game is a list of single moves, which is how it is replayed, and
// not of turns.
func TestChecksSingleMoves(t *testing.T) {
	r := variants.MustOpen("fibonacci")
	for moves, good := range map[string]bool{
		"f2f3 e7e5 g2g4 a2a3 d8h4": true,
		"f2f3 e7e5 g2g4/a2a3 d8h4": false,
		"f2f3 e7e5 g2g4 a2a5 d8h4": false,
	} {
		g := Game{Moves: moves, Result: rules.BlackWins, Reason: rules.Checkmate}
		if err := g.check(r); (err == nil) != good {
			t.Errorf("%s: %v", moves, err)
		}
		if _, err := replayGame(r, &g); (err == nil) != good {
			t.Errorf("%s replayed: %v", moves, err)
		}
	}
}
