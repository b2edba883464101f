package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/ledger"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// ledgerFlags are the arguments of tune play and tune judge about continuing after an interruption.
type ledgerFlags struct {
	ledger  string
	resume  bool
	cluster clusterFlags
}

func (l *ledgerFlags) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&l.ledger, "ledger", "", "keep finished results in `FILE`, for --resume")
	flags.BoolVar(&l.resume, "resume", false, "continue from the ledger, or start")
	l.cluster.AddFlags(flags)
}

// check returns an error that names an invalid argument.
func (l *ledgerFlags) check(flags *pflag.FlagSet, out string, inputs ...string) error {
	if l.resume && l.ledger == "" {
		return errors.New("--resume needs a --ledger")
	}
	if l.cluster.Asked() && l.ledger == "" {
		return errors.New("--cluster needs a --ledger")
	}
	if err := l.cluster.Check(flags); err != nil {
		return err
	}
	uses := []safefile.Use{{Role: "--out", Name: out, Output: true}, {Role: "--ledger", Name: l.ledger, Output: true},
		{Role: "the lock file of --out", Name: safefile.LockName(out), Output: true},
		{Role: "the lock file of the ledger", Name: safefile.LockName(l.ledger), Output: true}}
	for _, name := range inputs {
		uses = append(uses, safefile.Use{Role: "the file of games", Name: name})
	}
	return safefile.Distinct(uses...)
}

// run does the tasks that are not in the ledger, and writes the results of all tasks, including
// earlier ones, to a file. what identifies the tasks.
func (l *ledgerFlags) run(ctx context.Context, std command.Stdio, out string, force bool, what any, header tune.Header, games int, tasks iter.Seq2[tune.Task, error], concurrency int, progress func(tune.Tally)) (tune.Tally, error) {
	if _, err := os.Stat(out); err == nil && !force && !(l.resume && ledger.Begun(l.ledger)) {
		return tune.Tally{}, fmt.Errorf("--out: %s exists; --force overwrites it", out)
	}
	lock, err := safefile.Claim(out)
	if err != nil {
		return tune.Tally{}, fmt.Errorf("--out %s: %w", out, err)
	}
	defer lock.Unlock()
	file, err := safefile.Create(out)
	if err != nil {
		return tune.Tally{}, fmt.Errorf("--out: %w", err)
	}
	defer file.Discard()
	packed, err := tune.Pack(file, out)
	if err != nil {
		return tune.Tally{}, err
	}
	w := &tune.Writer{Out: packed, Progress: progress}
	if err := w.Header(header); err != nil {
		return tune.Tally{}, err
	}
	j, err := tune.OpenJob(l.ledger, l.resume, force, command.BuildIdentity(), what, tasks, variants.Open, w)
	if err != nil {
		return tune.Tally{}, err
	}
	if l.cluster.Asked() {
		err = l.cluster.Do(ctx, std, command.Work{Job: j, Ledger: l.ledger, Slots: concurrency, Progress: func() jobs.Progress {
			t := w.Tally()
			if games == 0 {
				return jobs.Progress{Done: t.Positions, Unit: "positions"}
			}
			return jobs.Progress{Done: t.Games, All: games, Unit: "games", Text: fmt.Sprintf("%d positions", t.Positions)}
		}})
	} else {
		err = jobs.Run(ctx, j, tune.NewDoer(variants.Open), concurrency, "this machine", nil)
	}
	if failed := errors.Join(j.Close(), packed.Close()); failed == nil {
		failed = file.Commit()
		if err == nil {
			err = failed
		}
	} else if err == nil {
		err = failed
	}
	return w.Tally(), err
}
