package tune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/variants"
)

// jobOf opens a job of games, and returns it with its output.
func jobOf(t *testing.T, file string, o PlayOptions, resume bool) (*Job, *bytes.Buffer, error) {
	t.Helper()
	var out bytes.Buffer
	rules := variants.MustOpen("chess")
	w := &Writer{Out: &out}
	if err := w.Header(o.Header(rules)); err != nil {
		t.Fatal(err)
	}
	j, err := OpenJob(file, resume, false, "1a2b3c", o, o.Tasks(rules, 2), variants.Open, w)
	return j, &out, err
}

// Games played as tasks, interrupted and resumed, are those of Play.
func TestJobIsPlay(t *testing.T) {
	o := playOptions(15)
	want := play(t, "chess", o)
	file := filepath.Join(t.TempDir(), "ledger")
	j, _, err := jobOf(t, file, o, true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	err = jobs.Run(ctx, j, NewDoer(variants.Open), 2, "w", func() { stop() })
	if !errors.Is(err, context.Canceled) || len(j.done) == 0 || len(j.done) == 8 {
		t.Errorf("%d tasks done, %v", len(j.done), err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	before := len(j.done)
	j, out, err := jobOf(t, file, o, true)
	if err != nil || len(j.done) != before {
		t.Fatalf("%d tasks done, %v", len(j.done), err)
	}
	if err := jobs.Run(t.Context(), j, NewDoer(variants.Open), 2, "w", nil); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if out.String() != want || j.writer.Tally().Games != o.Games {
		t.Error("the games differ from those of Play")
	}
	// The ledger alone reproduces them.
	j, out, err = jobOf(t, file, o, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, more, err := j.Next(); more || err != nil || !j.Done() || out.String() != want {
		t.Errorf("more to do: %v, %v", more, err)
	}
	j.Close()
	// Every line of it but the first names the build.
	if text, err := os.ReadFile(file); err != nil || bytes.Count(text, []byte(`"Build":"1a2b3c"`)) != bytes.Count(text, []byte("\n"))-1 {
		t.Errorf("%v, %.300s", err, text)
	}
	// It is neither overwritten nor used for another job.
	if _, _, err := jobOf(t, file, o, false); err == nil || !strings.Contains(err.Error(), "exists: use --resume to continue it") {
		t.Error(err)
	}
	o.Seed++
	if _, _, err := jobOf(t, file, o, true); err == nil || !strings.Contains(err.Error(), "line 1: it belongs to another job") {
		t.Error(err)
	}
}

// Results that cannot belong to a task are refused; duplicates are identical, or
// a conflict that names both workers.
func TestJobRefuses(t *testing.T) {
	j, _, err := jobOf(t, filepath.Join(t.TempDir(), "ledger"), playOptions(4), false)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	task, ok, err := j.Next()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	body, err := NewDoer(variants.Open).Do(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	result := func(change func(*Batch)) jobs.Result {
		var b Batch
		if err := json.Unmarshal(body, &b); err != nil {
			t.Fatal(err)
		}
		change(&b)
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		return jobs.Result{Number: task.Number, Body: text, Worker: "second"}
	}
	for want, change := range map[string]func(*Batch){
		"not the result of a task":           func(b *Batch) { b.Number = 7 },
		"line 1: ":                           func(b *Batch) { b.Lines = "x" + b.Lines },
		"game 9 does not belong to the task": func(b *Batch) { b.Lines += "4k3/8/8/8/8/8/8/3QK3 w - - 0 1;700;1-0;9\n" },
		"it is not written like a record":    func(b *Batch) { b.Lines = strings.TrimSuffix(b.Lines, "\n") },
		"game 1 after game 2":                func(b *Batch) { b.Lines += "4k3/8/8/8/8/8/8/3QK3 w - - 0 1;700;1-0;1\n" },
		"2 games, 2 results and":             func(b *Batch) { b.Positions++ },
		"2 games, 3 results and":             func(b *Batch) { b.Results[1]++ },
		"1 games, 2 results and":             func(b *Batch) { b.Games-- },
	} {
		if err := j.Check(result(change)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := j.Check(jobs.Result{Number: 1, Body: []byte(`{"Number":1}`)}); err == nil || !strings.Contains(err.Error(), "task 2 was not assigned") {
		t.Error(err)
	}
	good := jobs.Result{Number: task.Number, Body: body, Worker: "first"}
	if _, ok, _ := j.Again(task.Number); !ok {
		t.Error("the task is not issued again")
	}
	for range 2 {
		if err := j.Check(good); err != nil {
			t.Fatal(err)
		}
		if err := j.Take([]jobs.Result{good, good}); err != nil {
			t.Fatal(err)
		}
	}
	if len(j.done) != 1 || j.writer.Tally().Games != 2 {
		t.Errorf("%d tasks, %+v", len(j.done), j.writer.Tally())
	}
	if _, ok, _ := j.Again(task.Number); ok {
		t.Error("the task is issued again")
	}
	other := result(func(b *Batch) { b.Lines = "" })
	var conflict *jobs.Conflict
	if err := j.Take([]jobs.Result{other}); !errors.As(err, &conflict) || conflict.Workers != [2]string{"first", "second"} {
		t.Error(err)
	}
}

// The result of a judging task holds positions of the task, in its order.
func TestJobRefusesOtherPositions(t *testing.T) {
	a, b := "4k3/8/8/8/8/8/8/3QK3 w - - 0 1;%d;1-0;1", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1;%d;1-0;3"
	task := Task{Variant: "chess", Lines: []string{fmt.Sprintf(a, 700), fmt.Sprintf(b, 400)}}
	a, b = fmt.Sprintf(a+"\n", 800), fmt.Sprintf(b+"\n", 500)
	for lines, good := range map[string]bool{
		"": true, a: true, b: true, a + b: true, b + a: false, a + a: false, a + b[:len(b)-1]: false,
		strings.Replace(a, ";1\n", ";2\n", 1): false, strings.Replace(a, "1-0", "0-1", 1): false, strings.Replace(a, "Q", "R", 1): false,
	} {
		batch := Batch{Lines: lines, Tally: Tally{Positions: len(slices.Collect(strings.Lines(lines)))}}
		if err := batch.check(task, variants.MustOpen("chess")); (err == nil) != good {
			t.Errorf("%q: %v", lines, err)
		}
	}
}
