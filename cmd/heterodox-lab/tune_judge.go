package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// tuneJudgeFlags are the arguments of heterodox-lab tune judge.
type tuneJudgeFlags struct {
	options tune.JudgeOptions
	within  int
	out     string
	force   bool
	ledger  ledgerFlags
}

func tuneJudgeCommand() *cobra.Command {
	f := tuneJudgeFlags{options: tune.DefaultJudgeOptions()}
	cmd := &cobra.Command{
		Use:   "judge --out FILE [FLAGS] FILE",
		Short: "score recorded positions by longer searches",
		Long: `Reads a file written by heterodox-lab tune play, and writes some of its positions with the
scores of longer searches. Ctrl-C keeps the finished positions.`,
	}
	f.addTo(cmd.Flags())
	cmd.RunE = command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
		return f.run(ctx, cmd.Flags(), args, std)
	})
	return cmd
}

func (f *tuneJudgeFlags) addTo(flags *pflag.FlagSet) {
	o := &f.options
	flags.Uint64Var(&o.Nodes, "nodes", o.Nodes, "search `N` nodes per position")
	flags.Float64Var(&o.Share, "share", o.Share, "judge this `SHARE` of the positions, 0 to 1; leave out the rest")
	flags.IntVar(&f.within, "within", int(o.Within), "leave out positions more than `CP` centipawns from even")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "seed `S` of the choice of positions")
	flags.IntVar(&o.Concurrency, "concurrency", o.Concurrency, "judge `N` positions at a time")
	flags.StringVar(&f.out, "out", "", "write the positions to `FILE`")
	flags.BoolVar(&f.force, "force", false, "overwrite the file")
	f.ledger.addTo(flags)
}

// check returns an error that names an invalid argument.
func (f *tuneJudgeFlags) check(flags *pflag.FlagSet, args []string) error {
	o := &f.options
	switch {
	case len(args) != 1:
		return errors.New("one FILE written by heterodox-lab tune play is needed")
	case o.Nodes == 0:
		return errors.New("--nodes must be at least 1")
	}
	o.Within = engine.Score(f.within)
	if f.out == "" {
		return errors.New("--out is needed")
	}
	if err := f.ledger.check(flags, f.out, args[0]); err != nil {
		return err
	}
	return checkRanges(
		flagRange{"share", o.Share, 0, 1},
		flagRange{"within", float64(f.within), 0, float64(tune.MaxScore)},
		flagRange{"concurrency", float64(o.Concurrency), float64(command.LeastSlots(&f.ledger.cluster)), command.MaxThreads},
	)
}

func (f *tuneJudgeFlags) run(ctx context.Context, flags *pflag.FlagSet, args []string, std command.Stdio) int {
	err := f.check(flags, args)
	var in *os.File
	if err == nil {
		in, err = os.Open(args[0])
	}
	if err != nil {
		return std.Fail("tune judge: %v", err)
	}
	defer in.Close()
	begun := time.Now()
	live := command.NewLiveLine(std)
	written, err := f.judge(ctx, std, filepath.Base(args[0]), in, func(written int) {
		live.Show("%d positions, %s", written, time.Since(begun).Round(time.Second))
	})
	live.Clear()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return std.Fail("tune judge: %v", err)
	}
	fmt.Fprintf(std.Out, "%s, %s\n", english.Count(written, "position"), time.Since(begun).Round(time.Second))
	if interrupted {
		std.Note("tune judge interrupted")
		return command.ExitInterrupted
	}
	return command.ExitOK
}

// judge judges the positions of a file, with a ledger or without.
func (f *tuneJudgeFlags) judge(ctx context.Context, std command.Stdio, name string, in *os.File, progress func(int)) (int, error) {
	o := f.options
	if f.ledger.ledger == "" {
		file := lazyFile{name: f.out, force: f.force}
		out, err := tune.Pack(&file, f.out)
		if err != nil {
			return 0, err
		}
		written, err := tune.Judge(ctx, out, name, in, variants.Open, o, progress)
		return written, closed(&file, closed(out, err))
	}
	sum := sha256.New()
	unpacked, done, err := tune.Unpack(io.TeeReader(in, sum))
	if err != nil {
		return 0, err
	}
	defer done()
	text := bufio.NewReader(unpacked)
	first, err := text.ReadString('\n')
	header, bad := tune.ParseHeader(strings.TrimSuffix(first, "\n"))
	if err != nil || bad != nil {
		return 0, fmt.Errorf("%s:1: not a file of heterodox-lab tune play", name)
	}
	header.Judged = o.Nodes
	if _, err := io.Copy(io.Discard, text); err != nil {
		return 0, err
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	what := map[string]any{"File": hex.EncodeToString(sum.Sum(nil)), "Nodes": o.Nodes, "Share": o.Share, "Within": o.Within, "Seed": o.Seed}
	tasks := o.Tasks(ctx, name, in, variants.Open, func(tune.Header) error { return nil })
	tally, err := f.ledger.run(ctx, std, f.out, f.force, what, header, 0, tasks, o.Concurrency, func(t tune.Tally) { progress(t.Positions) })
	return tally.Positions, err
}

// A lazyFile is created when something is first written to it: until then an existing file is kept.
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
