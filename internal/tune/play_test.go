package tune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// playOptions returns options for a few quick games.
func playOptions(games int) PlayOptions {
	o := DefaultPlayOptions()
	o.Games, o.Nodes = games, 150
	return o
}

// play returns the output of Play, and checks its tally.
func play(t *testing.T, variant string, o PlayOptions) string {
	t.Helper()
	var out bytes.Buffer
	tally, err := Play(t.Context(), &out, variants.MustOpen(variant), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if ended := tally.Results[1] + tally.Results[2] + tally.Results[3]; tally.Games != o.Games || ended != o.Games ||
		tally.Positions != strings.Count(text, "\n")-1 {
		t.Errorf("%+v of %d games, %d lines", tally, o.Games, strings.Count(text, "\n"))
	}
	return text
}

// A seed gives the same games, however many are played at a time.
func TestPlayRepeatsItself(t *testing.T) {
	for _, variant := range []string{"chess", "fibonacci"} {
		o := playOptions(5)
		o.Concurrency = 1
		one := play(t, variant, o)
		o.Concurrency = 3
		if three := play(t, variant, o); one != three {
			t.Errorf("%s: different games when 3 are played at a time", variant)
		}
		o.Seed++
		if other := play(t, variant, o); one == other {
			t.Errorf("%s: the same games from another seed", variant)
		}
	}
}

// Play writes quiet positions of the game with undecided scores, each game in
// one piece and in order.
func TestPlayRecordsQuietPositions(t *testing.T) {
	for _, name := range variants.Names() {
		ruleset := variants.MustOpen(name)
		o := playOptions(4)
		lines := strings.Split(strings.TrimSuffix(play(t, name, o), "\n"), "\n")
		header, err := ParseHeader(lines[0])
		if err != nil || header != o.Header(ruleset) {
			t.Errorf("%s: header %+v, %v", name, header, err)
		}
		last := Record{Game: 1}
		for _, line := range lines[1:] {
			r := must.Get(t, ParseRecord, line)
			pos := must.Get(t, ruleset.ParsePosition, r.FEN)
			if fast, _ := fast.Position(pos); fast.InCheck() || pos.Outcome().Over() {
				t.Errorf("%s: not a quiet position: %s", name, r.FEN)
			}
			if r.Game < last.Game || r.Game == last.Game && last.Result != rules.Ongoing && r.Result != last.Result {
				t.Errorf("%s: %s after game %d %v", name, line, last.Game, last.Result)
			}
			last = r
		}
		if len(lines) < 10 {
			t.Errorf("%s: only %d positions", name, len(lines)-1)
		}
	}
}

// Instead of quiet positions, Play writes some of those evaluated, with their static values.
func TestPlayRecordsEvaluatedPositions(t *testing.T) {
	for _, name := range []string{"chess", "fibonacci", "capablanca"} {
		ruleset := variants.MustOpen(name)
		o := playOptions(3)
		o.Evaluated = 0.125
		text := play(t, name, o)
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if header, err := ParseHeader(lines[0]); err != nil || header != o.Header(ruleset) || header.Evaluated != 0.125 {
			t.Errorf("%s: header %+v, %v", name, header, err)
		}
		for _, line := range lines[1:] {
			r := must.Get(t, ParseRecord, line)
			pos := must.Get(t, ruleset.ParsePosition, r.FEN)
			if want, _, _ := engine.Evaluate(pos); whites(pos, want) != r.Score {
				t.Errorf("%s: %s has the static value %d", name, line, want)
			}
		}
		quiet := strings.Count(play(t, name, playOptions(3)), "\n")
		if len(lines) < 2*quiet {
			t.Errorf("%s: %d lines, %d of quiet positions", name, len(lines), quiet)
		}
		if again := play(t, name, o); again != text {
			t.Errorf("%s: different positions the second time", name)
		}
	}
}

// No record is of a position in which the search would capture or promote.
func TestQuiet(t *testing.T) {
	for _, c := range []struct {
		variant, fen, move string
		score              int32
		want               bool
	}{
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 100, true},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 3000, false},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", -3000, false},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100, false},
		{"chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 900, false},
		{"chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1f1", -500, false},
		{"blackhole", "4k3/8/8/8/8/8/8/R2RK3 w - - 0 1", "d1d7", 500, false},
		{"blackhole", "4k3/8/8/8/8/8/8/R2RK3 w - - 0 1", "d1d4", 500, true},
	} {
		pos := must.Get(t, variants.MustOpen(c.variant).ParsePosition, c.fen)
		m := must.Get(t, pos.ParseMove, c.move)
		if quiet(pos, m, engine.Score(c.score)) != c.want {
			t.Errorf("%s %s %s %d: want %v", c.variant, c.fen, c.move, c.score, c.want)
		}
	}
}

