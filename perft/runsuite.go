package perft

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// A Mismatch is a count that differs from the known one.
type Mismatch struct {
	Case  Case
	Known Known
	Got   uint64
}

// String returns one line with the place, the depth, both counts and the position.
func (m Mismatch) String() string {
	return fmt.Sprintf("%s:%d: D%d: expected %d, got %d: %s | %s", m.Case.File, m.Case.Number,
		m.Known.Depth, m.Known.Nodes, m.Got, m.Case.Position.Rules().Name(), m.Case.Position.FEN())
}

// A SuiteResult sums up a run of a suite.
type SuiteResult struct {
	Lines      int // lines with at least one count made
	Counts     int
	Mismatches int
	Skipped    int    // counts above the limit
	Nodes      uint64 // counted
	Elapsed    time.Duration
}

// String returns "12 lines, 60 counts, 0 mismatches".
func (r SuiteResult) String() string {
	return fmt.Sprintf("%d lines, %d counts, %d mismatches", r.Lines, r.Counts, r.Mismatches)
}

// RunSuite makes every known count of the cases that is at most maxNodes (0: no
// limit) and calls report for each that differs. If ctx ends first, the sum so far is
// returned with ctx's error. Options.Progress covers the whole run.
func RunSuite(ctx context.Context, cases []Case, maxNodes uint64, o Options, report func(Mismatch)) (SuiteResult, error) {
	maxNodes = cmp.Or(maxNodes, math.MaxUint64)
	run := suiteRun{options: o, start: time.Now()}
	for _, c := range cases {
		for _, known := range c.Counts {
			if known.Nodes <= maxNodes {
				run.whole += float64(known.Nodes)
			}
		}
	}
	for _, c := range cases {
		counts := run.Counts
		for _, known := range c.Counts {
			if known.Nodes > maxNodes {
				run.Skipped++
				continue
			}
			got, err := run.count(ctx, c, known)
			if err != nil {
				run.Elapsed = time.Since(run.start)
				return run.SuiteResult, err
			}
			if got != known.Nodes {
				run.Mismatches++
				report(Mismatch{c, known, got})
			}
		}
		if run.Counts > counts {
			run.Lines++
		}
	}
	run.Elapsed = time.Since(run.start)
	return run.SuiteResult, nil
}

// A suiteRun is a run of a suite in progress.
type suiteRun struct {
	SuiteResult
	options Options
	start   time.Time
	whole   float64 // nodes of the whole run, if every known count is right
	tables  shelf
}

func (run *suiteRun) count(ctx context.Context, c Case, known Known) (uint64, error) {
	o := run.options
	if tell := o.Progress; tell != nil {
		o.Progress = func(p Progress) {
			tell(Progress{
				Fraction: (float64(run.Nodes) + p.Fraction*float64(known.Nodes)) / run.whole,
				Nodes:    run.Nodes + p.Nodes,
				Elapsed:  time.Since(run.start),
			})
		}
	}
	result, err := divide(ctx, c.Position, known.Depth, o, &run.tables)
	if errors.Is(err, ErrOverflow) {
		result.Nodes, err = saturated, nil // differs from any known count
	}
	if err == nil {
		run.Counts++
		run.Nodes += result.Nodes
	}
	return result.Nodes, err
}
