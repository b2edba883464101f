package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/tune"
)

// tuneLearnFlags are the arguments of heterodox-lab tune learn.
type tuneLearnFlags struct {
	options tune.LearnOptions
	variant string
	folder  string
	force   bool
}

func tuneLearnCommand() *cobra.Command {
	f := tuneLearnFlags{options: tune.DefaultLearnOptions()}
	cmd := &cobra.Command{
		Use:   "learn --variant NAME [FLAGS]",
		Short: "learn a game in rounds of play, fit and match",
		Long: `Learns a game of the general machine from nothing but its rules. In each round the engine
plays itself, weights and a network are fitted to the games, and these play a match against
the previous ones; if a first network is not good enough, the weights alone play another
match. Whatever scores 55 % is kept and written as NAME.weights and NAME.net. After two
rounds without success it stops.

If the two files are in the folder of the variants file, every command uses them from then on.
Ctrl-C keeps the finished rounds.`,
		Example: `  heterodox-lab tune learn --variants mine.ini --variant sprint --out .
`,
		Args: cobra.NoArgs,
	}
	f.addTo(cmd.Flags())
	command.CompleteVariant(cmd)
	cmd.RunE = command.Run(func(ctx context.Context, _ []string, std command.Stdio) int {
		err := f.run(ctx, std)
		switch {
		case errors.Is(err, context.Canceled):
			std.Note("tune learn interrupted")
			return command.ExitInterrupted
		case err != nil:
			return std.Fail("tune learn: %v", err)
		}
		return command.ExitOK
	})
	return cmd
}

func (f *tuneLearnFlags) addTo(flags *pflag.FlagSet) {
	o := &f.options
	flags.StringVar(&f.variant, "variant", "", "the variant `NAME`")
	flags.StringVar(&f.folder, "out", ".", "write the files to `FOLDER`")
	flags.BoolVar(&f.force, "force", false, "overwrite files that heterodox-lab tune did not write")
	flags.IntVar(&o.Rounds, "rounds", o.Rounds, "play at most `N` rounds")
	flags.IntVar(&o.Play.Games, "games", o.Play.Games, "play `N` games a round")
	flags.Uint64Var(&o.Play.Nodes, "nodes", o.Play.Nodes, "search `N` nodes per move, ten times as many in the matches")
	flags.IntVar(&o.Play.Plies, "plies", o.Play.Plies, "start with `N` random single moves")
	flags.Uint64Var(&o.Play.Seed, "seed", o.Play.Seed, "seed `S` of the random openings of the first round")
	flags.Float64Var(&o.Blend, "blend", o.Blend, "the `SHARE` of the games' results in the target, 0 to 1; the rest is the search's score")
	flags.IntVar(&o.Pairs, "pairs", o.Pairs, "play `N` pairs of games in each match")
	flags.IntVar(&o.Play.Concurrency, "concurrency", o.Play.Concurrency, "use `N` goroutines")
}

// check returns the game, or an error that names an invalid argument.
func (f *tuneLearnFlags) check() (game.Rules, error) {
	o := &f.options
	if err := checkRanges(
		flagRange{"rounds", float64(o.Rounds), 1, 1000},
		flagRange{"games", float64(o.Play.Games), 1, 10_000_000},
		flagRange{"nodes", float64(o.Play.Nodes), 1, 1e9},
		flagRange{"plies", float64(o.Play.Plies), 0, 1000},
		flagRange{"blend", o.Blend, 0, 1},
		flagRange{"pairs", float64(o.Pairs), 1, 1_000_000},
		flagRange{"concurrency", float64(o.Play.Concurrency), 1, command.MaxThreads},
	); err != nil {
		return nil, err
	}
	rules, err := tunable(f.variant)
	if err != nil {
		return nil, err
	}
	if _, ok := rules.(game.Learner); !ok {
		return nil, fmt.Errorf("--variant: the weights of %s are built into the program; use tune play, fit and net", rules.Name())
	}
	weights, net := f.name(rules, ".weights"), f.name(rules, ".net")
	if err := safefile.Ready(safefile.Use{Role: "--out", Name: weights, Output: true}, safefile.Use{Role: "--out", Name: net, Output: true}); err != nil {
		return nil, err
	}
	if err := mayWrite(weights, tune.Mark(rules), f.force); err != nil {
		return nil, err
	}
	return rules, mayWrite(net, nnue.Mark, f.force)
}

// name returns the name of an output file.
func (f *tuneLearnFlags) name(rules game.Rules, extension string) string {
	return filepath.Join(f.folder, rules.Name()+extension)
}

func (f *tuneLearnFlags) run(ctx context.Context, std command.Stdio) error {
	rules, err := f.check()
	if err != nil {
		return err
	}
	keep := func(n tune.Numbers) error {
		if err := safefile.WriteFile(f.name(rules, ".weights"), n.Weights); err != nil {
			return err
		}
		if n.Network == nil {
			if err := os.Remove(f.name(rules, ".net")); !errors.Is(err, os.ErrNotExist) {
				return err // or nil: the old network belonged to other weights
			}
			return nil
		}
		return safefile.WriteFile(f.name(rules, ".net"), n.Network)
	}
	begun, live := time.Now(), command.NewLiveLine(std)
	defer live.Clear()
	return tune.Learn(ctx, rules, f.options, keep, func(r tune.Round) {
		live.Clear()
		verdict := "not kept"
		if r.Kept {
			verdict = "kept"
		}
		if r.Plain {
			verdict = "without the network, " + verdict
		}
		fmt.Fprintf(std.Out, "round %d: %d positions of %d games; cross entropy of held-out games %.4f, %.4f with the network; match +%d =%d -%d, %s (%s)\n",
			r.Number, r.Played.Positions, r.Played.Games, r.HeldOut.Before, r.HeldOut.After,
			r.Match.Wins, r.Match.Draws, r.Match.Losses, verdict, time.Since(begun).Round(time.Second))
	}, func(text string) { live.Show("%s", text) })
}
