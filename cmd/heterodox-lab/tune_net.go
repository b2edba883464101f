package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// tuneNetFlags are the arguments of heterodox-lab tune net.
type tuneNetFlags struct {
	fitFlags
	options tune.NetFitOptions
	start   string
	work    string
	alone   bool
	curve   string
}

func tuneNetCommand() *cobra.Command {
	return fitterCommand(&cobra.Command{
		Use:   "net --variant NAME --out NAME.net [FLAGS] FILE…",
		Short: "fit a network",
		Long: `Fits a network to positions from heterodox-lab tune play, on top of the current weights
unless it is to evaluate alone, and writes it as a file for engine/nets or, for a game of
the general machine, for general/nets or the folder of its variants file. The NAME
compositions stands for the network of all games that combine several parts with networks
of their own; it is fitted to games of these parts, too.`,
	}, &tuneNetFlags{options: tune.DefaultNetFitOptions()})
}

func (f *tuneNetFlags) addTo(flags *pflag.FlagSet) {
	o := &f.options
	f.addCommon(flags, "network is", 0.02)
	flags.IntVar(&o.Epochs, "epochs", o.Epochs, "make `N` passes over the positions")
	flags.Float64Var(&o.Blend, "blend", o.Blend, "the `SHARE` of the game's result in the target, 0 to 1; the rest is the search's score")
	flags.Float64Var(&o.K, "scale", 0, "if above 0, use `K` as the scale: a value of v predicts 1/(1 + exp(-K·v))")
	flags.Float64Var(&o.Rate, "rate", o.Rate, "initial step size `RATE`")
	flags.Float64Var(&o.Decay, "decay", o.Decay, "weight decay, as a `SHARE` of the rate")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "seed `S` of the initial random numbers")
	flags.IntVar(&o.Workers, "threads", o.Workers, "compute with `N` goroutines")
	flags.IntVar(&o.Hidden, "hidden", o.Hidden, "give the network `N` hidden units, unless it starts from another")
	flags.BoolVar(&f.alone, "alone", false, "fit a network that evaluates positions alone, without the weights")
	flags.StringVar(&f.work, "work", "", "keep the positions in `FOLDER` during the fit: about 75 bytes each")
	flags.StringVar(&o.Checkpoint, "checkpoint", "", "write `FILE` after each epoch, and continue from it if it exists")
	flags.StringVar(&f.curve, "curve", "", "draw the learning curve as an SVG picture in `FILE`")
	flags.StringVar(&f.start, "start", "", "start from the network in `FILE` instead of random numbers; games on other boards may start from that of chess")
}

// anyComposition is a composition that stands for all of them.
const anyComposition = "gun+fairy"

// ofCompositions reports whether the network of compositions is being fitted.
func (f *tuneNetFlags) ofCompositions() bool { return f.variant == engine.Compositions }

// name returns the name of the network.
func (f *tuneNetFlags) name(rules game.Rules) string {
	if f.ofCompositions() {
		return engine.Compositions
	}
	return rules.Name()
}

func (f *tuneNetFlags) check() (game.Rules, error) {
	name := f.variant
	if f.ofCompositions() {
		name = anyComposition
	}
	rules, err := tunable(name)
	if err != nil {
		return nil, err
	}
	if fast, ok := tune.FastRules(rules); ok && !f.ofCompositions() {
		switch name := engine.NetworkName(fast); {
		case name == rules.Name():
		case name != engine.Compositions && !slices.Contains(variants.Names(), name):
			return nil, fmt.Errorf("--variant: %s has no network of its own and cannot use another's: its kings are not royal", rules.Name())
		default:
			return nil, fmt.Errorf("--variant: %s uses the network of %s; fit that (its games may be among the files)", rules.Name(), name)
		}
	}
	o := &f.options
	if err := checkRanges(
		flagRange{"epochs", float64(o.Epochs), 1, 1_000_000},
		flagRange{"blend", o.Blend, 0, 1},
		flagRange{"holdout", f.holdOut, 0, 90},
		flagRange{"scale", o.K, 0, 0.1},
		flagRange{"rate", o.Rate, 0, 1},
		flagRange{"decay", o.Decay, 0, 100},
		flagRange{"threads", float64(o.Workers), 1, command.MaxThreads},
	); err != nil {
		return nil, err
	}
	if o.Hidden < nnue.HiddenStep || o.Hidden > nnue.MaxHidden || o.Hidden%nnue.HiddenStep != 0 {
		return nil, fmt.Errorf("--hidden %d is not a multiple of %d up to %d", o.Hidden, nnue.HiddenStep, nnue.MaxHidden)
	}
	if f.start != "" {
		file, err := os.ReadFile(f.start)
		if err != nil {
			return nil, fmt.Errorf("--start: %w", err)
		}
		if o.Start, err = startNetwork(rules, file); err != nil {
			return nil, fmt.Errorf("--start: %s: %w", f.start, err)
		}
		o.StartName = filepath.Base(f.start)
		switch {
		case o.Start.Alone && !f.alone:
			return nil, fmt.Errorf("--start: %s evaluates alone: add --alone, or start from another", f.start)
		case f.alone && !o.Start.Alone:
			return nil, fmt.Errorf("--start: %s does not evaluate alone: leave --alone out, or start from another", f.start)
		}
	}
	return rules, f.checkFiles(nnue.Mark, safefile.Use{Role: "--start", Name: f.start},
		safefile.Use{Role: "--checkpoint", Name: o.Checkpoint, Output: true}, safefile.Use{Role: "--curve", Name: f.curve, Output: true})
}

