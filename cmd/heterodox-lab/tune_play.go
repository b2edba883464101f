package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/rules"
)

// tunePlayFlags are the arguments of heterodox-lab tune play.
type tunePlayFlags struct {
	options      tune.PlayOptions
	variant, out string
	force        bool
	ledger       ledgerFlags
}

func tunePlayCommand() *cobra.Command {
	f := tunePlayFlags{options: tune.DefaultPlayOptions()}
	cmd := &cobra.Command{
		Use:   "play --variant NAME --out FILE [FLAGS]",
		Short: "let the engine play itself and record positions",
		Long: `Lets the engine play itself and records the quiet positions of the games, one per line as
FEN;score;result;game, with score and result from White's side. A FILE whose name
ends in .zst is compressed. Ctrl-C keeps the finished games.`,
	}
	f.addTo(cmd.Flags())
	command.CompleteVariant(cmd)
	cmd.RunE = command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
		return f.run(ctx, cmd.Flags(), args, std)
	})
	return cmd
}

func (f *tunePlayFlags) addTo(flags *pflag.FlagSet) {
	o := &f.options
	flags.StringVar(&f.variant, "variant", "", "the variant `NAME`")
	flags.IntVar(&o.Games, "games", o.Games, "play `N` games")
	flags.Uint64Var(&o.Nodes, "nodes", o.Nodes, "search `N` nodes per move")
	flags.IntVar(&o.Plies, "plies", o.Plies, "start with `N` random single moves")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "seed `S` of the random openings")
	flags.Float64Var(&o.Evaluated, "evaluated", 0, "record a `SHARE` of the positions that the searches evaluate, with their static values, instead")
	flags.IntVar(&o.Concurrency, "concurrency", o.Concurrency, "play `N` games at a time")
	flags.StringVar(&f.out, "out", "", "write the positions to `FILE`")
	flags.BoolVar(&f.force, "force", false, "overwrite the file")
	f.ledger.addTo(flags)
}

func (f *tunePlayFlags) run(ctx context.Context, flags *pflag.FlagSet, args []string, std command.Stdio) int {
	o := f.options
	var ruleset game.Rules
	err := f.check(flags, args)
	if err == nil {
		ruleset, err = tunable(f.variant)
	}
	var file *os.File
	if err == nil && f.ledger.ledger == "" {
		file, err = createFile(f.out, f.force)
	}
	if err != nil {
		return std.Fail("tune play: %v", err)
	}
	begun := time.Now()
	live := command.NewLiveLine(std)
	tell := func(t tune.Tally) {
		live.Show("%d of %d games, %d positions, %s left", t.Games, o.Games, t.Positions, command.TasksLeft(time.Since(begun), t.Games, o.Games-t.Games))
	}
	var tally tune.Tally
	if file != nil {
		tally, err = f.play(ctx, file, ruleset, tell)
	} else {
		tally, err = f.ledger.run(ctx, std, f.out, f.force, o.Header(ruleset), o.Header(ruleset), o.Games, o.Tasks(ruleset, 1), o.Concurrency, tell)
	}
	live.Clear()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted && tally.Games == 0 {
		return std.Fail("tune play: %v", err)
	}
	fmt.Fprintf(std.Out, "%s: %s (white wins: %d, draws: %d, black wins: %d), %s, %s\n",
		ruleset.Name(), english.Count(tally.Games, "game"), tally.Results[rules.WinFor(rules.White)], tally.Results[rules.Draw],
		tally.Results[rules.WinFor(rules.Black)], english.Count(tally.Positions, "position"), time.Since(begun).Round(time.Second))
	switch {
	case interrupted:
		std.Note("tune play interrupted after %d of %d games", tally.Games, o.Games)
		return command.ExitInterrupted
	case err != nil:
		return std.Fail("tune play: %v", err)
	}
	return command.ExitOK
}

// play writes the games to a file, and closes it.
func (f *tunePlayFlags) play(ctx context.Context, file *os.File, ruleset game.Rules, tell func(tune.Tally)) (tally tune.Tally, err error) {
	out, err := tune.Pack(file, f.out)
	if err == nil {
		tally, err = tune.Play(ctx, out, ruleset, f.options, tell)
		err = closed(out, err)
	}
	return tally, closed(file, err)
}

// check returns an error that names an invalid argument.
func (f *tunePlayFlags) check(flags *pflag.FlagSet, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %.40q", args[0])
	}
	o := &f.options
	if o.Nodes == 0 {
		return errors.New("--nodes must be at least 1")
	}
	if f.out == "" {
		return errors.New("--out is needed")
	}
	if err := f.ledger.check(flags, f.out); err != nil {
		return err
	}
	if !(o.Evaluated >= 0 && o.Evaluated <= 1) {
		return fmt.Errorf("--evaluated %v is not in 0..1", o.Evaluated)
	}
	return command.CheckInts(
		command.IntRange{Name: "games", Value: o.Games, Low: 1, Up: 10_000_000},
		command.IntRange{Name: "plies", Value: o.Plies, Up: 1000},
		command.IntRange{Name: "concurrency", Value: o.Concurrency, Low: command.LeastSlots(&f.ledger.cluster), Up: command.MaxThreads},
	)
}

// closed closes a file that was written until err, and returns that error, or the error of
// closing if there was none or only an interruption.
func closed(file io.Closer, err error) error {
	if failed := file.Close(); failed != nil && (err == nil || errors.Is(err, context.Canceled)) {
		return failed
	}
	return err
}

// createFile creates a file, which must not exist unless force is set.
func createFile(name string, force bool) (*os.File, error) {
	if name == "" {
		return nil, errors.New("--out is needed")
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if !force {
		flags |= os.O_EXCL
	}
	f, err := os.OpenFile(name, flags, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("--out: %s exists; --force overwrites it", name)
	}
	if err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	return f, nil
}
