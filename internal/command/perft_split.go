package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/deepcount"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/variants"
)

// splitFlags are the arguments of heterodox perft --split.
type splitFlags struct {
	ply      int
	ledger   string
	resume   bool
	passes   int
	seed     uint64
	taskSize int64
	memory   int // MiB
	cluster  Cluster
}

func (s *splitFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&s.ply, "split", 0, "count each unique position after `K` moves once, times the number of paths to it")
	flags.StringVar(&s.ledger, "ledger", "", "keep the results of --split in `FILE`, and the positions beside it")
	flags.BoolVar(&s.resume, "resume", false, "continue the count in the ledger, or start it")
	flags.IntVar(&s.passes, "passes", 1, "count `N` times, with hash tables of different seeds, and compare")
	flags.Uint64Var(&s.seed, "seed", 1, "seed `S` of the hash table")
	flags.Int64Var(&s.taskSize, "task-size", 0, "put `N` positions in a task (default as many as take about 30 s)")
	flags.IntVar(&s.memory, "memory", 512, "use about `MB` MiB to list the unique positions")
	s.cluster.AddFlags(flags)
}

// maxPasses is the maximum number of passes on the command line.
const maxPasses = 10

func (s *splitFlags) check(flags *pflag.FlagSet) error {
	if !flags.Changed("split") {
		for _, name := range []string{"ledger", "resume", "passes", "task-size", "memory", "cluster", "ack-wait"} {
			if flags.Changed(name) {
				return fmt.Errorf("--%s needs --split", name)
			}
		}
		return nil
	}
	for _, name := range []string{"lists", "verify", "suite"} {
		if flags.Changed(name) {
			return fmt.Errorf("--split and --%s cannot be combined", name)
		}
	}
	switch {
	case s.ply < 0:
		return fmt.Errorf("--split %d is below 0", s.ply)
	case s.passes < 1 || s.passes > maxPasses:
		return fmt.Errorf("--passes %d is not in 1 … %d", s.passes, maxPasses)
	case s.taskSize < 0 || s.taskSize > 1<<40:
		return fmt.Errorf("--task-size %d is not in 0 … %d", s.taskSize, int64(1)<<40)
	case s.memory < 1 || s.memory > MaxHashMB():
		return fmt.Errorf("--memory %d is not in 1 … %d", s.memory, MaxHashMB())
	case s.cluster.Asked() && s.ledger == "":
		return errors.New("--cluster needs --ledger")
	case s.resume && s.ledger == "":
		return errors.New("--resume needs --ledger")
	}
	return s.cluster.Check(flags)
}

// runSplit counts in pieces, from the unique positions after the split.
func (p *perftFlags) runSplit(ctx context.Context, std Stdio, pos chess.Position, depth int) int {
	if p.split.ply > depth {
		return std.Fail("perft: --split %d is deeper than DEPTH %d", p.split.ply, depth)
	}
	if p.split.ledger == "" {
		dir, remove, err := safefile.MkdirTemp("", "heterodox-perft-")
		if err != nil {
			return std.Fail("perft: %v", err)
		}
		defer remove()
		p.split.ledger = filepath.Join(dir, "ledger")
	}
	begun := time.Now()
	live := NewLiveLine(std)
	job, err := p.plan(pos, depth, live).Open(ctx)
	live.Clear()
	if err != nil {
		if ctx.Err() != nil {
			std.Note("perft: interrupted before counting started")
			return ExitInterrupted
		}
		return std.Fail("perft: %v", err)
	}
	defer job.Close()
	counting := time.Now()
	first, all := job.Tasks()
	err = p.work(ctx, std, job, func() {
		done, _ := job.Tasks()
		live.Show("%d of %d tasks, about %s left", done, all, TasksLeft(time.Since(counting), done-first, all-done))
	})
	live.Clear()
	if err == nil {
		err = job.Verify()
	}
	report := splitReport{pos, job, time.Since(begun)}
	if err != nil {
		return p.failSplit(ctx, std, report, err)
	}
	if p.json {
		report.writeJSON(std.Out)
	} else {
		report.writeText(std.Out)
	}
	return ExitOK
}

// plan returns the count that the flags describe.
func (p *perftFlags) plan(pos chess.Position, depth int, live *LiveLine) deepcount.Plan {
	s := &p.split
	return deepcount.Plan{
		Position: pos, Depth: depth, Split: s.ply, Divide: p.divide, Passes: s.passes, Seed: s.seed, PerTask: s.taskSize,
		HashMB: p.options.HashMB, Memory: s.memory << 20, Build: buildStamp(), Ledger: s.ledger, Resume: s.resume,
		Listing: func(ply int, positions int64, done float64) {
			live.Show("listing the positions after move %d, %.0f %% of %d", ply, 100*done, positions)
		},
	}
}

