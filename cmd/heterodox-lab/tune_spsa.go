package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/ledger"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/spsa"
)

// tuneSPSAFlags are the arguments of heterodox-lab tune spsa.
type tuneSPSAFlags struct {
	command.GameFlags
	engine  string
	options spsa.Options
	listed  []string // parameters on the command line
	file    string   // with further parameters
	out     string
	every   int

	params spsa.Params
}

func tuneSPSACommand() *cobra.Command {
	f := tuneSPSAFlags{
		GameFlags: command.GameFlags{Config: match.DefaultConfig(), Cluster: &clusterFlags{}},
		options:   spsa.DefaultOptions(),
	}
	cmd := &cobra.Command{
		Use:   "spsa --engine ENGINE --param PARAM --each LIMITS --ledger FILE --out FILE [FLAGS]",
		Short: "tune options of a UCI engine by SPSA",
		Long: `Tunes options of a UCI engine that are whole numbers (of type spin) by simultaneous
perturbation stochastic approximation (docs/tuning.md). In each pair of games all values
are varied at once, each up or down at random for one side and the opposite way for the
other; then they move a little towards the winner's values. The schedule is that of fishtest.

A PARAM is NAME,START,MIN,MAX,C_END,R_END: where the value starts, its bounds, by how much
it is varied in the last pair, and by what share of that it then moves for each game won.
NAME alone takes the default, minimum and maximum from the engine, a twentieth of that
range, and 0.002. An ENGINE and its LIMITS are words as in heterodox match.

Ctrl-C keeps the finished games, and --resume continues.`,
		Example: `  heterodox-lab tune spsa --engine cmd=./tunable --param RazorMargin,220,50,500,20,0.002 \
	--each nodes=5000 --pairs 20000 --ledger spsa.ledger --out tuned.txt
`,
	}
	f.addTo(cmd.Flags())
	command.CompleteVariant(cmd)
	cmd.RunE = command.Run(func(ctx context.Context, _ []string, std command.Stdio) int {
		return f.run(ctx, cmd.Flags(), std)
	})
	return cmd
}

func (f *tuneSPSAFlags) addTo(flags *pflag.FlagSet) {
	c, o := &f.Config, &f.options
	flags.StringVar(&f.engine, "engine", "", "the `ENGINE`")
	flags.StringArrayVar(&f.listed, "param", nil, "tune `PARAM`; repeat for each parameter")
	flags.StringVar(&f.file, "params", "", "tune the parameters in `FILE`, one PARAM per line")
	flags.IntVar(&o.Pairs, "pairs", o.Pairs, "play `N` pairs of games in all")
	flags.IntVar(&o.Batch, "batch", o.Batch, "play `N` pairs before the values change")
	flags.Float64Var(&o.A, "A", o.A, "the stability constant, as a `SHARE` of the pairs")
	flags.Float64Var(&o.Alpha, "alpha", o.Alpha, "`EXPONENT` by which the gain decays")
	flags.Float64Var(&o.Gamma, "gamma", o.Gamma, "`EXPONENT` by which the variation decays")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "seed `S` of the variations and the random openings")
	flags.StringVar(&c.Store, "ledger", "", "keep the finished games in `FILE`")
	flags.BoolVar(&c.Resume, "resume", false, "continue from the ledger, or start")
	flags.StringVar(&f.out, "out", "", "write the tuned parameters to `FILE`, one PARAM per line")
	flags.BoolVar(&c.Force, "force", false, "overwrite the ledger and the file of --out")
	flags.IntVar(&f.every, "every", 0, "also print the values every `N` pairs")
	f.AddFlags(flags)
}

func (f *tuneSPSAFlags) run(ctx context.Context, flags *pflag.FlagSet, std command.Stdio) int {
	err := f.check(flags)
	if err == nil {
		err = f.complete(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return command.ExitInterrupted
		}
		return std.Fail("tune spsa: %v", err)
	}
	tuning := spsa.New(f.params.List, f.options)
	f.Config.Tuner = tuning
	live := command.NewLiveLine(std)
	report, err := f.Play(ctx, std, f.watch(std, live, tuning), tuning.WriteTable)
	live.Clear()
	if report.Games == 0 { // it has not started
		if ctx.Err() != nil {
			return command.ExitInterrupted
		}
		return std.Fail("tune spsa: %v", err)
	}
	pairs, void := tuning.Taken()
	if failed := f.write(std.Out, tuning); failed != nil {
		return std.Fail("tune spsa: %v", failed)
	}
	if void > 0 {
		std.Note("%s did not count because the engine failed; see the ledger for details", english.Count(void, "pair"))
	}
	switch {
	case err != nil:
		std.Note("tune spsa stopped after %d of %d pairs: %v", pairs, f.options.Pairs, err)
		return command.ExitFailure
	case ctx.Err() != nil:
		std.Note("tune spsa interrupted after %d of %d pairs; --resume continues", pairs, f.options.Pairs)
		return command.ExitInterrupted
	}
	return command.ExitOK
}

