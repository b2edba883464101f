package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/internal/review/page"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// reviewFlags are the arguments of heterodox review.
type reviewFlags struct {
	nodes             uint64
	time              time.Duration
	threads           int
	variant           string
	html, svg, ledger string
	games             string // the file of --variants
	json, quiet       bool
}

// reviewNodes is the default number of nodes for a position.
const reviewNodes = 100_000

func reviewCommand() *cobra.Command {
	f := reviewFlags{nodes: reviewNodes, threads: runtime.NumCPU()}
	cmd := &cobra.Command{
		Use:   "review [FLAGS] GAMES.pgn…",
		Short: "judge the moves of games, and explain the bad ones",
		Long: `Judges every move of the games in PGN files, in any variant, and prints the games with
evaluations, marks, better lines, and comments that say why (docs/review.md). Turns of
several moves are judged as a whole. The exit status is 1 if a game cannot be read.

FILE may be - for standard input. Files may be compressed with gzip or zstd.`,
		Example: `  heterodox review games.pgn > reviewed.pgn
  heterodox review --time 1s --html game.html game.pgn > reviewed.pgn
  heterodox review --ledger games.ledger games.pgn > reviewed.pgn
`,
	}
	flags := cmd.Flags()
	flags.Uint64Var(&f.nodes, "nodes", f.nodes, "search `N` nodes in each position; the same nodes give the same review")
	flags.DurationVar(&f.time, "time", 0, "search each position for `TIME` instead")
	flags.IntVar(&f.threads, "threads", f.threads, "search `K` positions at a time")
	flags.StringVar(&f.variant, "variant", "", "read all games as variant `NAME`, whatever their tags say")
	flags.StringVar(&f.html, "html", "", "write a page with the game, its graph and its mistakes to `FILE`; NAME-2.html and so on for further games")
	flags.StringVar(&f.svg, "svg", "", "write the graph of the game to `FILE`, likewise")
	flags.BoolVar(&f.json, "json", false, "print the judgements as JSON, one line per game, instead of PGN")
	flags.StringVar(&f.ledger, "ledger", "", "keep the results in `FILE`, and continue from those already there")
	flags.BoolVar(&f.quiet, "quiet", false, "show no progress")
	CompleteVariant(cmd)
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		f.games, _ = flags.GetString("variants") // a flag of all commands
		err := f.check(flags, args)
		if err == nil && flags.Changed("nodes") && f.time > 0 {
			err = errors.New("--nodes and --time cannot be combined")
		}
		if err != nil {
			return std.Fail("review: %v", err)
		}
		return f.run(ctx, args, std)
	})
	return cmd
}

func (f *reviewFlags) check(flags *pflag.FlagSet, args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("a FILE is needed, or - for standard input")
	case f.nodes == 0 || flags.Changed("time") && f.time <= 0:
		return errors.New("--nodes and --time must be more than 0")
	case f.html == "-" || f.svg == "-":
		return errors.New("--html and --svg need the name of a file: the games are written to standard output")
	case f.threads < 1 || f.threads > MaxThreads:
		return fmt.Errorf("--threads %d is not in 1..%d", f.threads, MaxThreads)
	}
	return safefile.Ready(f.uses(args)...)
}

// uses returns the files that the first game needs.
func (f *reviewFlags) uses(files []string) []safefile.Use {
	uses := []safefile.Use{{Role: "--ledger", Name: f.ledger, Output: true}, {Role: "the lock file of the ledger", Name: safefile.LockName(f.ledger), Output: true},
		{Role: "--html", Name: f.html, Output: true}, {Role: "--svg", Name: f.svg, Output: true}, {Role: "--variants", Name: f.games}}
	for _, name := range files {
		if name != "-" {
			uses = append(uses, safefile.Use{Role: "the file of games", Name: name})
		}
	}
	return uses
}

// A reviewRun reviews the games of several files in turn.
type reviewRun struct {
	*reviewFlags
	std       Stdio
	line      *LiveLine
	searchers []game.Searcher
	limits    game.Limits
	uses      []safefile.Use
	open      func(name string) (game.Rules, error)
	kept      *review.Ledger // nil for none

	games, wrong int
	began        time.Time
	next         time.Duration
}

