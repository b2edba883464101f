package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/match"
	"github.com/heterodox-chess/heterodox/variants"
)

// GameFlags are the arguments, about the games, of commands that let engines play each other in
// pairs of games. Start with match.DefaultConfig.
type GameFlags struct {
	Config       match.Config
	Cluster      Cluster
	each         string
	variants     string
	order        string
	margin       uint32 // ms
	resign, draw string
}

// AddFlags adds the flags of the games and of the cluster.
func (f *GameFlags) AddFlags(flags *pflag.FlagSet) {
	c := &f.Config
	flags.StringVar(&f.each, "each", "", "default `WORDS` for every engine")
	flags.StringVar(&f.variants, "variant", "chess", "play the variants `NAMES`, separated by commas; all for every variant")
	flags.IntVar(&c.Concurrency, "concurrency", c.Concurrency, "play `N` pairs of games at a time")
	flags.StringVar(&c.Openings.File, "openings", "", "take openings from `FILE` (EPD or FEN lines, .pgn, or a book, .book or .bin) instead of random moves")
	flags.IntVar(&c.Openings.Plies, "opening-plies", c.Openings.Plies, "openings have `N` single moves (default for PGN: all)")
	flags.StringVar(&f.order, "order", "sequential", "use the openings in the file in this `ORDER`: sequential or random")
	flags.Uint32Var(&f.margin, "margin", uint32(c.Margin.Milliseconds()), "let engines exceed their time by `MS` milliseconds")
	flags.DurationVar(&c.Patience.Silent, "patience", c.Patience.Silent, "wait `TIME` for a move if there is no clock")
	flags.StringVar(&f.resign, "resign", "", "adjudicate losses, as `\"moves=3 score=600\"`; with both=true both engines must agree")
	flags.StringVar(&f.draw, "draw", "", "adjudicate draws, as `\"after=34 moves=8 score=10\"`")
	flags.IntVar(&c.Adjudication.MaxPlies, "max-plies", c.Adjudication.MaxPlies, "adjudicate a draw after `N` single moves; 0 for no limit")
	flags.BoolVar(&c.MixBuilds, "mix-builds", false, "continue even if an engine has changed")
	f.Cluster.AddFlags(flags)
}

// Read completes the configuration with these flags and engines, or returns an error that
// names a bad flag.
func (f *GameFlags) Read(flags *pflag.FlagSet, engines ...string) error {
	c := &f.Config
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %.40q", flags.Arg(0))
	}
	if c.Openings.IsPGN() && !flags.Changed("opening-plies") {
		c.Openings.Plies = 0 // all of them
	}
	if err := f.Cluster.Check(flags); err != nil {
		return err
	}
	each, err := match.ParseEach(f.each)
	if err != nil {
		return fmt.Errorf("--each: %w", err)
	}
	for _, text := range engines {
		e, err := match.ParseEngine(each, text)
		if err != nil {
			return fmt.Errorf("--engine: %w", err)
		}
		c.Engines = append(c.Engines, e)
	}
	match.NameApart(c.Engines)
	if err := f.readVariants(); err != nil {
		return fmt.Errorf("--variant: %w", err)
	}
	if err := CheckInts(
		IntRange{"concurrency", c.Concurrency, LeastSlots(f.Cluster), MaxThreads},
		IntRange{"opening-plies", c.Openings.Plies, 0, 1000},
		IntRange{"max-plies", c.Adjudication.MaxPlies, 0, 1_000_000},
		IntRange{"margin", int(f.margin), 0, 1_000_000},
	); err != nil {
		return err
	}
	c.Margin = time.Duration(f.margin) * time.Millisecond
	if c.Patience.Silent <= 0 {
		return fmt.Errorf("--patience %v is not more than 0", c.Patience.Silent)
	}
	c.Self, c.Open = SelfEngine, variants.Open
	return f.readRules()
}

// readRules reads the order of the openings and the rules of adjudication.
func (f *GameFlags) readRules() error {
	c := &f.Config
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
	return nil
}

// An IntRange is the range of a flag.
type IntRange struct {
	Name           string
	Value, Low, Up int
}

// CheckInts returns an error that names the first flag outside its range.
func CheckInts(flags ...IntRange) error {
	for _, v := range flags {
		if v.Value < v.Low || v.Value > v.Up {
			return fmt.Errorf("--%s %d is not in %d..%d", v.Name, v.Value, v.Low, v.Up)
		}
	}
	return nil
}

// readVariants compiles the variants.
func (f *GameFlags) readVariants() error {
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
		f.Config.Variants = append(f.Config.Variants, match.Variant{Rules: rules, Names: engineNames(rules)})
	}
	return nil
}

// engineNames returns the names that engines may use for a game, apart from Chess960: its name
// here and its aliases in the catalogue (threecheck is also 3check). What Heterodox calls fairy
// is amazon elsewhere, where fairy may be a different game.
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

// Play plays the match, here or on all machines that join, and calls watch after each game.
// text writes what the page of a cluster shows; nil means the report.
func (f *GameFlags) Play(ctx context.Context, std Stdio, watch func(match.Progress), text func(io.Writer) error) (match.Report, error) {
	var err error
	if f.Config.Bench, err = SelfBench(); err != nil {
		return match.Report{}, err
	}
	f.Config.Note = func(text string) { std.Note("%s", text) }
	if !f.Cluster.Asked() {
		return match.Run(ctx, f.Config, watch)
	}
	slots := f.Config.Concurrency
	f.Config.Concurrency = max(slots, 1)
	f.Config.Gauge = Gauge(f.Config.Concurrency)
	m, err := match.Open(ctx, f.Config)
	if err != nil {
		return match.Report{}, err
	}
	job, err := match.NewJob(m, watch)
	if err != nil {
		m.Close()
		return match.Report{}, err
	}
	work := Work{Job: job, Ledger: f.Config.Store, Slots: slots, Progress: func() jobs.Progress {
		report := m.Report()
		var words strings.Builder
		switch {
		case text != nil:
			text(&words)
		case report.Finished > 0:
			report.Write(&words)
		}
		return jobs.Progress{Done: report.Finished, All: report.Games, Unit: "games", Text: words.String()}
	}}
	if f.Config.Tuner != nil {
		work.Job = struct { // without Purge: later results depend on all earlier ones
			jobs.Job
			jobs.Faulty
		}{job, job}
	}
	err = f.Cluster.Do(ctx, std, work)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = nil // the report covers what has been played
	}
	err = errors.Join(err, m.Close())
	return m.Report(), err
}
