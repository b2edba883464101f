package match

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/variants"
)

// jobOf opens a match as a job.
func jobOf(t *testing.T, c Config) (*Job, *Match) {
	t.Helper()
	m, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	j, err := NewJob(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return j, m
}

// gauged returns a Gauge that reports speeds one after another, then the last one
// forever.
func gauged(speeds ...float64) Gauge {
	return func(context.Context, string) (bench.Speed, error) {
		speed := speeds[0]
		speeds = speeds[min(1, len(speeds)-1):]
		return bench.Speed{NPS: speed}, nil
	}
}

// machine returns a machine of a given speed that may run engines.
func machine(speed float64) Machine {
	return Machine{Open: variants.Open, Self: talk, Leave: Leave{Any: true}, Slots: 2, Cores: 2, Gauge: gauged(speed)}
}

// doerOf returns a Doer for a job.
func doerOf(t *testing.T, j *Job) *Doer {
	t.Helper()
	d, err := NewDoer(t.Context(), j.TermsText(), machine(1_000_000))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// playPair plays the next pair of a job.
func playPair(t *testing.T, j *Job, d *Doer, worker string) {
	t.Helper()
	task, ok, err := j.Next()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	body, err := d.Do(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	r := jobs.Result{Number: task.Number, Body: body, Worker: worker}
	if err := errors.Join(j.Check(r), j.Take([]jobs.Result{r})); err != nil {
		t.Fatal(err)
	}
}

// The hash tables of all games together must fit into the memory that a machine has for them.
func TestWorkersMemory(t *testing.T) {
	a, b := selfEngine("a", 10), selfEngine("b", 10)
	a.Options = append(a.Options, Option{"hash", "300"})
	b.Options = append(b.Options, Option{"Hash", "99"}, Option{"Hash", "200"})
	j, m := jobOf(t, testConfig(t, a, b))
	defer m.Close()
	for most, want := range map[int]string{
		0: "", 1000: "", 999: "hash tables of 500 MiB in each of 2 slots exceed the 999 MiB that this machine has for them",
	} {
		here := machine(1)
		here.HashMB = most
		d, err := NewDoer(t.Context(), j.TermsText(), here)
		if err == nil {
			d.Close()
		}
		if (want != "" || err != nil) && (err == nil || err.Error() != want) {
			t.Errorf("%d MiB: %v, want %q", most, err, want)
		}
	}
}

// A match played as tasks is the same match, because its games follow from the
// pairs. It continues after an interruption.
func TestJob(t *testing.T) {
	c := testConfig(t, selfEngine("a", 60), selfEngine("b", 20))
	c.Variants = append(c.Variants, variant("cube3"), variant("fibonacci"))
	want, games := play(t, c)
	c.Store, c.PGN = filepath.Join(t.TempDir(), "job.jsonl"), filepath.Join(t.TempDir(), "job.pgn")
	j, m := jobOf(t, c)
	id := j.ID()
	ctx, stop := context.WithCancel(t.Context())
	err := jobs.Run(ctx, j, doerOf(t, j), 2, "w", func() { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	before := m.Report().Finished
	if before == 0 || before == len(games) {
		t.Errorf("%d games before the interruption", before)
	}
	c.Resume = true
	j, m = jobOf(t, c)
	if j.ID() != id {
		t.Error("the job has changed")
	}
	if err := jobs.Run(t.Context(), j, doerOf(t, j), 2, "w", nil); err != nil {
		t.Fatal(err)
	}
	got := m.Report()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if got.Finished != len(games) || !sameScore(want, got) || len(got.Troubles) > 0 {
		t.Errorf("%+v, want %+v", got.Pairings, want.Pairings)
	}
	moves := func(r *Record) (text string) {
		for _, ply := range r.Moves {
			text += ply.Move + " "
		}
		return text
	}
	for _, line := range stored(t, c.Store) {
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if moves(&r) != moves(&games[r.Game]) {
			t.Errorf("game %d differs", r.Game+1)
		}
	}
	checkPGN(t, c.PGN, len(games))
}

// What cannot be the games of a pair is refused; duplicates and late results count
// once.
func TestJobRefuses(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	j, m := jobOf(t, c)
	defer m.Close()
	d := doerOf(t, j)
	task, ok, err := j.Next()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	body, err := d.Do(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	good := jobs.Result{Number: task.Number, Body: body}
	for want, change := range map[string]func([]Record) []Record{
		"game 1 does not belong to pair 1, or has another opening": func(r []Record) []Record { r[0].Opening = []string{"a2a3", "a7a6"}; return r },
		"game 3 does not belong to pair 1":                         func(r []Record) []Record { r[0].Game = 2; return r },
		"game 2 of pair 1 is missing":                              func(r []Record) []Record { return r[:1] },
		"game 1: answer 1: ":                                       func(r []Record) []Record { r[0].Moves[0].Move = "a1a8"; return r },
		"game 2 does not belong to this match":                     func(r []Record) []Record { r[1].Names[0] = "x"; return r },
		`"won" is not a result`:                                    func(r []Record) []Record { r[1].Result = "won"; return r },
		`"gone" is not a termination`:                              func(r []Record) []Record { r[1].Termination = "gone"; return r },
		"not the games of a pair":                                  func(r []Record) []Record { return append(r, r...) },
	} {
		records, err := unpack(body)
		if err != nil {
			t.Fatal(err)
		}
		bad, err := pack(change(records))
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Check(jobs.Result{Number: task.Number, Body: bad}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ugly := "\x1b[2J\nall"
	packed, err := pack([]Record{{Reason: ugly, Moves: []Ply{{Score: ugly}}, Trouble: &Trouble{ugly, ugly, ugly, []string{ugly}}}})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := unpack(packed); err != nil || strings.ContainsAny(fmt.Sprint(r, *r[0].Trouble), "\x1b\n") {
		t.Errorf("%q, %v", fmt.Sprint(r), err)
	}
	for _, number := range []int{-1, 2, 1 << 40} {
		if err := j.Check(jobs.Result{Number: number, Body: body}); err == nil {
			t.Errorf("the result of pair %d is accepted", number)
		}
	}
	var behind bytes.Buffer
	z := gzip.NewWriter(&behind)
	z.Write([]byte("[] x"))
	z.Close()
	if _, err := unpack(behind.Bytes()); err == nil {
		t.Error("data after the games is accepted")
	}
	if err := j.Check(jobs.Result{Body: []byte("{}")}); err == nil {
		t.Error("invalid data is accepted")
	}
	for range 2 {
		if err := j.Check(good); err != nil {
			t.Fatal(err)
		}
		if err := j.Take([]jobs.Result{good, good}); err != nil {
			t.Fatal(err)
		}
		if n := len(stored(t, c.Store)); n != 2 || m.Report().Finished != 2 {
			t.Errorf("%d games in the store", n)
		}
	}
	if _, ok, err := j.Again(task.Number); ok || err != nil {
		t.Errorf("a pair that has been played is offered again: %v", err)
	}
	again, ok, err := j.Again(1)
	next, also, err2 := j.Next()
	if !ok || !also || err != nil || err2 != nil || string(again.Body) != string(next.Body) || j.Done() {
		t.Errorf("%s, %s, %v, %v", again.Body, next.Body, err, err2)
	}
	if _, ok, err := j.Next(); ok || err != nil {
		t.Errorf("there is a third pair: %v", err)
	}
}

// A worker plays only with the intended engines.
func TestDoerRefuses(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), selfEngine("self", 10))
	j, m := jobOf(t, c)
	defer m.Close()
	terms := string(j.TermsText())
	missing := strings.ReplaceAll(terms, os.Args[0], os.Args[0]+".gone")
	var other jobTerms
	if err := json.Unmarshal(j.TermsText(), &other); err != nil {
		t.Fatal(err)
	}
	sum := other.Builds[0].Files[0].SHA256
	other.Builds[0].Files[0].SHA256 = strings.Repeat("0", 64)
	changed, err := json.Marshal(other)
	if err != nil {
		t.Fatal(err)
	}
	other.Builds[0].Files[0].SHA256, other.Builds[1].Bench = sum, 76
	broken, err := json.Marshal(other)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []struct {
		terms   string
		foreign bool
		want    string
	}{
		{string(broken), true, "engine self differs here: its bench was 76 nodes, is now 77"},
		{terms, false, "this worker may not run programs"},
		{missing, true, "engine good is missing here"},
		{string(changed), true, "engine good differs here: its files have changed"},
		{"{}", true, "not the terms of a match"},
		{"x", true, "not the terms of a match"},
	} {
		here := machine(1_000_000)
		here.Bench, here.Leave.Any = 77, d.foreign
		if _, err := NewDoer(t.Context(), []byte(d.terms), here); err == nil || !strings.Contains(err.Error(), d.want) {
			t.Errorf("%v, want %q", err, d.want)
		}
	}
	d := doerOf(t, j)
	for _, body := range []string{"", "{}", `{"Number":0,"First":0,"Second":7}`, `{"Number":0,"Second":1,"Variant":"nothing"}`} {
		if _, err := d.Do(t.Context(), jobs.Task{Body: []byte(body)}); err == nil {
			t.Errorf("%q is played", body)
		}
	}
}
