package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A drifter is a Tuner whose options depend on all results of earlier batches, so that they
// show whether those came in order.
type drifter struct {
	name  string // of the option
	batch int
	halfs []int // of the pairs, in order of arrival
}

func (d *drifter) Terms() any { return struct{ Batch int }{d.batch} }

func (d *drifter) Options(pair int) (options [2][]Option, ok bool) {
	begun := len(d.halfs) / d.batch
	sum := 0
	for _, h := range d.halfs[:begun*d.batch] {
		sum = 3*sum + h + 2
	}
	for side := range options {
		options[side] = []Option{{d.name, strconv.Itoa(1 + (sum+pair+2*side)%5)}}
	}
	return options, pair/d.batch == begun
}

func (d *drifter) Take(pair, halves int) {
	if pair != len(d.halfs) {
		panic(fmt.Sprintf("pair %d after %d", pair, len(d.halfs)))
	}
	d.halfs = append(d.halfs, halves)
}

// drift returns a match with a drifter, of pairs in batches of two.
func drift(t *testing.T) (Config, *drifter) {
	c := testConfig(t, selfEngine("plus", 60), selfEngine("minus", 60))
	d := &drifter{name: "MultiPV", batch: 2}
	c.Rounds, c.Tuner = 5, d
	return c, d
}

// movesOf returns the results and moves of games.
func movesOf(games []Record) (text []string) {
	for i := range games {
		line := games[i].Result
		for _, m := range games[i].Moves {
			line += " " + m.Move
		}
		text = append(text, line)
	}
	return text
}

// Games with a Tuner are the same regardless of how many are played at a time, of
// interruptions, and of who plays them.
func TestTuner(t *testing.T) {
	c, d := drift(t)
	_, games := play(t, c)
	want, learnt := movesOf(games), d.halfs
	if len(want) != 10 || len(learnt) != 5 {
		t.Fatalf("%d games, %d pairs", len(want), len(learnt))
	}
	c.Tuner, c.Rounds = nil, 5
	c.Store, c.PGN = filepath.Join(t.TempDir(), "plain"), ""
	if _, plain := play(t, c); slices.Equal(movesOf(plain), want) {
		t.Error("the options make no difference")
	}

	c, _ = drift(t)
	c.Concurrency = 4
	ctx, stop := context.WithCancel(t.Context())
	if _, err := Run(ctx, c, func(p Progress) {
		if p.Finished == 3 {
			stop()
		}
	}); err != nil {
		t.Fatal(err)
	}
	other := c
	other.Resume, other.Tuner = true, &drifter{name: "MultiPV", batch: 4}
	if _, err := Run(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), `it belongs to another match: Tuning was {"Batch":2}, is {"Batch":4}`) {
		t.Error(err)
	}
	other.Tuner = nil
	if _, err := Run(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "not the header of a match") {
		t.Error(err)
	}
	if _, err := jobs.Purge(c.Store, "w", "why"); err == nil || !strings.Contains(err.Error(), "cannot be removed") {
		t.Error(err)
	}
	again := &drifter{name: "MultiPV", batch: 2}
	c.Resume, c.Tuner = true, again
	report, err := Run(t.Context(), c, nil)
	if err != nil || report.Finished != 10 || !slices.Equal(again.halfs, learnt) {
		t.Errorf("%d games, learnt %v, want %v: %v", report.Finished, again.halfs, learnt, err)
	}

	c, d = drift(t)
	j, m := jobOf(t, c)
	err = jobs.Run(t.Context(), j, doerOf(t, j), 3, "w", nil)
	if err := errors.Join(err, m.Close()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.halfs, learnt) {
		t.Errorf("learnt %v, want %v", d.halfs, learnt)
	}
	games = make([]Record, 10)
	for _, line := range stored(t, c.Store) {
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		games[r.Game] = r
	}
	if !slices.Equal(movesOf(games), want) {
		t.Error("different games as a job")
	}
}

// A game that ends in a crash says nothing, and many in a row end the match.
func TestTunerAndFailures(t *testing.T) {
	plus, minus := fakeEngine("exit-2"), fakeEngine("exit-2")
	plus.Name, minus.Name = "plus", "minus"
	c := testConfig(t, plus, minus)
	d := &drifter{name: "Level", batch: 2}
	c.Rounds, c.Tuner = 50, d
	report, err := Run(t.Context(), c, nil)
	if err == nil || !strings.Contains(err.Error(), "an engine failed in each of the last 10 games: ") || report.Finished != 10 {
		t.Errorf("%d games, %v", report.Finished, err)
	}
	if !slices.Equal(d.halfs, []int{-1, -1, -1, -1, -1}) {
		t.Errorf("%v", d.halfs)
	}
}

func TestSpins(t *testing.T) {
	c := testConfig(t)
	e := fakeEngine("")
	e.Name = "fake"
	spins, err := c.Spins(t.Context(), e, []string{"level"})
	if err != nil || !slices.Equal(spins, []Spin{{"Level", 1, 0, 9}}) {
		t.Errorf("%v, %v", spins, err)
	}
	for name, want := range map[string]string{
		"Margin": `engine fake: option "Margin" is not one of its options`,
		"Style":  `engine fake: option "Style" is of type combo, not spin`,
	} {
		if _, err := c.Spins(t.Context(), e, []string{"Level", name}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := c.Spins(t.Context(), fakeEngine("exit-start"), nil); err == nil || !strings.Contains(err.Error(), "no licence") && !strings.Contains(err.Error(), "does not answer uci") {
		t.Error(err)
	}
}
