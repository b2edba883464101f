package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/internal/stats"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

func matchCommand(cluster Cluster) *cobra.Command {
	f := matchFlags{config: match.DefaultConfig(), cluster: cluster}
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
	config        match.Config
	engines       []string
	each          string
	variants      string
	format, order string
	margin        uint32 // ms
	resign, draw  string
	sprt          string
	json, quiet   bool
	every         int
	cluster       Cluster
}

func (f *matchFlags) run(ctx context.Context, flags *pflag.FlagSet, std Stdio) int {
	var err error
	if flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %.40q", flags.Arg(0))
	}
	if c := &f.config; strings.HasSuffix(strings.ToLower(c.Openings.File), ".pgn") && !flags.Changed("opening-plies") {
		c.Openings.Plies = 0 // all of them
	}
	if err == nil {
		err = f.cluster.Check(flags)
	}
	if err == nil {
		err = f.read()
	}
	if err != nil {
		return std.Fail("match: %v", err)
	}
	if f.config.Bench, err = SelfBench(); err != nil {
		return std.Fail("match: %v", err)
	}
	f.config.Note = func(text string) { std.Note("%s", text) }
	show := newMatchProgress(std, f.quiet, f.every)
	var report match.Report
	if f.cluster.Asked() {
		report, err = f.coordinate(ctx, std, show.game)
	} else {
		report, err = match.Run(ctx, f.config, show.game)
	}
	show.clear()
	if report.Games == 0 { // it has not begun
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

// coordinate lets whoever joins play the match.
func (f *matchFlags) coordinate(ctx context.Context, std Stdio, watch func(match.Progress)) (match.Report, error) {
	slots := f.config.Concurrency
	f.config.Concurrency = max(slots, 1)
	f.config.Gauge = Gauge(f.config.Concurrency)
	m, err := match.Open(ctx, f.config)
	if err != nil {
		return match.Report{}, err
	}
	job, err := match.NewJob(m, watch)
	if err != nil {
		m.Close()
		return match.Report{}, err
	}
	err = f.cluster.Do(ctx, std, Work{Job: job, Ledger: f.config.Store, Slots: slots, Progress: func() jobs.Progress {
		report := m.Report()
		var text strings.Builder
		if report.Finished > 0 {
			report.Write(&text)
		}
		return jobs.Progress{Done: report.Finished, All: report.Games, Unit: "games", Text: text.String()}
	}})
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = nil // the report is of what has been played
	}
	err = errors.Join(err, m.Close())
	return m.Report(), err
}

func (f *matchFlags) addTo(flags *pflag.FlagSet) {
	c := &f.config
	flags.StringArrayVar(&f.engines, "engine", nil, "an `ENGINE`; repeat for each engine")
	flags.StringVar(&f.each, "each", "", "default `WORDS` for every engine")
	flags.StringVar(&f.variants, "variant", "chess", "play these `NAMES` of variants, separated by commas; all for every variant")
	flags.IntVar(&c.Rounds, "rounds", c.Rounds, "play `N` openings of each variant, each with both colours")
	flags.StringVar(&f.format, "format", "round-robin", "pairings as `FORMAT`: round-robin, or gauntlet for the first engine against each other")
	flags.IntVar(&c.Concurrency, "concurrency", c.Concurrency, "play `N` pairs of games at a time")
	flags.StringVar(&c.Openings.File, "openings", "", "take openings from `FILE` (EPD or FEN lines, .pgn, or a book, .book or .bin) instead of random moves")
	flags.IntVar(&c.Openings.Plies, "opening-plies", c.Openings.Plies, "openings have `N` single moves (default for PGN: all)")
	flags.StringVar(&f.order, "order", "sequential", "use the openings of the file in this `ORDER`: sequential or random")
	flags.Uint64Var(&c.Seed, "seed", c.Seed, "seed `S` of the random openings")
	flags.Uint32Var(&f.margin, "margin", uint32(c.Margin.Milliseconds()), "allow `MS` milliseconds over the time")
	flags.DurationVar(&c.Patience.Silent, "patience", c.Patience.Silent, "wait `TIME` for a move without a clock")
	flags.StringVar(&f.resign, "resign", "", "adjudicate losses, as `\"moves=3 score=600\"`; with both=true both engines must agree")
	flags.StringVar(&f.draw, "draw", "", "adjudicate draws, as `\"after=34 moves=8 score=10\"`")
	flags.IntVar(&c.Adjudication.MaxPlies, "max-plies", c.Adjudication.MaxPlies, "adjudicate a draw after `N` single moves; 0 for no limit")
	flags.StringVar(&f.sprt, "sprt", "", "stop when an SPRT is decided: `\"elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized\"` (or model=logistic)")
	flags.StringVar(&c.Store, "store", c.Store, "keep the finished games in `FILE`")
	flags.BoolVar(&c.Resume, "resume", false, "continue the match in the store, or start it")
	flags.BoolVar(&c.MixBuilds, "mix-builds", false, "continue even if an engine has changed")
	flags.BoolVar(&c.Force, "force", false, "overwrite the store and the PGN")
	flags.StringVar(&c.PGN, "pgn", "", "write the games to `FILE`")
	flags.StringVar(&c.Event, "event", c.Event, "`NAME` of the event in the PGN")
	flags.BoolVar(&f.json, "json", false, "print the report as one JSON object")
	flags.IntVar(&f.every, "every", 0, "also print a report every `N` games")
	flags.BoolVar(&f.quiet, "quiet", false, "print only the report")
	f.cluster.AddFlags(flags)
}

