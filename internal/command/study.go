package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/study"
	"github.com/heterodox-chess/heterodox/variants"
)

// studyFlags are the arguments of heterodox study.
type studyFlags struct {
	options         study.Options
	json, html, pgn string
	quiet           bool
	explore         bool
	games           string // the file of --variants
	tables          string
	cluster         Cluster
}

// StudyCatalogue is the catalogue in which studies find games.
func StudyCatalogue() study.Catalogue {
	return study.Catalogue{Open: variants.Open, Derive: variants.Derive, Parts: variants.Parts, Changes: variants.Names()}
}

func studyCommand(cluster Cluster) *cobra.Command {
	f := studyFlags{options: study.DefaultOptions(), cluster: cluster}
	cmd := &cobra.Command{
		Use:   "study [FLAGS] GAME",
		Short: "examine a game: is it fair, does it end, are all its pieces and rules useful",
		Long: `Lets the engine play a game against itself with growing effort, measures the results,
and says in plain words what is wrong with the game: who is better off, how games end,
whether thinking helps, and which pieces and rules serve no purpose (docs/study.md). A game
to which nothing has been fitted is learned first. Ctrl-C ends it with a report on the games
played so far; with --ledger the same command continues from there.`,
		Example: `  heterodox study kingofthehill --budget 2m
  heterodox study mygame --variants my.ini --ledger mygame.ledger --html mygame.html
  heterodox study gun+fairy --rounds 20 --seed 7 --json -
`,
	}
	o := &f.options
	flags := cmd.Flags()
	flags.DurationVar(&o.Budget, "budget", o.Budget, "stop after about this `TIME`; the report takes a little longer")
	flags.IntVar(&o.Rounds, "rounds", 0, "play `N` rounds of 7 games and the pairs that go with them, however long it takes")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "seed `S` of the random openings")
	flags.Uint64Var(&o.Nodes, "nodes", o.Nodes, "search `N` nodes a move at the lowest effort, 4 and 16 times as many at the others")
	flags.IntVar(&o.Plies, "opening-plies", o.Plies, "start with `N` random single moves")
	flags.Uint64Var(&o.Proof, "proof-nodes", o.Proof, "look for a forced win, in `N` nodes for each side; 0 to skip this")
	flags.IntVar(&o.Concurrency, "concurrency", o.Concurrency, "play `N` games at a time")
	flags.StringVar(&o.Ledger, "ledger", "", "keep the games in `FILE`, and continue from those already there")
	flags.StringVar(&f.tables, "tables", "", "let the players use the endgame tables in `DIR`")
	flags.BoolVar(&o.Learn, "learn", o.Learn, "first learn a game to which nothing has been fitted")
	flags.StringVar(&f.json, "json", "", "write the report as JSON to `FILE`; - for standard output")
	flags.StringVar(&f.html, "html", "", "write the report as a page with charts to `FILE`, likewise")
	flags.StringVar(&f.pgn, "pgn", "", "write the games to `FILE`, likewise")
	flags.BoolVar(&f.quiet, "quiet", false, "print no summary and no progress")
	flags.BoolVar(&o.Odds, "odds", false, "spend half the budget on games at odds, to measure the values of the pieces")
	flags.BoolVar(&o.Remedies, "remedies", false, "spend half the budget on small changes to the game, and rank them")
	flags.BoolVar(&f.explore, "explore", false, "try random changes to the game, and show the best (GAME is chess if none is given)")
	cluster.AddFlags(flags)
	cmd.ValidArgsFunction = completeGames
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		if flags.Changed("rounds") && !flags.Changed("budget") {
			if o.Budget = 0; o.Rounds < 1 {
				return std.Fail("study: --rounds must be more than 0")
			}
		}
		f.games, _ = flags.GetString("variants") // a flag of all commands
		err := cluster.Check(flags)
		if err == nil {
			err = f.ready()
		}
		if err != nil {
			return std.Fail("study: %v", err)
		}
		return f.run(ctx, args, std)
	})
	return cmd
}

// ready returns an error if an output cannot be written, or would replace another file of the study.
func (f *studyFlags) ready() error {
	ledger := f.options.Ledger
	uses := []safefile.Use{{Role: "--ledger", Name: ledger, Output: true}, {Role: "the lock file of the ledger", Name: safefile.LockName(ledger), Output: true},
		{Role: "--variants", Name: f.games}}
	printed := 0
	for _, u := range []safefile.Use{{Role: "--json", Name: f.json, Output: true}, {Role: "--html", Name: f.html, Output: true}, {Role: "--pgn", Name: f.pgn, Output: true}} {
		if u.Name == "-" {
			printed++
			continue
		}
		uses = append(uses, u)
	}
	if printed > 1 {
		return errors.New("only one of --json, --html and --pgn can be -, standard output")
	}
	return safefile.Ready(uses...)
}

// prints reports whether a form of the report goes to standard output, in place of the summary.
func (f *studyFlags) prints() bool { return f.json == "-" || f.html == "-" || f.pgn == "-" }

// completeGames completes the name of a game.
func completeGames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return append(variants.Names(), variants.More()...), cobra.ShellCompDirectiveNoFileComp
}

