package match

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// All times of a control are scaled, and nothing else is.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		words  string
		factor float64
		want   string
	}{
		{"tc=40/8+0.08 nodes=50", 1.5, "40/12+0.12, 50 nodes"},
		{"tc=8+0.08", 1, "8+0.08"},
		{"tc=10", 1.0 / 3, "3.333"},
		{"tc=1+0.001", 0.4, "0.4+0.001"}, // an increment does not vanish
		{"movetime=100 depth=7", 0.5, "1/0.05, depth 7"},
		{"nodes=100", 3, "100 nodes"},
	} {
		e, err := parseEngine("", "cmd=self "+c.words)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Limits.times(c.factor).String(); got != c.want {
			t.Errorf("%s × %g is %s, not %s", c.words, c.factor, got, c.want)
		}
	}
}

// A machine whose speed varies is measured again, and refused if it does not settle.
func TestGaugeSteady(t *testing.T) {
	spreads := []float64{0.3, 0.11, 0.1}
	measured := 0
	shaky := Gauge(func(context.Context, string) (bench.Speed, error) {
		measured++
		return bench.Speed{NPS: 1000.4, Spread: spreads[measured-1]}, nil
	})
	if speed, err := shaky.steady(t.Context(), "gun"); speed != 1000 || err != nil || measured != 3 {
		t.Errorf("%d nodes/s, %v, after %d", speed, err, measured)
	}
	measured, spreads[2] = 0, 0.25
	if _, err := shaky.steady(t.Context(), "gun"); err == nil || err.Error() != "gun: the speed of this machine varies by 25 %, and clocks need it within 10 %: is it busy?" {
		t.Error(err)
	}
	broken := errors.New("broken")
	if _, err := Gauge(func(context.Context, string) (bench.Speed, error) { return bench.Speed{}, broken }).steady(t.Context(), "gun"); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := Gauge(nil).steady(t.Context(), "gun"); err == nil {
		t.Error("a machine without measurements counts as steady")
	}
}

// Machines are accepted from a third to three times the speed.
func TestPaceBounds(t *testing.T) {
	for speed, want := range map[float64]bool{3000: true, 3001: false, 334: true, 333: false, 1000: true} {
		paces, err := gauged(speed).paces(t.Context(), map[string]uint64{"gun": 1000})
		if (err == nil) != want || err == nil && paces["gun"].Speed != uint64(speed) {
			t.Errorf("%g nodes/s: %v", speed, err)
		}
		if err != nil && !strings.Contains(err.Error(), "more than 3 times as slow or fast") {
			t.Error(err)
		}
	}
}

// timedJob returns a match of engines with clocks, which began on a machine with a
// million nodes per second.
func timedJob(t *testing.T, c *Config) (*Job, *Match) {
	t.Helper()
	*c = testConfig(t, fakeEngine("good"), fakeEngine("single"))
	c.Engines[0].Limits, c.Engines[1].Limits = TimeControl{Time: 1000 * time.Second, Increment: time.Second}, TimeControl{MoveTime: 1000 * time.Second}
	c.Gauge = gauged(1_000_000)
	return jobOf(t, *c)
}

// On a machine of half the speed, clocks run twice as long. The records say so, and
// who played. The reference speed of the match stays when it is resumed.
func TestJobWithClocks(t *testing.T) {
	var c Config
	j, m := timedJob(t, &c)
	d, err := NewDoer(t.Context(), j.TermsText(), machine(500_000))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if got := d.About(); got != "chess at 500000 nodes/s: clocks × 2.00" {
		t.Error(got)
	}
	playPair(t, j, d, "anna")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	c.Resume, c.Gauge = true, gauged(800_000)
	if _, err := Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "clocks are scaled to different machines") {
		t.Errorf("it continues without a cluster: %v", err)
	}
	if m, err = Open(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if j, err = NewJob(m, nil); err != nil {
		t.Fatal(err)
	}
	if err := jobs.Run(t.Context(), j, doerOf(t, j), 1, "bert", nil); err != nil {
		t.Fatal(err)
	}
	report := m.Report()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, line := range stored(t, c.Store) {
		r := Record{Game: -1}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if r.Game < 0 {
			continue // a line of speeds
		}
		seen[r.Worker] = true
		want := map[string]Pace{"anna": {1_000_000, 500_000}, "bert": {1_000_000, 1_000_000}}[r.Worker]
		controls := map[string][2]string{"anna": {"2000+2", "1/2000"}, "bert": {"1000+1", "1/1000"}}[r.Worker]
		if r.Pace == nil || *r.Pace != want || r.Controls[r.White] != controls[0] || r.Controls[r.Black] != controls[1] {
			t.Errorf("game %d of %q: %+v, %v", r.Game+1, r.Worker, r.Pace, r.Controls)
		}
		for _, ply := range r.Moves {
			if on := r.Black == 0 == ply.Black; on != (ply.Clock != nil) || on && r.Worker == "anna" && *ply.Clock < 1_500_000 {
				t.Fatalf("game %d: a clock is wrong after %s", r.Game+1, ply.Move)
			}
		}
	}
	if !seen["anna"] || !seen["bert"] || len(seen) != 2 {
		t.Errorf("played by %v", seen)
	}
	var text strings.Builder
	if err := report.Write(&text); err != nil || !strings.Contains(text.String(), "\nclocks × 1.00 to 2.00, meant for 1000000 nodes/s in chess\n") {
		t.Errorf("%v: %s", err, text.String())
	}
}