// SelfEngine talks UCI: it is what cmd=self stands for.
func SelfEngine(ctx context.Context, in io.Reader, out io.Writer) error {
	config := uciConfig()
	config.EndOnPanic = true
	return uci.New(in, out, config).Run(ctx)
}

// read completes the configuration, or returns an error that names a bad flag.
func (f *matchFlags) read() error {
	c := &f.config
	c.Self = SelfEngine
	each, err := match.ParseEach(f.each)
	if err != nil {
		return fmt.Errorf("--each: %w", err)
	}
	for _, text := range f.engines {
		e, err := match.ParseEngine(each, text)
		if err != nil {
			return fmt.Errorf("--engine: %w", err)
		}
		c.Engines = append(c.Engines, e)
	}
	if len(c.Engines) < 2 {
		return errors.New("at least two --engine are needed")
	}
	match.NameApart(c.Engines)
	if err := f.readVariants(); err != nil {
		return fmt.Errorf("--variant: %w", err)
	}
	for _, v := range []struct {
		name           string
		value, low, up int
	}{
		{"rounds", c.Rounds, 1, 10_000_000},
		{"concurrency", c.Concurrency, LeastSlots(f.cluster), MaxThreads},
		{"opening-plies", c.Openings.Plies, 0, 1000},
		{"max-plies", c.Adjudication.MaxPlies, 0, 1_000_000},
		{"every", f.every, 0, 1_000_000},
		{"margin", int(f.margin), 0, 1_000_000},
	} {
		if v.value < v.low || v.value > v.up {
			return fmt.Errorf("--%s %d is not in %d..%d", v.name, v.value, v.low, v.up)
		}
	}
	c.Margin = time.Duration(f.margin) * time.Millisecond
	if c.Patience.Silent <= 0 {
		return fmt.Errorf("--patience %v is not above 0", c.Patience.Silent)
	}
	return f.readRules()
}

// readRules reads what decides who plays whom and when games end.
func (f *matchFlags) readRules() error {
	c := &f.config
	switch f.format {
	case "round-robin":
	case "gauntlet":
		c.Gauntlet = true
	default:
		return fmt.Errorf("--format %.40q is neither round-robin nor gauntlet", f.format)
	}
	switch f.order {
	case "sequential":
	case "random":
		c.Openings.Random = true
	default:
		return fmt.Errorf("--order %.40q is neither sequential nor random", f.order)
	}
	a := &c.Adjudication
	if f.resign != "" {
		if err := a.ParseResign(f.resign); err != nil {
			return fmt.Errorf("--resign: %w", err)
		}
	}
	if f.draw != "" {
		if err := a.ParseDraw(f.draw); err != nil {
			return fmt.Errorf("--draw: %w", err)
		}
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

// readVariants compiles the variants.
func (f *matchFlags) readVariants() error {
	names := strings.Split(f.variants, ",")
	if f.variants == "all" {
		names = variants.Names()
	}
	seen := map[string]bool{}
	for _, name := range names {
		rules, err := variants.Open(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		if seen[rules.Name()] {
			return fmt.Errorf("%s is listed twice", rules.Name())
		}
		seen[rules.Name()] = true
		f.config.Variants = append(f.config.Variants, match.Variant{Rules: rules, Names: engineNames(rules)})
	}
	return nil
}

// engineNames returns what engines may call a game, apart from Chess960: its name
// here and what else the catalogue knows it by, as threecheck is 3check. What
// Heterodox calls fairy is amazon elsewhere, where fairy may be another game.
func engineNames(rules game.Rules) []string {
	parts := strings.Split(rules.Name(), "+")
	forms := []string{""}
	for _, part := range parts {
		names := []string{part}
		switch part {
		case "fischerandom":
			continue
		case "fairy", "amazon":
			names = []string{"amazon", "fairy"}
		case "chess":
			names = []string{"chess", "standard", "normal"}
		default:
			if v, err := variants.Parse(part); err == nil {
				names = append(names, v.Aliases...)
			}
		}
		var longer []string
		for _, form := range forms {
			for _, name := range names {
				longer = append(longer, strings.TrimPrefix(form+"+"+name, "+"))
			}
		}
		forms = longer
	}
	if forms[0] == "" {
		return []string{"chess", "standard", "normal"}
	}
	return forms
}

// tell prints the report; that it could not is found by dispatch.
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

// A matchProgress shows how a match goes: on a terminal in one line, elsewhere
// with a line for each game.
type matchProgress struct {
	std   Stdio
	quiet bool
	live  bool
	every int
	begun time.Time
	first int // games that were finished before it began
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
			p.quiet = true // nobody listens
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

// left estimates the time that the match will still take.
func (p *matchProgress) left(g match.Progress) string {
	played := float64(g.Finished - p.first)
	seconds := time.Since(p.begun).Seconds() / played * float64(g.Games-g.Finished)
	return (time.Duration(math.Min(seconds, 1e8)) * time.Second).String()
}

// clear wipes the line off the terminal.
func (p *matchProgress) clear() {
	if p.live {
		fmt.Fprint(p.std.Err, "\r\x1b[K")
	}
}
