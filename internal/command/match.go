package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/internal/stats"
)

func matchCommand(cluster Cluster) *cobra.Command {
	f := matchFlags{GameFlags: GameFlags{Config: match.DefaultConfig(), Cluster: cluster}}
	cmd := &cobra.Command{
		Use:   "match [FLAGS]",
		Short: "let engines play each other and keep score",
		Long: `Plays UCI engines against each other in any variant, checks every move, and keeps
score (docs/match.md).

An ENGINE is a list of words NAME=VALUE, quoted as in a shell: cmd (a command line,
or self for the built-in engine), name, dir, option.NAME, and limits: tc
([MOVES/]SECONDS[+INCREMENT]), movetime (ms), nodes, depth.`,
		Example: `  heterodox match --engine 'cmd=self name=new' --engine 'cmd=./old' --each tc=8+0.08
`,
	}
	f.addTo(cmd.Flags())
	CompleteVariant(cmd)
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		return f.run(ctx, cmd.Flags(), std)
	})
	return cmd
}

// matchFlags are the arguments of heterodox match.
type matchFlags struct {
	GameFlags
	engines      []string
	format, sprt string
	json, quiet  bool
	every        int
}

func (f *matchFlags) run(ctx context.Context, flags *pflag.FlagSet, std Stdio) int {
	if err := f.read(flags); err != nil {
		return std.Fail("match: %v", err)
	}
	show := newMatchProgress(std, f.quiet, f.every)
	report, err := f.Play(ctx, std, show.game, nil)
	show.clear()
	if report.Games == 0 { // it has not started
		if ctx.Err() != nil {
			return ExitInterrupted
		}
		return std.Fail("match: %v", err)
	}
	f.tell(std, report)
	switch {
	case err != nil:
		std.Note("match stopped after %d of %d games: %v", report.Finished, report.Games, err)
		return ExitFailure
	case ctx.Err() != nil:
		std.Note("match interrupted after %d of %d games; --resume continues", report.Finished, report.Games)
		return ExitInterrupted
	}
	return ExitOK
}

func (f *matchFlags) addTo(flags *pflag.FlagSet) {
	c := &f.Config
	flags.StringArrayVar(&f.engines, "engine", nil, "an `ENGINE`; repeat for each engine")
	f.AddFlags(flags)
	flags.IntVar(&c.Rounds, "rounds", c.Rounds, "play `N` openings of each variant, each with both colours")
	flags.StringVar(&f.format, "format", "round-robin", "pair the engines by `FORMAT`: round-robin, or gauntlet (the first against each of the others)")
	flags.Uint64Var(&c.Seed, "seed", c.Seed, "seed `S` of the random openings")
	flags.StringVar(&f.sprt, "sprt", "", "stop when an SPRT is decided: `\"elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized\"` (or model=logistic)")
	flags.StringVar(&c.Store, "store", c.Store, "keep the finished games in `FILE`")
	flags.BoolVar(&c.Resume, "resume", false, "continue the match in the store, or start it")
	flags.BoolVar(&c.Force, "force", false, "overwrite the store and the PGN")
	flags.StringVar(&c.PGN, "pgn", "", "write the games to `FILE`")
	flags.StringVar(&c.Event, "event", c.Event, "`NAME` of the event in the PGN")
	flags.BoolVar(&f.json, "json", false, "print the report as one JSON object")
	flags.IntVar(&f.every, "every", 0, "also print a report every `N` games")
	flags.BoolVar(&f.quiet, "quiet", false, "print only the report")
}

// read completes the configuration, or returns an error that names a bad flag.
func (f *matchFlags) read(flags *pflag.FlagSet) error {
	c := &f.Config
	if err := f.Read(flags, f.engines...); err != nil {
		return err
	}
	if len(c.Engines) < 2 {
		return errors.New("at least two --engine are needed")
	}
	if err := CheckInts(IntRange{"rounds", c.Rounds, 1, 10_000_000}, IntRange{"every", f.every, 0, 1_000_000}); err != nil {
		return err
	}
	switch f.format {
	case "round-robin":
	case "gauntlet":
		c.Gauntlet = true
	default:
		return fmt.Errorf("--format %.40q is neither round-robin nor gauntlet", f.format)
	}
	if f.sprt != "" {
		s, err := stats.ParseSPRT(f.sprt)
		if err != nil {
			return fmt.Errorf("--sprt: %w", err)
		}
		c.SPRT = &s
	}
	return nil
}

// tell prints the report; dispatch notices a failure to print.
func (f *matchFlags) tell(std Stdio, report match.Report) {
	if f.json {
		out := json.NewEncoder(std.Out)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		out.Encode(report)
		return
	}
	report.Write(std.Out)
}

// A matchProgress shows the progress of a match: one line on a terminal, otherwise a line per game.
type matchProgress struct {
	std   Stdio
	quiet bool
	live  bool
	every int
	begun time.Time
	first int // number of games finished before this run
}

func newMatchProgress(std Stdio, quiet bool, every int) *matchProgress {
	return &matchProgress{std: std, quiet: quiet, live: IsTerminal(std.Err), every: every, begun: time.Now(), first: -1}
}

// game shows a finished game.
func (p *matchProgress) game(g match.Progress) {
	if p.first < 0 {
		p.first = g.Finished - 1
	}
	if p.every > 0 && g.Finished%p.every == 0 {
		p.clear()
		report := g.Report()
		if err := report.Write(p.std.Err); err != nil {
			p.quiet = true // nobody is listening
		}
	}
	if p.quiet {
		return
	}
	if !p.live {
		r := g.Record
		fmt.Fprintf(p.std.Err, "game %d of %d, %s: %s v %s %s (%s), %s\n",
			g.Finished, g.Games, r.Variant, r.Names[0], r.Names[1], r.Result, r.Reason, english.Count(r.SingleMoves(), "move"))
		return
	}
	report := g.Report()
	fmt.Fprintf(p.std.Err, "\r\x1b[K%d of %d games, %s left; %s", g.Finished, g.Games, p.left(g), report.Short())
}

// left estimates how long the match will still take.
func (p *matchProgress) left(g match.Progress) string {
	played := float64(g.Finished - p.first)
	seconds := time.Since(p.begun).Seconds() / played * float64(g.Games-g.Finished)
	return (time.Duration(math.Min(seconds, 1e8)) * time.Second).String()
}

// clear erases the line on the terminal.
func (p *matchProgress) clear() {
	if p.live {
		fmt.Fprint(p.std.Err, "\r\x1b[K")
	}
}
