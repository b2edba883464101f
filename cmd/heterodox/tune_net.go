package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

const tuneNetUsage = `Fits a network to positions of heterodox tune play, on top of the weights in force,
and writes it as a file of package engine.

  heterodox tune net --variant NAME --out engine/nets/NAME.net [FLAGS] FILE…

`

// tuneNetFlags are the arguments of heterodox tune net.
type tuneNetFlags struct {
	options tune.NetFitOptions
	variant string
	holdOut float64 // per cent
	start   string
	out     string
	force   bool
	files   []string
}

func runTuneNet(ctx context.Context, args []string, std stdio) int {
	f := tuneNetFlags{options: tune.DefaultNetFitOptions()}
	flags := f.flagSet()
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(std.out, tuneNetUsage+flags.FlagUsages())
		return exitOK
	}
	f.files = flags.Args()
	var rules *chess.Ruleset
	if err == nil {
		rules, err = f.check()
	}
	if err == nil {
		err = f.run(ctx, rules, std)
	}
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "heterodox: tune net interrupted; nothing is written")
		return exitInterrupted
	case err != nil:
		return std.fail("tune net: %v", err)
	}
	return exitOK
}

func (f *tuneNetFlags) flagSet() *pflag.FlagSet {
	o := &f.options
	f.holdOut = 100 * o.HoldOut
	flags := pflag.NewFlagSet("tune net", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	flags.StringVar(&f.variant, "variant", "", "the `NAME` of the variant whose network is fitted")
	flags.IntVar(&o.Epochs, "epochs", o.Epochs, "pass `N` times over the positions")
	flags.Float64Var(&o.Blend, "blend", o.Blend, "the `SHARE` of the game's result in the target, 0 to 1; the rest is the score of the search")
	flags.Float64Var(&f.holdOut, "holdout", f.holdOut, "hold out `PERCENT` of the games, to try the network on")
	flags.Float64Var(&o.K, "scale", 0, "take `K` for what a centipawn means, if above 0: a value of v foretells 1/(1 + exp(-K·v))")
	flags.Float64Var(&o.Rate, "rate", o.Rate, "how `FAR` a step goes at first")
	flags.Float64Var(&o.Decay, "decay", o.Decay, "by which `SHARE` of that a step shrinks the numbers")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "draw the numbers of the start from seed `S`")
	flags.IntVar(&o.Workers, "threads", o.Workers, "compute with `N` goroutines")
	flags.StringVar(&f.start, "start", "", "begin with the network in `FILE`, not with random numbers")
	flags.StringVar(&f.out, "out", "", "write the network to `FILE`")
	flags.BoolVar(&f.force, "force", false, "overwrite the file even if heterodox tune has not written it")
	return flags
}

// check compiles the variant, or returns an error that names a bad argument.
func (f *tuneNetFlags) check() (*chess.Ruleset, error) {
	rules, err := tunable(f.variant)
	if err != nil {
		return nil, err
	}
	if name := engine.NetworkName(rules); name != rules.Name() {
		return nil, fmt.Errorf("--variant: %s plays with the network of %s; fit that (its games may be among the files)", rules.Name(), name)
	}
	o := &f.options
	for _, v := range []struct {
		name           string
		value, low, up float64
	}{
		{"epochs", float64(o.Epochs), 1, 1_000_000},
		{"blend", o.Blend, 0, 1},
		{"holdout", f.holdOut, 0, 90},
		{"scale", o.K, 0, 0.1},
		{"rate", o.Rate, 0, 1},
		{"decay", o.Decay, 0, 100},
		{"threads", float64(o.Workers), 1, maxThreads},
	} {
		if !(v.value >= v.low && v.value <= v.up) { // NaN is neither
			return nil, fmt.Errorf("--%s %v is not in %.10g..%.10g", v.name, v.value, v.low, v.up)
		}
	}
	o.HoldOut = f.holdOut / 100
	if f.start != "" {
		file, err := os.ReadFile(f.start)
		if err != nil {
			return nil, fmt.Errorf("--start: %w", err)
		}
		if o.Start, _, err = engine.DecodeNetwork(file); err != nil {
			return nil, fmt.Errorf("--start: %s: %w", f.start, err)
		}
		o.StartName = filepath.Base(f.start)
	}
	if f.out == "" {
		return nil, errors.New("--out is needed")
	}
	if len(f.files) == 0 {
		return nil, errors.New("a file of heterodox tune play is needed")
	}
	return rules, mayWrite(f.out, engine.NetMark, f.force)
}

// run reads the files, fits and writes.
func (f *tuneNetFlags) run(ctx context.Context, rules *chess.Ruleset, std stdio) error {
	begun := time.Now()
	var data tune.NetData
	for _, name := range f.files {
		if err := f.read(ctx, &data, rules, name); err != nil {
			return err
		}
	}
	fmt.Fprintf(std.out, "%d positions of %d games\n", data.Positions(), data.Games())
	fit, err := data.FitNet(ctx, f.options, func(epoch int, fitted, heldOut float64) {
		fmt.Fprintf(std.out, "epoch %d: %.6f, held out %.6f, %s\n", epoch, fitted, heldOut, time.Since(begun).Round(time.Second))
	})
	if err != nil {
		return err
	}
	file := fit.Network.Encode(engine.Fingerprint(rules), fit.Origin(rules.Name(), data.Files))
	if err := replaceFile(f.out, file); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "K %.5f, %d epochs in %s\n", fit.K, f.options.Epochs, time.Since(begun).Round(time.Second))
	fmt.Fprintf(std.out, "fitted to: %v\n", fit.Fitted)
	if fit.HeldOut.Positions > 0 {
		fmt.Fprintf(std.out, "held out: %v\n", fit.HeldOut)
	}
	return nil
}

// read reads one file, whose games play with the network of the variant.
func (f *tuneNetFlags) read(ctx context.Context, data *tune.NetData, rules *chess.Ruleset, name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	return data.Read(ctx, filepath.Base(name), in, func(of string) (*chess.Ruleset, error) {
		r, err := variants.Compile(of)
		if err == nil && engine.NetworkName(r) != rules.Name() {
			err = fmt.Errorf("games of %.40s, which does not play with the network of %s", of, rules.Name())
		}
		return r, err
	})
}