// Games end early when the scores say so: for several searches in a row, all of
// them for the same side.
func TestJury(t *testing.T) {
	const win, level = int32(winScore), int32(drawScore)
	for name, c := range map[string]struct {
		scores []int32
		moves  int
		want   string
	}{
		"white wins":       {[]int32{0, win, win + 1, 400_000, win}, 30, "1-0"},
		"black wins":       {[]int32{-win, -win, -win, -win}, 30, "0-1"},
		"too few":          {[]int32{win, win, win}, 30, "*"},
		"not in a row":     {[]int32{win, win, win - 1, win, win}, 30, "*"},
		"both sides":       {[]int32{win, -win, win, -win, win, -win}, 30, "*"},
		"level":            {repeat(level, -level, 6), 101, "1/2-1/2"},
		"level, but early": {repeat(level, -level, 6), 100, "*"},
		"not level":        {repeat(level, level+1, 20), 200, "*"},
		"long":             {[]int32{100}, 300, "1/2-1/2"},
		"not so long":      {[]int32{100}, 299, "*"},
	} {
		var j jury
		for _, score := range c.scores {
			j.hear(engine.Score(score))
		}
		if got := j.verdict(c.moves).String(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// repeat returns the two scores n times.
func repeat(a, b int32, n int) (scores []int32) {
	for range n {
		scores = append(scores, a, b)
	}
	return scores
}

// When interrupted, Play leaves an intact file, with the same games as an
// uninterrupted run.
func TestPlayInterrupted(t *testing.T) {
	const games = 40
	ctx, stop := context.WithCancel(t.Context())
	var out bytes.Buffer
	tally, err := Play(ctx, &out, variants.MustOpen("chess"), playOptions(games), func(tally Tally) {
		if tally.Games == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || tally.Games < 3 || tally.Positions != strings.Count(out.String(), "\n")-1 {
		t.Errorf("%+v, %v", tally, err)
	}
	whole := play(t, "chess", playOptions(games))
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(whole, line) || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is not in an undisturbed run", line)
		}
	}
}

// Games that have ended when Play is interrupted are written, even if an
// earlier one has not.
func TestGamesAfterAGap(t *testing.T) {
	var out bytes.Buffer
	var told Tally
	w := Writer{Out: &out, Progress: func(t Tally) { told = t }}
	batch := func(number int) Batch {
		return Batch{number, Tally{Games: 1, Positions: 2, Results: [4]int{1, 0, 0, number}}, fmt.Sprintf("%d\n", number)}
	}
	for _, number := range []int{4, 0, 4, 2, 0} { // some twice
		if err := w.Take(batch(number)); err != nil {
			t.Fatal(err)
		}
	}
	if got := out.String(); got != "0\n" {
		t.Errorf("before the end: %q", got)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := w.Take(batch(2)); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "0\n2\n4\n" {
		t.Errorf("at the end: %q", got)
	}
	if want := (Tally{3, 6, [4]int{3, 0, 0, 6}}); told != want || w.Tally() != want {
		t.Errorf("reported %v, counted %v", told, w.Tally())
	}
}

// Whatever the size of the tasks, they are the games of Play, and they can be
// sent elsewhere and back as data.
func TestTasksElsewhere(t *testing.T) {
	o := playOptions(7)
	want := play(t, "madhouse", o)
	ruleset := variants.MustOpen("madhouse")
	work := func(w *Writer, tasks iter.Seq2[Task, error]) {
		worker := NewWorker(variants.Open)
		for task, err := range tasks {
			if err != nil {
				t.Fatal(err)
			}
			batch, err := worker.Do(t.Context(), through(t, task))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Take(through(t, batch)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, size := range []int{1, 3, 100} {
		var out bytes.Buffer
		w := Writer{Out: &out}
		if err := w.Header(o.Header(ruleset)); err != nil {
			t.Fatal(err)
		}
		work(&w, o.Tasks(ruleset, size))
		if out.String() != want {
			t.Errorf("tasks of %d games play different games", size)
		}
	}
	// The same goes for judging.
	j := judgeOptions()
	whole, _ := judgedRecords(t, want, j)
	var out bytes.Buffer
	w := Writer{Out: &out}
	work(&w, j.Tasks(t.Context(), "x", strings.NewReader(want), variants.Open, w.Header))
	if out.String() != whole {
		t.Error("positions are judged differently elsewhere")
	}
}

// through passes a value through JSON.
func through[T any](t *testing.T, value T) (got T) {
	t.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A task that cannot be done returns the reason, as does one in which the
// engine panics.
func TestBadTasks(t *testing.T) {
	worker := NewWorker(variants.Open)
	for want, task := range map[string]Task{
		`unknown variant "x"`:         {Variant: "x"},
		"1 fields between semicolons": {Variant: "chess", Lines: []string{"x"}},
		"FEN":                         {Variant: "chess", Lines: []string{"x;1;1-0;1"}},
	} {
		if _, err := worker.Do(t.Context(), task); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", task, err, want)
		}
	}
	worker.compile = func(string) (game.Rules, error) { panic("no rules") }
	_, err := worker.Do(t.Context(), Task{Number: 4, Variant: "gun"})
	if p := (*engine.Panic)(nil); !errors.As(err, &p) || !strings.Contains(err.Error(), "task 5 of gun: panic at tune/play_test.go:") {
		t.Error(err)
	}
}

// Play returns an error of the writer, and that of a game without an opening.
func TestPlayFails(t *testing.T) {
	full := errors.New("no space left")
	for _, room := range []int{0, 100} {
		_, err := Play(t.Context(), &smallDisk{room, full}, variants.MustOpen("chess"), playOptions(10), nil)
		if !errors.Is(err, full) || strings.Contains(err.Error(), "\n") {
			t.Errorf("room for %d: %v", room, err)
		}
	}
	o := playOptions(3)
	o.Plies = 1000
	_, err := Play(t.Context(), io.Discard, variants.MustOpen("extinction"), o, nil)
	if err == nil || err.Error() != "extinction: no balanced opening of 1000 random moves" {
		t.Error(err)
	}
}

// A smallDisk has room for a limited number of bytes.
type smallDisk struct {
	room int
	err  error
}

func (d *smallDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, d.err
	}
	return len(p), nil
}