func (f *studyFlags) run(ctx context.Context, args []string, std Stdio) int {
	if f.explore && len(args) == 0 {
		args = []string{"chess"}
	}
	if len(args) != 1 {
		return std.Fail("study: expected one GAME, got %d arguments", len(args))
	}
	o := &f.options
	o.Game, o.Build = args[0], Version()
	o.Catalogue = StudyCatalogue()
	if f.tables != "" {
		var err error
		if o.Tables, err = openTables(f.tables); err != nil {
			return std.Fail("study: --tables: %v", err)
		}
	}
	show := &studyProgress{std: std, line: NewLiveLine(std), next: firstLine}
	if !f.quiet {
		o.Watch = show.show
	}
	if f.cluster.Asked() {
		if o.Ledger == "" {
			return std.Fail("study: --cluster needs a --ledger")
		}
		if f.tables != "" {
			return std.Fail("study: --tables and --cluster cannot be combined: workers have no tables")
		}
		f.distribute(std)
	}
	if f.explore {
		return f.look(ctx, std, show.line)
	}
	report, err := study.Run(ctx, *o)
	show.line.Clear()
	if report == nil {
		if ctx.Err() != nil {
			std.Note("study stopped before there was anything to report%s", goOn(o.Ledger))
			return ExitInterrupted
		}
		return std.Fail("study: %v", err)
	}
	if err = errors.Join(err, f.write(report, std)); err != nil {
		std.Note("study: %v", err)
		return ExitFailure
	}
	if ctx.Err() != nil {
		std.Note("study stopped: the report covers %s%s", english.Count(report.Overall.Games, "game"), goOn(o.Ledger))
		return ExitInterrupted
	}
	return ExitOK
}

// distribute makes the machines that join play the games.
func (f *studyFlags) distribute(std Stdio) {
	o := &f.options
	var games atomic.Int64
	watch := o.Watch
	o.Watch = func(p study.Progress) {
		games.Store(int64(p.Games))
		if watch != nil {
			watch(p)
		}
	}
	o.Spread = func(ctx context.Context, job jobs.Job) error {
		return f.cluster.Do(ctx, std, Work{Job: job, Ledger: o.Ledger, Slots: o.Concurrency, Progress: func() jobs.Progress {
			return jobs.Progress{Done: int(games.Load()), Unit: "games"}
		}})
	}
}

// look explores changes of a game.
func (f *studyFlags) look(ctx context.Context, std Stdio, line *LiveLine) int {
	if f.html != "" || f.pgn != "" || f.options.Remedies {
		return std.Fail("study: --explore cannot be combined with --html, --pgn or --remedies")
	}
	list, err := study.Explore(ctx, f.options)
	line.Clear()
	if err != nil {
		if ctx.Err() != nil {
			return ExitInterrupted
		}
		return std.Fail("study: %v", err)
	}
	err = writeOutput(std, f.json, func(out io.Writer) error { return writeJSON(out, list) })
	if !f.prints() && !f.quiet {
		study.WriteCandidates(std.Out, list)
	}
	if err != nil {
		return std.Fail("study: %v", err)
	}
	if ctx.Err() != nil {
		std.Note("study stopped: the list shows what has been judged so far%s", goOn(f.options.Ledger))
		return ExitInterrupted
	}
	return ExitOK
}

// writeOutput writes a file, or to standard output if its name is -, or nothing if it has none.
func writeOutput(std Stdio, name string, form func(io.Writer) error) error {
	var text bytes.Buffer
	switch {
	case name == "":
		return nil
	case name == "-":
		return form(std.Out)
	}
	if err := form(&text); err != nil {
		return err
	}
	return safefile.WriteFile(name, text.Bytes())
}

// writeJSON writes a value as indented JSON.
func writeJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "\t")
	return e.Encode(v)
}

func goOn(ledger string) string {
	if ledger == "" {
		return ""
	}
	return "; the same command continues"
}

// write writes the report in all requested forms, even if one of them cannot be written.
func (f *studyFlags) write(r *study.Report, std Stdio) error {
	rules, err := variants.Open(f.options.Game)
	if err != nil {
		return err
	}
	err = errors.Join(
		writeOutput(std, f.json, func(out io.Writer) error { return writeJSON(out, r) }),
		writeOutput(std, f.pgn, func(out io.Writer) error { return r.WritePGN(out, rules) }),
		writeOutput(std, f.html, func(out io.Writer) error { return r.WriteHTML(out, rules.Start()) }))
	if !f.quiet && !f.prints() {
		r.WriteText(std.Out)
	}
	return err
}

// studyProgress shows the progress of a study: a live line on a terminal, otherwise a line each
// time the elapsed time has doubled.
type studyProgress struct {
	std  Stdio
	line *LiveLine
	next time.Duration
}

func (s *studyProgress) show(p study.Progress) {
	text := fmt.Sprintf("%2.0f %% %s: %s", 100*p.Fraction, p.Doing, english.Count(p.Games, "game"))
	if n := p.White + p.Draws + p.Black; n > 0 {
		text += fmt.Sprintf(", White %d, draws %d, Black %d", p.White, p.Draws, p.Black)
	}
	if s.line.live {
		s.line.Show("%s", text)
	} else if p.Elapsed >= s.next {
		s.std.Note("study: %s, %s", p.Elapsed.Round(time.Second), text)
		s.next = 2 * p.Elapsed
	}
}
