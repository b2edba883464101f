package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/selfplay"
	"github.com/heterodox-chess/heterodox/variants"
)

func selfplayCommand() *cobra.Command {
	f := selfplayFlags{options: selfplay.DefaultOptions()}
	cmd := &cobra.Command{
		Use:   "selfplay [FLAGS]",
		Short: "let the engine play itself and check every move",
		Long: `Lets the engine play against itself, and compares every list of legal moves and every
move with the general machine. The summary counts the games that could not be compared
because only one machine knows them. Illegal moves, SAN and FENs that do not read back,
hangs and panics are faults, reported with the position and the moves; the exit status is
1 if there are any.`,
	}
	f.addTo(cmd.Flags())
	CompleteVariant(cmd)
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		return f.run(ctx, cmd.Flags(), std)
	})
	return cmd
}

// selfplayFlags are the arguments of heterodox selfplay.
type selfplayFlags struct {
	options  selfplay.Options
	variant  string
	games    int
	nodes    uint64
	depth    uint8
	movetime uint32 // ms
	quiet    bool
}

func (f *selfplayFlags) run(ctx context.Context, flags *pflag.FlagSet, std Stdio) int {
	err := f.check(flags)
	var jobs []selfplay.Job
	if err == nil {
		jobs, err = f.jobs()
	}
	if err != nil {
		return std.Fail("selfplay: %v", err)
	}
	var sum selfplay.Summary
	selfplay.Run(ctx, jobs, f.options, func(g selfplay.Game) {
		sum.Add(g)
		f.tell(std, g)
	})
	sum.Write(std.Out)
	if ctx.Err() != nil {
		std.Note("selfplay stopped after %d of %d games", sum.Games, len(jobs))
		return ExitInterrupted
	}
	if sum.Faults > 0 {
		return ExitFailure
	}
	return ExitOK
}

func (f *selfplayFlags) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&f.variant, "variant", "all", "play the variant or composition `NAME`; all for every variant, random for random compositions")
	flags.IntVar(&f.games, "games", 10, "play `N` games of each")
	flags.Uint64Var(&f.nodes, "nodes", f.options.Limits.Nodes, "search `N` nodes per move")
	flags.Uint8Var(&f.depth, "depth", 0, "search `N` plies deep instead")
	flags.Uint32Var(&f.movetime, "movetime", 0, "search `MS` milliseconds instead")
	flags.Uint64Var(&f.options.Seed, "seed", f.options.Seed, "seed `S` of the openings and compositions")
	flags.IntVar(&f.options.Concurrency, "concurrency", 2, "play `N` games at a time")
	flags.IntVar(&f.options.MaxPlies, "max-plies", f.options.MaxPlies, "stop a game after `N` single moves")
	flags.BoolVar(&f.quiet, "quiet", false, "print only faults and the summary")
}

// check reads the limits, and returns an error that names a bad flag.
func (f *selfplayFlags) check(flags *pflag.FlagSet) error {
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %.40q", flags.Arg(0))
	}
	chosen := 0
	for _, limit := range []struct {
		name  string
		value uint64
		set   game.Limits
	}{
		{"nodes", f.nodes, game.Limits{Nodes: f.nodes}},
		{"depth", uint64(f.depth), game.Limits{Depth: int(f.depth)}},
		{"movetime", uint64(f.movetime), game.Limits{MoveTime: time.Duration(f.movetime) * time.Millisecond}},
	} {
		if !flags.Changed(limit.name) {
			continue
		}
		if limit.value == 0 {
			return fmt.Errorf("--%s must be at least 1", limit.name)
		}
		f.options.Limits = limit.set
		chosen++
	}
	if chosen > 1 {
		return errors.New("give only one of --nodes, --depth and --movetime")
	}
	for _, v := range []struct {
		name      string
		value, up int
	}{
		{"games", f.games, 1_000_000},
		{"concurrency", f.options.Concurrency, MaxThreads},
		{"max-plies", f.options.MaxPlies, 1_000_000},
	} {
		if v.value < 1 || v.value > v.up {
			return fmt.Errorf("--%s %d is not in 1..%d", v.name, v.value, v.up)
		}
	}
	return nil
}

// jobs returns the games to play.
func (f *selfplayFlags) jobs() ([]selfplay.Job, error) {
	names := []string{f.variant}
	switch f.variant {
	case "random":
		return selfplay.RandomJobs(f.games, f.options.Seed, variants.Names(), variants.Open), nil
	case "all":
		names = variants.Names()
	}
	var jobs []selfplay.Job
	for _, name := range names {
		rules, err := variants.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--variant: %w", err)
		}
		for range f.games {
			jobs = append(jobs, selfplay.Job{Group: name, Rules: rules})
		}
	}
	return jobs, nil
}

// tell prints a line for a game, and what is needed to repeat its faults.
func (f *selfplayFlags) tell(std Stdio, g selfplay.Game) {
	if !f.quiet {
		fmt.Fprintf(std.Out, "game %d %s: %s, %s\n", g.Number+1, g.Rules.Name(), g.Outcome, english.Count(len(g.Moves), "move"))
	}
	for _, fault := range g.Faults {
		fmt.Fprintf(std.Out, "FAULT game %d %s: %s: %s\n  start %s\n  moves %s\n",
			g.Number+1, g.Rules.Name(), fault.Kind, fault.Detail, g.Start, strings.Join(g.Moves, " "))
	}
}
