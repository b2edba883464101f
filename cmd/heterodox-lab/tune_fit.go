package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/tune"
	"github.com/heterodox-chess/heterodox/variants"
)

// tuneFitFlags are the arguments of heterodox-lab tune fit.
type tuneFitFlags struct {
	fitFlags
	options tune.FitOptions
}

func tuneFitCommand() *cobra.Command {
	return fitterCommand(&cobra.Command{
		Use:   "fit --variant NAME --out FILE [FLAGS] FILE…",
		Short: "fit the weights of the evaluation",
		Long: `Fits the weights of the evaluation to positions from heterodox-lab tune play, starting
from the current weights, and writes them as a Go file of package engine or, for a game
of the general machine, as a file NAME.weights for general/weights or the folder of
its variants file.`,
	}, &tuneFitFlags{options: tune.DefaultFitOptions()})
}

func (f *tuneFitFlags) addTo(flags *pflag.FlagSet) {
	o := &f.options
	f.addCommon(flags, "weights are", o.HoldOut)
	flags.IntVar(&o.Epochs, "epochs", o.Epochs, "stop after at most `N` steps")
	flags.Float64Var(&o.Blend, "blend", o.Blend, "the `SHARE` of the game's result in the target, 0 to 1; the rest is the search's score")
	flags.Float64Var(&o.Prior, "prior", o.Prior, "pull each weight to its old value as strongly as `N` positions")
	flags.Float64Var(&o.K, "scale", 0, "if above 0, use `K` as the scale: a value of v predicts 1/(1 + exp(-K·v))")
	flags.IntVar(&o.Workers, "threads", o.Workers, "compute with `N` goroutines")
}

func (f *tuneFitFlags) check() (game.Rules, error) {
	rules, err := tunable(f.variant)
	if err != nil {
		return nil, err
	}
	if strings.Contains(rules.Name(), "+") {
		return nil, fmt.Errorf("--variant: %s is a composition, which uses the weights of its parts; fit those", rules.Name())
	}
	if base := presetOf(rules); base != "" {
		return nil, fmt.Errorf("--variant: %s uses the weights of %s; fit those (its games may be among the files)", rules.Name(), base)
	}
	o := &f.options
	if err := checkRanges(
		flagRange{"epochs", float64(o.Epochs), 1, 1_000_000},
		flagRange{"blend", o.Blend, 0, 1},
		flagRange{"holdout", f.holdOut, 0, 90},
		flagRange{"prior", o.Prior, 0, 1e9},
		flagRange{"scale", o.K, 0, 0.1},
		flagRange{"threads", float64(o.Workers), 1, command.MaxThreads},
	); err != nil {
		return nil, err
	}
	o.HoldOut = f.holdOut / 100
	return rules, f.checkFiles(tune.Mark(rules))
}

func (f *tuneFitFlags) run(ctx context.Context, rules game.Rules, std command.Stdio) error {
	begun := time.Now()
	var data tune.Data
	// The games are those of the variant or of a preset of it.
	err := f.read(ctx, &data, func(of string) (game.Rules, error) {
		if variant := rules.Name(); of != variant && (presets[of] != variant || presetOf(rules) != "") {
			return nil, fmt.Errorf("games of %.40s, not of %s", of, variant)
		}
		return variants.Open(of)
	}, std)
	if err != nil {
		return err
	}
	start, groups, err := tune.Weights(rules)
	if err != nil {
		return err
	}
	live := command.IsTerminal(std.Err)
	fit, err := data.Fit(ctx, start, f.options, func(epoch int, fitted, heldOut float64) {
		if live {
			fmt.Fprintf(std.Err, "\r\x1b[K%s", epochText(epoch, fitted, heldOut))
		}
	})
	if live {
		fmt.Fprint(std.Err, "\r\x1b[K")
	}
	if err != nil {
		return err
	}
	source, err := fit.Source(rules, data.Files)
	if err == nil {
		err = safefile.WriteFile(f.out, source)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "K %.5f, %s in %s\n", fit.K, english.Count(fit.Epochs, "epoch"), time.Since(begun).Round(time.Second))
	fmt.Fprintf(std.Out, "fitted to: %v\n", fit.Fitted)
	if fit.HeldOut.Positions > 0 {
		fmt.Fprintf(std.Out, "held out: %v\n", fit.HeldOut)
	}
	writeChanges(std.Out, groups, start, fit.Weights)
	return nil
}

// epochText describes the errors after an epoch, including that of held-out games if there are any.
func epochText(epoch int, fitted, heldOut float64) string {
	text := fmt.Sprintf("epoch %d: %.6f", epoch, fitted)
	if heldOut > 0 {
		text += fmt.Sprintf(", held out %.6f", heldOut)
	}
	return text
}

// writeChanges prints how much the weights of each group have changed.
func writeChanges(out io.Writer, groups []game.Group, before, after []game.Weight) {
	fmt.Fprintf(out, "\n%-28s %7s %14s %14s\n", "", "weights", "mean change", "largest change")
	for _, g := range groups {
		var sum, largest float64
		for i := g.First; i < g.First+g.Len; i++ {
			change := max(math.Abs(after[i].MG-before[i].MG), math.Abs(after[i].EG-before[i].EG))
			sum += change
			largest = max(largest, change)
		}
		fmt.Fprintf(out, "%-28s %7d %14.1f %14.0f\n", g.Name, g.Len, sum/float64(g.Len), largest)
	}
}