// work does the tasks of a job.
func (p *perftFlags) work(ctx context.Context, std Stdio, job *deepcount.Job, tell func()) error {
	if p.split.cluster.Asked() {
		return p.split.cluster.Do(ctx, std, Work{
			Job: job, Ledger: p.split.ledger, Slots: p.options.Threads, HashMB: p.options.HashMB,
			Progress: func() jobs.Progress {
				done, all := job.Tasks()
				return jobs.Progress{Done: done, All: all, Unit: "tasks"}
			},
			Tell: tell,
		})
	}
	counter, err := deepcount.NewCounter(job.TermsText(), variants.Compile, p.options.HashMB)
	if err != nil {
		return err
	}
	return jobs.Run(ctx, job, counter, max(1, p.options.Threads), "here", tell)
}

// failSplit reports why a count has ended early.
func (p *perftFlags) failSplit(ctx context.Context, std Stdio, report splitReport, err error) int {
	done, all := report.job.Tasks()
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		resume := ""
		if p.split.ledger != "" {
			resume = "; --resume continues"
		}
		std.Note("perft: interrupted: %d of %d tasks finished%s", done, all, resume)
		return ExitInterrupted
	}
	std.Fail("perft: stopped after %d of %d tasks: %v", done, all, err)
	return ExitFailure
}

// TasksLeft estimates the time for the remaining tasks from the time taken by those done.
func TasksLeft(took time.Duration, done, left int) string {
	if done == 0 {
		return "?"
	}
	seconds := min(took.Seconds()/float64(done)*float64(left), 1e9)
	return (time.Duration(seconds) * time.Second).String()
}

// A splitReport is the result of a count in pieces, with its position.
type splitReport struct {
	pos     chess.Position
	job     *deepcount.Job
	elapsed time.Duration
}

func (r *splitReport) total() *big.Int {
	sum := new(big.Int)
	for _, n := range r.job.Sums() {
		sum.Add(sum, n)
	}
	return sum
}

// speed returns nodes per second of this run, 0 if it has only counted a part.
func (r *splitReport) speed() float64 {
	if r.job.Resumed > 0 || r.elapsed <= 0 {
		return 0
	}
	nodes, _ := new(big.Float).SetInt(r.total()).Float64()
	return nodes / r.elapsed.Seconds()
}

func (r *splitReport) writeText(w interface{ Write([]byte) (int, error) }) {
	if r.job.Divide {
		sums := r.job.Sums()
		for i, m := range r.job.Moves {
			fmt.Fprintf(w, "%s: %s\n", m, sums[i])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "nodes   %s\nunique  %d after %d moves\npasses  %d\nseconds %.3f\n",
		r.total(), r.job.Terms.Positions, r.job.Split, r.job.Passes, r.elapsed.Seconds())
	if speed := r.speed(); speed > 0 {
		fmt.Fprintf(w, "nodes/s %.0f\n", speed)
	}
}

// writeJSON writes one line of JSON.
func (r *splitReport) writeJSON(w interface{ Write([]byte) (int, error) }) {
	type moveJSON struct {
		Move  string   `json:"move"`
		Nodes *big.Int `json:"nodes"`
	}
	var moves []moveJSON
	if r.job.Divide {
		sums := r.job.Sums()
		for i, m := range r.job.Moves {
			moves = append(moves, moveJSON{m, sums[i]})
		}
	}
	json.NewEncoder(w).Encode(struct {
		Variant string     `json:"variant"`
		FEN     string     `json:"fen"`
		Depth   int        `json:"depth"`
		Nodes   *big.Int   `json:"nodes"`
		Split   int        `json:"split"`
		Unique  int64      `json:"unique"`
		Passes  int        `json:"passes"`
		Seed    uint64     `json:"seed"` // of the first pass; each further pass uses the next number
		Build   string     `json:"build"`
		Slots   float64    `json:"slot_seconds"` // of all tasks, including those of earlier runs
		Seconds float64    `json:"seconds"`
		Speed   float64    `json:"nodes_per_second,omitempty"`
		Moves   []moveJSON `json:"moves,omitempty"`
	}{
		r.pos.Rules().Name(), r.pos.FEN(), r.job.Depth, r.total(), r.job.Split, r.job.Terms.Positions, r.job.Passes,
		r.job.Seed, r.job.Build, r.job.Seconds(), r.elapsed.Seconds(), r.speed(), moves,
	})
}
