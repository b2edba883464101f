package deepcount

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/variants"
)

func planFor(t testing.TB, variant string, depth, split int) Plan {
	t.Helper()
	return Plan{
		Position: variants.MustCompile(variant).Start(), Depth: depth, Split: split, Passes: 1, PerTask: 50,
		Memory: 64 << 20, Ledger: filepath.Join(t.TempDir(), "ledger"),
	}
}

// counted runs a plan on two slots and returns the job, closed.
func counted(t testing.TB, p Plan, hashMB int) *Job {
	t.Helper()
	job, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	counter, err := NewCounter(job.TermsText(), variants.Compile, hashMB)
	if err == nil {
		err = jobs.Run(t.Context(), job, counter, 2, "test", nil)
	}
	if err == nil {
		err = job.Verify()
	}
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// The numbers of unique positions of chess are those of OEIS A083276.
func TestUniquePositionsOfChess(t *testing.T) {
	for ply, want := range []int64{1, 20, 400, 5362, 72078} {
		p := planFor(t, "chess", ply, ply)
		u := Unique{Ply: ply, Memory: 1 << 20}
		l, err := u.List(t.Context(), PositionsName(p.Ledger), &p.Position)
		paths := []string{"1", "20", "400", "8902", "197281"}[ply]
		if err != nil || l.Positions != want || l.Records != want || l.Paths != paths {
			t.Errorf("ply %d: %+v, %v; want %d positions and %s paths", ply, l, err, want, paths)
		}
	}
}

// In every game, and for every split, the count is that of plain perft for each first
// move; too little memory only costs time.
func TestSplitCountsAgree(t *testing.T) {
	names := append(variants.Names(), "gun+madhouse+fibonacci", "extinction+blackhole+baseline", "fairy+placement+gun")
	for _, name := range names {
		pos := variants.MustCompile(name).Start()
		depth := 3
		if pos.CountMoves() > 60 {
			depth = 2
		}
		for split := 0; split <= depth; split++ {
			p := planFor(t, name, depth, split)
			p.Divide = split%2 == 1
			p.Passes = 1 + split%2
			p.PerTask = []int64{50, 50, 50, 500}[split] // each is written to disk separately
			p.Memory = 1 << (10 + 5*split)
			job := counted(t, p, split%2)
			sums := job.Sums()
			if p.Divide {
				for i, m := range pos.Moves(nil) {
					next := pos.Play(m)
					if want := leaves.Count(&next, depth-1, nil, nil); sums[i].Cmp(new(big.Int).SetUint64(want)) != 0 {
						t.Errorf("%s, depth %d, split %d, %s: %v, want %d", name, depth, split, job.Moves[i], sums[i], want)
					}
				}
			} else if want := leaves.Count(&pos, depth, nil, nil); sums[0].Cmp(new(big.Int).SetUint64(want)) != 0 {
				t.Errorf("%s, depth %d, split %d: %v, want %d", name, depth, split, sums[0], want)
			}
		}
	}
}

// A count that is stopped after any number of results, with its ledger cut anywhere,
// resumes to the same sum, without repeating any result it has kept.
func TestResume(t *testing.T) {
	p := planFor(t, "gun", 4, 3)
	p.PerTask, p.Passes = 300, 2
	want := counted(t, p, 1).Sums()[0]
	whole := must.Get(t, os.ReadFile, p.Ledger)
	header := bytes.IndexByte(whole, '\n') + 1
	p.Resume = true
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		cut := header + random.IntN(len(whole)-header+1)
		if err := os.WriteFile(p.Ledger, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if random.IntN(3) == 0 {
			os.Remove(PositionsName(p.Ledger))
		}
		job := counted(t, p, 1)
		if lines := bytes.Count(whole[header:cut], []byte("\n")); job.Resumed != lines {
			t.Fatalf("%d results were there, %d were resumed", lines, job.Resumed)
		}
		if got := job.Sums()[0]; got.Cmp(want) != 0 {
			t.Fatalf("cut at %d: %v, want %v", cut, got, want)
		}
		now, _ := os.ReadFile(p.Ledger)
		if n := bytes.Count(now, []byte("\n")); n != bytes.Count(whole, []byte("\n")) {
			t.Fatalf("cut at %d: %d lines", cut, n)
		}
	}
}

// A count can only be resumed with the terms it was started with.
func TestResumeOfAnotherCount(t *testing.T) {
	p := planFor(t, "chess", 3, 2)
	counted(t, p, 0)
	before, _ := os.ReadFile(p.Ledger)
	for want, change := range map[string]func(*Plan){
		"it exists; --resume continues it":              func(p *Plan) { p.Resume = false },
		"another count: the depth was 3, not 4":         func(p *Plan) { p.Depth = 4 },
		"another count: --split was 2, not 1":           func(p *Plan) { p.Split = 1 },
		"another count: --passes was 1, not 2":          func(p *Plan) { p.Passes = 2 },
		"another count: --divide was false, not true":   func(p *Plan) { p.Divide = true },
		"another count: the variant was chess, not gun": func(p *Plan) { p.Position = variants.MustCompile("gun").Start() },
		"line 1: it is not the ledger of a count":       func(p *Plan) { p.Ledger = foreign(t) },
		"with different positions":                      func(p *Plan) { otherPositions(t, p) },
	} {
		p := p
		p.Resume = true
		change(&p)
		if _, err := p.Open(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	p.Resume = true
	job, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	if _, err := p.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "another program is using it") {
		t.Errorf("two counts use one ledger: %v", err)
	}
	if after, _ := os.ReadFile(p.Ledger); !bytes.Equal(before, after) {
		t.Error("the ledger has changed")
	}
}

// foreign returns the name of a ledger of a different kind.
func foreign(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "foreign")
	if err := os.WriteFile(name, []byte("{\"Engine\":1,\"Sum\":\"00000000\"}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := newLedger(name)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return name
}

// otherPositions puts a file of other positions beside a copy of the plan's ledger.
func otherPositions(t *testing.T, p *Plan) {
	text := must.Get(t, os.ReadFile, p.Ledger)
	p.Ledger = filepath.Join(t.TempDir(), "ledger")
	if err := os.WriteFile(p.Ledger, text, 0o644); err != nil {
		t.Fatal(err)
	}
	u := Unique{Ply: p.Split, Memory: 1 << 20}
	l, err := u.List(t.Context(), PositionsName(p.Ledger), &p.Position)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(PositionsName(p.Ledger), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	l.SHA256 = strings.Repeat("0", 64)
	head, _ := json.Marshal(l)
	file.WriteAt(head, 0)
}

// Contradicting results stop the job and name the workers; results that are not counts
// are rejected; results already known change nothing.
func TestTake(t *testing.T) {
	p := planFor(t, "chess", 3, 2)
	p.Passes = 2
	job, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	result := func(number int, worker, sums string) jobs.Result {
		return jobs.Result{Number: number, Worker: worker, Body: fmt.Appendf(nil, `{"Positions":50,"Sums":[%s]}`, sums)}
	}
	for _, bad := range []jobs.Result{
		result(0, "a", ``), result(0, "a", `"1","2"`), result(0, "a", `"-1"`), result(0, "a", `"01"`), result(0, "a", `"x"`), result(0, "a", `"1`+strings.Repeat("0", 49)+`"`),
		result(-1, "a", `"1"`), result(16, "a", `"1"`), {Number: 1, Body: []byte("{")},
	} {
		if job.Check(bad) == nil {
			t.Errorf("%d, %s is accepted", bad.Number, bad.Body)
		}
	}
	take := func(r jobs.Result) error {
		if err := job.Check(r); err != nil {
			t.Fatal(err)
		}
		return job.Take([]jobs.Result{r})
	}
	if err := errors.Join(take(result(3, "anna", `"7"`)), take(result(3, "bert", `"7"`)), take(result(11, "carl", `"7"`))); err != nil {
		t.Fatal(err)
	}
	if done, all := job.Tasks(); done != 2 || all != 16 {
		t.Errorf("%d of %d done", done, all)
	}
	if others := maps.Collect(job.OtherPasses(11)); !maps.Equal(others, map[int]string{3: "anna"}) {
		t.Errorf("the other passes of task 11 are %v", others)
	}
	if others := maps.Collect(job.OtherPasses(4)); !maps.Equal(others, map[int]string{12: ""}) {
		t.Errorf("the other passes of task 4 are %v", others)
	}
	for _, r := range []jobs.Result{result(3, "dora", `"8"`), result(11, "dora", `"8"`)} {
		var conflict *jobs.Conflict
		if err := take(r); !errors.As(err, &conflict) || !slices.Contains(conflict.Workers[:], "anna") || !slices.Contains(conflict.Workers[:], "dora") {
			t.Errorf("%v", err)
		}
	}
	text, _ := os.ReadFile(p.Ledger)
	if n := bytes.Count(text, []byte("\n")); n != 3 {
		t.Errorf("%d lines", n)
	}
}

// A worker whose number of positions is not that of the task is named: when the result
// arrives, and at the end.
func TestWrongTotals(t *testing.T) {
	job, err := planFor(t, "chess", 3, 2).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	for n := range 8 {
		want := int64(50)
		if got, err := job.unique(n); got != want || err != nil {
			t.Errorf("task %d has %d positions, want %d: %v", n, got, want, err)
		}
		r := jobs.Result{Number: n, Worker: "anna", Body: []byte(`{"Positions":50,"Sums":["7"]}`)}
		if err := job.Check(r); err != nil {
			t.Error(err)
		}
		if n == 5 {
			r.Worker, r.Body = "eve", []byte(`{"Positions":51,"Sums":["7"]}`)
			if err := job.Check(r); err == nil || err.Error() != "eve has counted 51 positions in task 5, which has 50" {
				t.Error(err)
			}
		}
		if err := job.Take([]jobs.Result{r}); err != nil {
			t.Fatal(err)
		}
	}
	if err := job.Verify(); err == nil || err.Error() != "eve has counted 51 positions in task 5, which has 50" {
		t.Error(err)
	}
}

// A worker that was wrong in the first pass stops the second. Once its results are
// removed, the count continues and arrives at the right sum.
func TestPurge(t *testing.T) {
	p := planFor(t, "chess", 3, 2)
	p.Passes = 2
	job, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for n := range 8 {
		r := jobs.Result{Number: n, Worker: "liar", Seconds: 5, Body: []byte(`{"Positions":50,"Sums":["7"]}`)}
		if err := job.Take([]jobs.Result{r}); err != nil {
			t.Fatal(err)
		}
	}
	work := func(job *Job) error {
		t.Helper()
		counter, err := NewCounter(job.TermsText(), variants.Compile, 1)
		if err != nil {
			t.Fatal(err)
		}
		return jobs.Run(t.Context(), job, counter, 1, "anna", nil)
	}
	var conflict *jobs.Conflict
	if err := work(job); !errors.As(err, &conflict) || !slices.Equal(conflict.Workers[:], []string{"liar", "anna"}) {
		t.Fatal(err)
	}
	if err := job.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := jobs.Purge(p.Ledger, "liar", "was wrong"); n != 8 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	p.Resume = true
	if job, err = p.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	if done, _ := job.Tasks(); done != 0 || job.Resumed != 0 || job.Seconds() != 0 {
		t.Errorf("%d tasks done, %d resumed, %g s", done, job.Resumed, job.Seconds())
	}
	if err := errors.Join(work(job), job.Verify()); err != nil || job.Sums()[0].Int64() != 8902 {
		t.Errorf("%v: %v", err, job.Sums())
	}
	if n, err := job.Purge("anna", "was wrong, too"); n != 16 || err != nil || job.Done() {
		t.Errorf("%d, %v", n, err)
	}
	if err := errors.Join(work(job), job.Verify()); err != nil || job.Sums()[0].Int64() != 8902 {
		t.Errorf("%v: %v", err, job.Sums())
	}
}

// An interrupted list leaves nothing behind, and an interrupted count keeps its results.
func TestInterrupted(t *testing.T) {
	p := planFor(t, "chess", 5, 4)
	ctx, cancel := context.WithCancel(t.Context())
	p.Listing = func(ply int, _ int64, _ float64) {
		if ply == 3 {
			cancel()
		}
	}
	if _, err := p.Open(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(filepath.Dir(p.Ledger)); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	p.Listing = nil
	job, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	counter, err := NewCounter(job.TermsText(), variants.Compile, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	err = jobs.Run(ctx, job, counter, 2, "test", func() {
		if done, _ := job.Tasks(); done > 10 {
			cancel()
		}
	})
	if done, all := job.Tasks(); !errors.Is(err, context.Canceled) || done <= 10 || done == all {
		t.Errorf("%v, %d of %d", err, done, all)
	}
}

// A list is made by one program at a time, and removes what one that was killed has left.
func TestKilledList(t *testing.T) {
	p := planFor(t, "chess", 5, 4)
	dir := filepath.Dir(p.Ledger)
	killed := filepath.Join(t.TempDir(), "killed")
	p.Listing = func(ply int, _ int64, _ float64) {
		if _, err := os.Stat(killed); ply < 3 || err == nil {
			return
		}
		if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Open(t.Context()); !errors.Is(err, safefile.ErrLocked) {
			t.Errorf("a second program lists the same positions: %v", err)
		}
	}
	for range 2 {
		job, err := p.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		job.Close()
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if want := []string{p.Ledger, PositionsName(p.Ledger)}; err != nil || !slices.Equal(left, want) {
			t.Errorf("%v, %v; want %v", left, err, want)
		}
		if err := errors.Join(os.Remove(left[0]), os.Remove(left[1]), os.CopyFS(dir, os.DirFS(killed))); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSum(t *testing.T) {
	var s Sum
	want := new(big.Int)
	random := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		a, b := ^uint64(0)-random.Uint64N(1000), ^random.Uint64N(1<<60)
		s.Add(a, b)
		want.Add(want, new(big.Int).Mul(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)))
	}
	if s.Int().Cmp(want) != 0 {
		t.Errorf("%v, want %v", &s, want)
	}
}

func TestOverflows(t *testing.T) {
	text := make([]byte, 8)
	s := newSet(8, t.TempDir(), 1)
	if err := errors.Join(s.add(text, 1<<63), s.add(text, 1<<63-1)); err != nil {
		t.Error(err)
	}
	if err := s.add(text, 1); !errors.Is(err, errTooManyPaths) {
		t.Error(err)
	}
}