// check reads the flags, or returns an error that names an invalid one.
func (f *tuneSPSAFlags) check(flags *pflag.FlagSet) error {
	c, o := &f.Config, &f.options
	for _, needed := range []struct{ name, value string }{{"engine", f.engine}, {"ledger", c.Store}, {"out", f.out}} {
		if needed.value == "" {
			return fmt.Errorf("--%s is needed", needed.name)
		}
	}
	if err := f.Read(flags, f.engine, f.engine); err != nil {
		return err
	}
	c.Engines[0].Name, c.Engines[1].Name = "plus", "minus"
	if err := checkRanges(
		flagRange{"pairs", float64(o.Pairs), 1, 10_000_000},
		flagRange{"batch", float64(o.Batch), 1, 100_000},
		flagRange{"A", o.A, 0, 10},
		flagRange{"alpha", o.Alpha, 0, 2},
		flagRange{"gamma", o.Gamma, 0, 2},
		flagRange{"every", float64(f.every), 0, 10_000_000},
	); err != nil {
		return err
	}
	if n := len(c.Variants); o.Pairs%n != 0 {
		return fmt.Errorf("--pairs %d is not a multiple of the %d variants", o.Pairs, n)
	}
	c.Rounds, c.Seed = o.Pairs/len(c.Variants), o.Seed
	uses := []safefile.Use{{Role: "--params", Name: f.file}, {Role: "--out", Name: f.out, Output: true},
		{Role: "--ledger", Name: c.Store, Output: true}, {Role: "the lock file of the ledger", Name: safefile.LockName(c.Store), Output: true}}
	if err := safefile.Ready(uses...); err != nil {
		return err
	}
	if _, err := os.Stat(f.out); err == nil && !c.Force && !(c.Resume && ledger.Begun(c.Store)) {
		return fmt.Errorf("--out: %s exists; --force overwrites it", f.out)
	}
	return f.readParams()
}

// readParams reads the parameters.
func (f *tuneSPSAFlags) readParams() error {
	for _, text := range f.listed {
		if err := f.params.Add(text); err != nil {
			return fmt.Errorf("--param: %w", err)
		}
	}
	if f.file != "" {
		in, err := os.Open(f.file)
		if err != nil {
			return fmt.Errorf("--params: %w", err)
		}
		defer in.Close()
		if err := f.params.Read(in); err != nil {
			return fmt.Errorf("--params: %s, %w", f.file, err)
		}
	}
	if len(f.params.List) == 0 {
		return errors.New("a parameter is needed: --param or --params")
	}
	return nil
}

// complete asks the engine for the options to be tuned.
func (f *tuneSPSAFlags) complete(ctx context.Context) error {
	spins, err := f.Config.Spins(ctx, f.Config.Engines[0], f.params.Names())
	if err != nil {
		return err
	}
	if slices.Equal(f.Config.Engines[0].Command, []string{"self"}) {
		for _, s := range spins {
			if slices.ContainsFunc(engine.Parameters(), func(p engine.Parameter) bool { return p.Name == s.Name }) {
				return fmt.Errorf("both sides share %s within one program: give a program instead of cmd=self", s.Name)
			}
		}
	}
	return f.params.Complete(spins)
}

// watch returns a function that shows the progress.
func (f *tuneSPSAFlags) watch(std command.Stdio, live *command.LiveLine, tuning *spsa.Tuning) func(match.Progress) {
	begun, first, told := time.Now(), -1, 0
	return func(g match.Progress) {
		if first < 0 {
			first = g.Finished - 1
			told, _ = tuning.Taken()
		}
		pairs, _ := tuning.Taken()
		if f.every > 0 && pairs/f.every > told/f.every {
			live.Clear()
			fmt.Fprintf(std.Err, "%d of %d pairs\n", pairs, f.options.Pairs)
			tuning.WriteTable(std.Err)
			told = pairs
		}
		seconds := time.Since(begun).Seconds() / float64(g.Finished-first) * float64(g.Games-g.Finished)
		left := time.Duration(math.Min(seconds, 1e8)) * time.Second
		live.Show("%d of %d pairs, %s left; %s", pairs, f.options.Pairs, left, tuning.Short())
	}
}

// write prints the table, and writes the file unless no pairs have been played.
func (f *tuneSPSAFlags) write(out io.Writer, tuning *spsa.Tuning) error {
	if err := tuning.WriteTable(out); err != nil {
		return err
	}
	if pairs, _ := tuning.Taken(); pairs == 0 {
		return nil
	}
	var text strings.Builder
	for _, p := range tuning.Params() {
		fmt.Fprintln(&text, p)
	}
	if err := safefile.WriteFile(f.out, []byte(text.String())); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}