// Games that were not played with the match's clocks are refused.
func TestJobRefusesOtherClocks(t *testing.T) {
	var c Config
	j, m := timedJob(t, &c)
	defer m.Close()
	task, _, err := j.Next()
	if err != nil {
		t.Fatal(err)
	}
	body, err := doerOf(t, j).Do(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*Record){
		"game 1 was played with the wrong clocks":              func(r *Record) { r.Pace = nil },
		"game 1 was played with the wrong clocks ":             func(r *Record) { r.Pace.Reference++ },
		"more than 3 times as slow or fast":                    func(r *Record) { r.Pace.Speed = 3_100_000 },
		"more than 3 times as slow or fast ":                   func(r *Record) { r.Pace.Speed = 0 },
		`game 1 was played at "1000+1", not "500+0.5"`:         func(r *Record) { r.Pace.Speed *= 2 },
		`game 1 was played at "1000+1, depth 9", not "1000+1"`: func(r *Record) { r.Controls[r.White] += ", depth 9" },
		"": func(*Record) {},
	} {
		records, err := unpack(body)
		if err != nil {
			t.Fatal(err)
		}
		change(&records[0])
		bad, err := pack(records)
		if err != nil {
			t.Fatal(err)
		}
		err = j.Check(jobs.Result{Number: task.Number, Body: bad})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want))) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Clocks need a suitable machine.
func TestDoerRefusesClocks(t *testing.T) {
	var c Config
	j, m := timedJob(t, &c)
	defer m.Close()
	for want, change := range map[string]func(*Machine){
		"3 games at a time exceed the 2 cores of this machine":                     func(here *Machine) { here.Slots = 3 },
		"chess: 200000 nodes/s here, 1000000 where the match started: more than 3": func(here *Machine) { here.Gauge = gauged(200_000) },
		"the speed of this machine, which clocks need, could not be measured":      func(here *Machine) { here.Gauge = nil },
	} {
		here := machine(1_000_000)
		change(&here)
		if _, err := NewDoer(t.Context(), j.TermsText(), here); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	without := strings.ReplaceAll(string(j.TermsText()), `"References":{"chess":1000000}`, `"References":{}`)
	if _, err := NewDoer(t.Context(), []byte(without), machine(1_000_000)); err == nil || err.Error() != "not the terms of a match" {
		t.Error(err)
	}
}

// Timed games that were played here remain valid; from then on this machine is the
// match's reference. A match that cannot begin leaves nothing behind.
func TestClocksAfterAll(t *testing.T) {
	c := testConfig(t, fakeEngine("good"), fakeEngine("single"))
	c.Engines[0].Limits = TimeControl{MoveTime: 1000 * time.Second}
	c.Gauge = func(context.Context, string) (bench.Speed, error) { return bench.Speed{Spread: 1}, nil }
	if _, err := Open(t.Context(), c); err == nil {
		t.Error("a match starts on a machine that is not steady")
	}
	if _, err := os.Stat(c.Store); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store is left: %v", err)
	}
	c.Gauge, c.Rounds = nil, 1
	play(t, c)
	c.Rounds, c.Resume, c.Gauge = 2, true, gauged(500_000)
	for range 2 {
		j, m := jobOf(t, c)
		if !strings.Contains(string(j.TermsText()), `"References":{"chess":500000}`) {
			t.Errorf("%s", j.TermsText())
		}
		m.Close()
		c.Gauge = gauged(1)
	}
	c.Gauge, c.Store, c.PGN = nil, c.Store+".new", ""
	m, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := NewJob(m, nil); err == nil || !strings.Contains(err.Error(), "the speed of this machine, which clocks need, could not be measured") {
		t.Error(err)
	}
}
