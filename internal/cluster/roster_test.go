package cluster

import (
	"encoding/json"
	"fmt"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"slices"
	"strings"
	"testing"
	"time"
)

// A clock is the source of time for a roster.
type clock struct{ time.Time }

func (c *clock) after(d time.Duration) time.Time {
	c.Time = c.Add(d)
	return c.Time
}

// outs returns the names of the workers that are removed, and why.
func (r *roster) outs() (list []string) {
	for _, m := range r.convict() {
		list = append(list, m.Worker+" "+m.Flag)
	}
	return list
}

// at sends a beat with tasks that the worker has been handed.
func (r *roster) at(b Beat, now time.Time) {
	r.hear(b, now)
	for _, n := range b.Tasks {
		if m := r.of(b.Worker, now); m.holds[n] == nil {
			m.hand(n, now)
		}
	}
}

func beat(worker string, tasks ...int) Beat {
	return Beat{Worker: worker, Process: "1", Slots: 4, Working: len(tasks), Tasks: tasks}
}

// A worker that hangs in tasks that others can do is removed; each task is
// reported once.
func TestRosterHangs(t *testing.T) {
	c := clock{time.Unix(1e9, 0)}
	r := newRoster(10 * time.Second)
	open := func(task int) bool { return task != 5 }
	r.at(beat("idle", 1, 2), c.Time)
	r.at(beat("anna", 3), c.Time)
	if list := r.hangs(c.after(time.Hour), open); len(list) > 0 {
		t.Errorf("the time of a task is unknown, but %v hang", list)
	}
	for n := 10; n < 13; n++ {
		r.took(jobs.Result{Number: n, Worker: "anna", Seconds: 2}, "", c.Time)
	}
	r = newRosterWith(r, &c, beat("idle", 1, 2, 5), beat("anna", 3))
	if list := r.hangs(c.after(39*time.Second), open); len(list) > 0 { // 20 times 2 s are more than 3 times 10
		t.Errorf("%v hang too soon", list)
	}
	if list := r.hangs(c.after(2*time.Second), open); !slices.Equal(list, []int{1, 2, 3}) {
		t.Errorf("%v hang", list)
	}
	if list := r.hangs(c.after(time.Second), open); len(list) > 0 {
		t.Errorf("%v are reported twice", list)
	}
	r.took(jobs.Result{Number: 3, Worker: "anna"}, "", c.Time) // late, but it did the task: no strike
	for _, n := range []int{1, 2} {
		if out := r.outs(); len(out) > 0 {
			t.Errorf("too soon: %v", out)
		}
		r.took(jobs.Result{Number: n, Worker: "anna"}, "", c.Time)
	}
	if out := fmt.Sprint(r.outs()); out != "[idle has hung in 3 tasks that others could do]" {
		t.Error(out)
	}
	if r.slots() != 4 || len(r.outs()) > 0 {
		t.Errorf("%d slots", r.slots())
	}
}

// newRosterWith returns a roster with these workers that knows how long tasks
// take.
func newRosterWith(old roster, c *clock, beats ...Beat) roster {
	r := newRoster(old.wait)
	r.results, r.seconds = old.results, old.seconds
	for _, b := range beats {
		r.at(b, c.Time)
	}
	return r
}

// A worker that fails one task after another is removed, unless it is the only
// one; one that succeeds in between is not.
func TestRosterFailures(t *testing.T) {
	c := clock{time.Unix(1e9, 0)}
	r := newRoster(time.Second)
	r.hear(beat("bad"), c.Time)
	for range rowOfFailures - 1 {
		r.failed("bad", c.Time)
	}
	r.took(jobs.Result{Worker: "bad"}, "", c.Time)
	for range rowOfFailures {
		if out := r.outs(); len(out) > 0 {
			t.Error(out)
		}
		r.failed("bad", c.Time)
	}
	if out := r.outs(); len(out) > 0 || len(r.sound()) > 0 {
		t.Errorf("the only worker is excluded: %v", out)
	}
	r.hear(beat("anna"), c.Time)
	if out := fmt.Sprint(r.outs()); out != "[bad has failed 5 tasks in a row]" {
		t.Error(out)
	}
}

// Faults are held against a worker only if others have fewer.
func TestRosterFaults(t *testing.T) {
	c := clock{time.Unix(1e9, 0)}
	r := newRoster(time.Second)
	for _, name := range []string{"slow", "anna"} {
		r.hear(beat(name), c.Time)
	}
	give := func(worker string, good, faulty int) {
		for range good {
			r.took(jobs.Result{Worker: worker}, "", c.Time)
		}
		for range faulty {
			r.took(jobs.Result{Worker: worker}, "lost on time", c.Time)
		}
	}
	give("slow", 5, 5)
	if out := r.outs(); len(out) > 0 || !strings.HasPrefix(r.of("slow", c.Time).Flag, "lost on time in ") {
		t.Errorf("%v, flag %q", out, r.of("slow", c.Time).Flag)
	}
	give("anna", 8, 2)
	give("slow", 0, 1)
	if out := r.outs(); len(out) > 0 {
		t.Errorf("anna does hardly better, but excluded: %v", out)
	}
	give("anna", 20, 0)
	give("slow", 0, 1)
	if out := fmt.Sprint(r.outs()); out != "[slow lost on time in 58 % of its results]" {
		t.Error(out)
	}
}

// A worker that dies during its tasks and comes back is removed; one that was only
// disconnected is not. A task with which all workers die is found.
func TestRosterDeaths(t *testing.T) {
	c := clock{time.Unix(1e9, 0)}
	r := newRoster(time.Second)
	for i := range strikes {
		r.at(beat("cut", 1), c.Time)
		b := beat("weak", 2)
		b.Process = fmt.Sprint(i)
		r.at(b, c.Time)
		if gone := r.tick(c.after(absent + 1)); !slices.Equal(gone, []string{"cut", "weak"}) {
			t.Errorf("gone: %v", gone)
		}
	}
	r.at(beat("cut", 1), c.Time)
	b := beat("weak")
	b.Process = "x"
	r.at(b, c.Time)
	if out := fmt.Sprint(r.outs()); out != "[weak has died 3 times during its tasks]" {
		t.Error(out)
	}
	if n := r.deadly(); n != -1 {
		t.Errorf("task %d is deadly", n)
	}
	for i := range attempts {
		r.at(beat(fmt.Sprint("n", i), 7), c.Time)
		r.tick(c.after(absent + 1))
	}
	if n := r.deadly(); n != 7 {
		t.Errorf("task %d is deadly, not 7", n)
	}
}

// A beat counts from its arrival, however late it is processed: nobody is gone
// while a beat waits.
func TestLateHearing(t *testing.T) {
	c := coordinator{roster: newRoster(time.Minute)}
	begun := time.Unix(1e9, 0)
	c.hear(beat("anna", 1), begun)
	c.hear(beat("bert"), begun)
	text, _ := json.Marshal(beat("anna", 1))
	c.beats.last = map[string]heardBeat{"anna": {text, begun.Add(2 * time.Second)}}
	c.hearAll()
	if gone := c.roster.tick(begun.Add(absent + time.Second)); !slices.Equal(gone, []string{"bert"}) {
		t.Errorf("%v are gone", gone)
	}
	if s := c.roster.list(begun.Add(5 * time.Second))[0]; s.Worker != "anna" || s.Silent != 3 {
		t.Errorf("%+v", s)
	}
}