// startNetwork reads a network from which a fit can start.
func startNetwork(rules game.Rules, file []byte) (*nnue.Network, error) {
	if own, ok := rules.(game.Learner); ok {
		return own.StartNetwork(file)
	}
	n, _, err := engine.DecodeNetwork(file)
	if err != nil {
		return nil, err
	}
	fast, _ := tune.FastRules(rules)
	if want := engine.NewNetSampler(fast).NetInputs(); n.NumInputs() != want {
		return nil, fmt.Errorf("a network of %d inputs, not of %d", n.NumInputs(), want)
	}
	return n, nil
}

// playsWithNetworkOf opens a game whose positions can be used for the fit: the game itself, or
// another one of the fast machine that uses the same network; for the network of compositions,
// any game with a network.
func playsWithNetworkOf(rules game.Rules, of string) (game.Rules, error) {
	if _, fast := tune.FastRules(rules); !fast {
		if of != rules.Name() {
			return nil, fmt.Errorf("games of %.40s, not of %s", of, rules.Name())
		}
		return rules, nil
	}
	r, err := variants.Compile(of)
	if err != nil {
		return nil, err
	}
	own, _ := tune.FastRules(rules)
	want, name := engine.NetworkName(own), engine.NetworkName(r)
	if name != want && !(want == engine.Compositions && slices.Contains(variants.Names(), name)) {
		return nil, fmt.Errorf("games of %.40s, which does not play with the network of %s", of, want)
	}
	return fast.Game(r), nil
}

// encodeNetwork writes the network of a game in the form that its machine reads.
func encodeNetwork(rules game.Rules, n *nnue.Network, origin string) []byte {
	if own, ok := rules.(game.Learner); ok {
		return own.EncodeNetwork(n, origin)
	}
	fast, _ := tune.FastRules(rules)
	return engine.EncodeNetwork(fast, n, origin)
}

func (f *tuneNetFlags) run(ctx context.Context, rules game.Rules, std command.Stdio) error {
	begun := time.Now()
	data, err := tune.NewNetData(f.work, f.holdOut/100, f.options.Seed, f.options.Workers)
	if err != nil {
		return fmt.Errorf("--work: %w", err)
	}
	defer data.Close()
	data.Compositions, data.Alone = f.ofCompositions(), f.alone
	if err := f.read(ctx, data, func(of string) (game.Rules, error) { return playsWithNetworkOf(rules, of) }, std); err != nil {
		return err
	}
	fmt.Fprintln(std.Out, data.Census.String())
	var epochs []tune.Epoch
	fit, err := data.FitNet(ctx, f.options, func(e tune.Epoch) {
		epochs = append(epochs, e)
		fmt.Fprintf(std.Out, "%s, %s\n", epochText(e.Number, e.Fitted, e.HeldOut), time.Since(begun).Round(time.Second))
	})
	if err != nil {
		return err
	}
	file := encodeNetwork(rules, fit.Network, fit.Origin(f.name(rules), data.Files))
	err = safefile.WriteFile(f.out, file)
	if f.curve != "" {
		title := fmt.Sprintf("%s: cross entropy of %s", f.name(rules), english.Count(data.Positions(), "position"))
		err = errors.Join(err, safefile.WriteFile(f.curve, tune.Curve(title, epochs)))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "K %.5f, %s in %s\n", fit.K, english.Count(f.options.Epochs, "epoch"), time.Since(begun).Round(time.Second))
	fmt.Fprintf(std.Out, "fitted to: %v\n", fit.Fitted)
	if fit.HeldOut.Positions > 0 {
		fmt.Fprintf(std.Out, "held out: %v\n", fit.HeldOut)
	}
	return nil
}