func (f *reviewFlags) run(ctx context.Context, files []string, std Stdio) int {
	run := &reviewRun{
		reviewFlags: f, std: std, line: NewLiveLine(std), limits: game.Limits{Nodes: f.nodes}, open: variants.Open,
		uses: f.uses(files), began: time.Now(), next: firstLine,
	}
	if f.time > 0 {
		run.limits = game.Limits{MoveTime: f.time}
	}
	var err error
	if f.variant != "" {
		var all game.Rules
		all, err = variants.Open(f.variant)
		run.open = func(string) (game.Rules, error) { return all, nil }
	}
	if err == nil && f.ledger != "" {
		run.kept, err = review.OpenLedger(f.ledger, run.limits)
		defer run.kept.Close()
	}
	if err != nil {
		return std.Fail("review: %v", err)
	}
	options := engine.DefaultOptions()
	options.MoveOverhead = 0
	for range f.threads {
		run.searchers = append(run.searchers, engine.New(options))
	}
	for i := 0; err == nil && i < len(files); i++ {
		err = run.file(ctx, files[i])
	}
	run.line.Clear()
	switch {
	case ctx.Err() != nil:
		std.Note("review stopped after %s%s", english.Count(run.games, "game"), goOn(f.ledger))
		return ExitInterrupted
	case err != nil:
		return std.Fail("review: %v", err)
	case run.games+run.wrong == 0:
		return std.Fail("review: there are no games")
	case run.wrong > 0:
		return ExitFailure
	}
	return ExitOK
}

// file reviews the games of a file. Those that cannot be read are reported.
func (run *reviewRun) file(ctx context.Context, name string) error {
	text, err := replay.Open(ctx, name, run.std.In)
	if err != nil {
		return err
	}
	defer text.Close()
	for games := pgn.NewReader(text); ctx.Err() == nil; {
		g, err := games.Next()
		if g == nil {
			return err // nil at the end
		}
		var t *table.Table
		if err == nil {
			if t, err = table.Study(g, run.open); err != nil {
				err = fmt.Errorf("game %d, %w", g.Number, err)
			}
		}
		if err != nil {
			run.line.Clear()
			run.std.Note("review: %s: %v", name, err)
			run.wrong++
			continue
		}
		if err := run.game(ctx, g, t); err != nil {
			return err
		}
		run.games++
	}
	return ctx.Err()
}

// game reviews a game, and writes the result.
func (run *reviewRun) game(ctx context.Context, g *pgn.Game, t *table.Table) error {
	defer t.Close()
	if err := run.ready(); err != nil {
		return err
	}
	state := t.State()
	reviewed := review.NewGame(state.Record, state.Result.Result)
	if err := run.kept.Recall(reviewed); err != nil {
		return err
	}
	todo := len(reviewed.Positions())
	done := 0
	err := reviewed.Run(ctx, run.searchers, run.limits, func(ply int, f review.Finding) error {
		done++
		run.show(done, todo)
		return run.kept.Keep(reviewed, ply, f)
	})
	if err == nil {
		err = t.TakeReview(reviewed)
	}
	if err != nil {
		return err
	}
	run.line.Clear()
	title := review.Title{White: g.Tag("White"), Black: g.Tag("Black"), Event: g.Tag("Event"), Date: g.Tag("Date"), Ended: g.Tag("Termination")}
	if o := state.Record.Outcome(); o.Over() {
		title.Ended = o.Reason.String()
	}
	err = errors.Join(
		run.write(run.html, func(w io.Writer) error { return page.Write(w, reviewed, title, t.PGN()) }),
		run.write(run.svg, reviewed.WriteSVG))
	if run.json {
		return errors.Join(err, json.NewEncoder(run.std.Out).Encode(reviewed.Report(title)))
	}
	_, failed := run.std.Out.Write(t.PGN())
	return errors.Join(err, failed)
}

// ready returns an error if a file about the next game cannot be written, or would replace another.
func (run *reviewRun) ready() error {
	if run.games == 0 {
		return nil // checked with the flags
	}
	return safefile.Ready(append(run.uses,
		safefile.Use{Role: "--html", Name: run.numbered(run.html), Output: true},
		safefile.Use{Role: "--svg", Name: run.numbered(run.svg), Output: true})...)
}

// numbered returns the name of a file about the next game, "" for none.
func (run *reviewRun) numbered(file string) string {
	if file == "" || run.games == 0 {
		return file
	}
	ext := filepath.Ext(file)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, ext), run.games+1, ext)
}

// write writes a file about the game, if one is wanted.
func (run *reviewRun) write(file string, form func(io.Writer) error) error {
	if file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := form(&b); err != nil {
		return err
	}
	return safefile.WriteFile(run.numbered(file), b.Bytes())
}

// show shows the progress of the review: a live line on a terminal, otherwise a line each time
// the elapsed time has doubled.
func (run *reviewRun) show(done, of int) {
	if run.quiet {
		return
	}
	run.line.Show("game %d: %d of %s", run.games+1, done, english.Count(of, "position"))
	if elapsed := time.Since(run.began); !run.line.live && elapsed >= run.next {
		run.std.Note("review: %s, game %d: %d of %s", elapsed.Round(time.Second), run.games+1, done, english.Count(of, "position"))
		run.next = 2 * elapsed
	}
}
