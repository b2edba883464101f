package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

const tuneJudgeUsage = `Reads a file of heterodox tune play and writes another, of some of its positions
with the scores of longer searches. Ctrl-C keeps what is finished.

  heterodox tune judge --out FILE [FLAGS] FILE

`

func runTuneJudge(ctx context.Context, args []string, std stdio) int {
	o := tune.DefaultJudgeOptions()
	flags := pflag.NewFlagSet("tune judge", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	flags.Uint64Var(&o.Nodes, "nodes", o.Nodes, "search `N` nodes for a position")
	flags.Float64Var(&o.Share, "share", o.Share, "judge this `SHARE` of the positions, 0 to 1, and leave the others out")
	within := flags.Int("within", int(o.Within), "leave out positions whose score is more than `CP` centipawns, either side's")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "draw the positions from seed `S`")
	flags.IntVar(&o.Concurrency, "concurrency", o.Concurrency, "judge `N` positions at a time")
	out := flags.String("out", "", "write the positions to `FILE`")
	force := flags.Bool("force", false, "overwrite the file")
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(std.out, tuneJudgeUsage+flags.FlagUsages())
		return exitOK
	}
	switch {
	case err != nil:
	case flags.NArg() != 1:
		err = errors.New("one file of heterodox tune play is needed")
	case o.Nodes == 0:
		err = errors.New("--nodes must be at least 1")
	default:
		err = checkRanges(
			flagRange{"share", o.Share, 0, 1},
			flagRange{"within", float64(*within), 0, float64(tune.MaxScore)},
			flagRange{"concurrency", float64(o.Concurrency), 1, maxThreads},
		)
	}
	var in *os.File
	if err == nil {
		in, err = os.Open(flags.Arg(0))
	}
	if err != nil {
		return std.fail("tune judge: %v", err)
	}
	defer in.Close()
	file := lazyFile{name: *out, force: *force}
	o.Within = engine.Score(*within)
	begun := time.Now()
	live := liveLine{std: std, live: isTerminal(std.err)}
	written, err := tune.Judge(ctx, &file, filepath.Base(flags.Arg(0)), in, variants.Compile, o, func(written int) {
		live.show("%d positions, %s", written, time.Since(begun).Round(time.Second))
	})
	live.clear()
	err = closed(&file, err)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return std.fail("tune judge: %v", err)
	}
	fmt.Fprintf(std.out, "%d positions, %s\n", written, time.Since(begun).Round(time.Second))
	if interrupted {
		fmt.Fprintln(std.err, "heterodox: tune judge interrupted")
		return exitInterrupted
	}
	return exitOK
}

// A lazyFile is created when something is written to it: what is in its place
// stays as long as there is nothing to write.
type lazyFile struct {
	name  string
	force bool // overwrite it
	file  *os.File
}

func (l *lazyFile) Write(text []byte) (int, error) {
	if l.file == nil {
		var err error
		if l.file, err = createFile(l.name, l.force); err != nil {
			return 0, err
		}
	}
	return l.file.Write(text)
}

func (l *lazyFile) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
