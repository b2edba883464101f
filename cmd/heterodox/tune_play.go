package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/tune"
)

const tunePlayUsage = `Lets the engine play itself, and records the quiet positions of the games with
the score of the search and the result: a line FEN;score;result;game each, both
White's. Ctrl-C keeps the games that are finished.

  heterodox tune play --variant NAME --out FILE [FLAGS]

`

func runTunePlay(ctx context.Context, args []string, std stdio) int {
	o := tune.DefaultPlayOptions()
	flags := pflag.NewFlagSet("tune play", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	variant := flags.String("variant", "", "the `NAME` of a variant, not of a composition")
	flags.IntVar(&o.Games, "games", o.Games, "play `N` games")
	flags.Uint64Var(&o.Nodes, "nodes", o.Nodes, "search `N` nodes for a move")
	flags.IntVar(&o.Plies, "plies", o.Plies, "begin with `N` random single moves")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "draw the openings from seed `S`")
	flags.IntVar(&o.Concurrency, "concurrency", o.Concurrency, "play `N` games at a time")
	out := flags.String("out", "", "write the positions to `FILE`")
	force := flags.Bool("force", false, "overwrite the file")
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(std.out, tunePlayUsage+flags.FlagUsages())
		return exitOK
	}
	var rules *chess.Ruleset
	if err == nil {
		err = checkTunePlay(flags, &o)
	}
	if err == nil {
		rules, err = tunable(*variant)
	}
	var file *os.File
	if err == nil {
		file, err = createFile(*out, *force)
	}
	if err != nil {
		return std.fail("tune play: %v", err)
	}
	begun := time.Now()
	live := liveLine{std: std, live: isTerminal(std.err)}
	tally, err := tune.Play(ctx, file, rules, o, func(t tune.Tally) {
		left := time.Since(begun) * time.Duration(o.Games-t.Games) / time.Duration(t.Games)
		live.show("%d of %d games, %d positions, %s left", t.Games, o.Games, t.Positions, left.Round(time.Second))
	})
	live.clear()
	err = closed(file, err)
	interrupted := errors.Is(err, context.Canceled)
	fmt.Fprintf(std.out, "%s: %d games (%d white wins, %d draws, %d black wins), %d positions, %s\n",
		rules.Name(), tally.Games, tally.Results[chess.WinFor(chess.White)], tally.Results[chess.Draw],
		tally.Results[chess.WinFor(chess.Black)], tally.Positions, time.Since(begun).Round(time.Second))
	switch {
	case interrupted:
		fmt.Fprintf(std.err, "heterodox: tune play interrupted after %d of %d games\n", tally.Games, o.Games)
		return exitInterrupted
	case err != nil:
		return std.fail("tune play: %v", err)
	}
	return exitOK
}

// checkTunePlay returns an error that names a bad flag.
func checkTunePlay(flags *pflag.FlagSet, o *tune.PlayOptions) error {
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %.40q", flags.Arg(0))
	}
	if o.Nodes == 0 {
		return errors.New("--nodes must be at least 1")
	}
	for _, v := range []struct {
		name           string
		value, low, up int
	}{
		{"games", o.Games, 1, 10_000_000},
		{"plies", o.Plies, 0, 1000},
		{"concurrency", o.Concurrency, 1, maxThreads},
	} {
		if v.value < v.low || v.value > v.up {
			return fmt.Errorf("--%s %d is not in %d..%d", v.name, v.value, v.low, v.up)
		}
	}
	return nil
}

// A liveLine is a line on a terminal that is written anew a few times a second.
type liveLine struct {
	std   stdio
	live  bool // false to write nothing
	shown time.Time
}

func (l *liveLine) show(format string, args ...any) {
	if l.live && time.Since(l.shown) >= 200*time.Millisecond {
		l.shown = time.Now()
		fmt.Fprintf(l.std.err, "\r\x1b[K"+format, args...)
	}
}

// clear wipes the line off the terminal.
func (l *liveLine) clear() {
	if l.live {
		fmt.Fprint(l.std.err, "\r\x1b[K")
	}
}

// closed closes a file that has been written until err, and returns that error:
// or, unless something worse than an interruption has happened, that of closing.
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
