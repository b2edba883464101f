package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/proof"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/solve"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// solveFlags are the arguments of heterodox-lab solve.
type solveFlags struct {
	by      int
	all     bool
	limit   int
	ledger  string
	threads int
	budget  time.Duration
	first   []string
	merge   []string
	proof   string
	cluster clusterFlags
}

func solveCommand() *cobra.Command {
	s := &solveFlags{}
	cmd := &cobra.Command{
		Use:   "solve [FLAGS] VARIANT",
		Short: "look for forced wins in games with turns of several moves",
		Long: `Looks for forced wins in games with turns of several moves, and writes proofs that
heterodox check-proof checks (docs/solved.md).`,
		Example: `  heterodox-lab solve --by 5 --proof FILE fibonacci
  heterodox-lab solve --by 6 --ledger FILE [--threads N] [--budget 9m] fibonacci
  heterodox-lab solve --by 6 --ledger FILE --merge OTHER,OTHER fibonacci
  heterodox-lab solve --by 5 --all --limit 1000 fibonacci,gun,extinction
`,
	}
	s.add(cmd.Flags())
	cmd.RunE = command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
		if err := s.check(cmd.Flags(), args); err != nil {
			return std.Fail("solve: %v", err)
		}
		return s.run(ctx, std, args[0])
	})
	return cmd
}

func (s *solveFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&s.by, "by", 6, "look for wins by turn `N`")
	flags.BoolVar(&s.all, "all", false, "make a table of the combinations of VARIANTS")
	flags.IntVar(&s.limit, "limit", 0, "search at most `N` turns for each turn by which a win is sought (default no limit)")
	flags.StringVar(&s.ledger, "ledger", "", "keep the results in `FILE`, and continue from those already there")
	flags.IntVar(&s.threads, "threads", runtime.NumCPU(), "work on `N` threads")
	flags.DurationVar(&s.budget, "budget", 0, "stop after `TIME`, such as 9m (default none)")
	flags.StringSliceVar(&s.first, "first", nil, "look only at the first turns `LIST`, such as e2e4,d2d4")
	flags.StringSliceVar(&s.merge, "merge", nil, "first take over the results in the ledgers `FILES`")
	flags.StringVar(&s.proof, "proof", "", "write the proof to `FILE`")
	s.cluster.AddFlags(flags)
}

func (s *solveFlags) check(flags *pflag.FlagSet, args []string) error {
	switch {
	case len(args) != 1:
		return fmt.Errorf("expected one VARIANT, got %d arguments (heterodox-lab solve --help)", len(args))
	case s.by < 1 || s.by > 6:
		return fmt.Errorf("--by %d is not in 1..6", s.by)
	case s.threads < 1 && (s.threads < 0 || !s.cluster.Asked()) || s.threads > command.MaxThreads:
		return fmt.Errorf("--threads %d is not in 1..%d", s.threads, command.MaxThreads)
	case s.by == 6 && s.ledger == "" && !s.all:
		return errors.New("--by 6 needs --ledger")
	case s.limit < 0:
		return fmt.Errorf("--limit %d is below 0", s.limit)
	case s.budget < 0:
		return fmt.Errorf("--budget %v is below 0", s.budget)
	}
	if err := s.checkUse(flags); err != nil {
		return err
	}
	if err := s.cluster.Check(flags); err != nil {
		return err
	}
	uses := []safefile.Use{{Role: "--ledger", Name: s.ledger, Output: true}, {Role: "the lock file of the ledger", Name: safefile.LockName(s.ledger), Output: true},
		{Role: "--proof", Name: s.proof, Output: true}}
	for _, name := range s.merge {
		uses = append(uses, safefile.Use{Role: "--merge", Name: name})
	}
	return safefile.Ready(uses...)
}

// checkUse returns an error if a flag is given that this kind of search does not use: only a
// search by turn 6 consists of tasks, and a table has no proof.
func (s *solveFlags) checkUse(flags *pflag.FlagSet) error {
	tasks := s.by == 6 && !s.all
	for _, name := range []string{"ledger", "threads", "first", "merge", "cluster"} {
		if flags.Changed(name) && !tasks {
			return fmt.Errorf("--%s needs --by 6, without --all", name)
		}
	}
	if flags.Changed("limit") && tasks {
		return errors.New("--limit needs --by 1 to 5, or --all")
	}
	if flags.Changed("proof") && s.all {
		return errors.New("--proof and --all cannot be combined")
	}
	return nil
}

func (s *solveFlags) run(ctx context.Context, std command.Stdio, variant string) int {
	if s.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.budget)
		defer cancel()
	}
	if s.all {
		return s.table(ctx, std, strings.Split(variant, ","))
	}
	r, err := searchable(variant)
	if err != nil {
		return std.Fail("solve: %v", err)
	}
	if s.by < 6 {
		return s.prove(ctx, std, r)
	}
	return s.long(ctx, std, r)
}

// searchable compiles a game of the fast machine.
func searchable(name string) (*chess.Ruleset, error) {
	r, err := variants.Compile(name)
	if err != nil {
		if other, unfit := variants.Open(name); unfit == nil {
			return nil, fmt.Errorf("only games of the fast machine can be searched, not %s", other.Name())
		}
	}
	return r, err
}

// prove determines whether the side that plays turn by wins by then, and writes the proof of
// that or of the opposite.
func (s *solveFlags) prove(ctx context.Context, std command.Stdio, r *chess.Ruleset) int {
	side := rules.Color((s.by + 1) % 2)
	q := solve.Quest{Start: r.Start(), Side: side.Opponent(), Turn: s.by, Limit: s.limit}
	p, err := q.Prove(ctx)
	if p == nil && err == nil {
		q = solve.Quest{Start: r.Start(), Side: side, Wins: true, Turn: s.by, Limit: s.limit}
		p, err = q.Prove(ctx)
	}
	if err != nil {
		std.Note("solve: %s by turn %d is not decided: %v", r.Name(), s.by, err)
		return command.ExitFailure
	}
	fmt.Fprintf(std.Out, "%s (%d lines, %d turns searched)\n", p.Claim(), len(p.Lines), q.Searched)
	return s.writeProof(std, p)
}

func (s *solveFlags) writeProof(std command.Stdio, p *proof.Proof) int {
	if s.proof == "" {
		return command.ExitOK
	}
	var text bytes.Buffer
	err := p.Write(&text)
	if err == nil {
		err = safefile.WriteFile(s.proof, text.Bytes())
	}
	if err != nil {
		return std.Fail("solve: %v", err)
	}
	return command.ExitOK
}

// combinations returns the combinations of games, all of which can be searched.
func combinations(names []string) (games []string, err error) {
	for set := 1; set < 1<<len(names); set++ {
		var parts []string
		for i, name := range names {
			if set>>i&1 == 1 {
				parts = append(parts, name)
			}
		}
		game := strings.Join(parts, "+")
		if _, err := searchable(game); err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, nil
}

// table prints for each combination of games by which turn one side wins.
func (s *solveFlags) table(ctx context.Context, std command.Stdio, names []string) int {
	games, err := combinations(names)
	if err != nil {
		return std.Fail("solve: %v", err)
	}
	for _, game := range games {
		r, err := searchable(game)
		if err != nil {
			return std.Fail("solve: %v", err)
		}
		fmt.Fprintf(std.Out, "| %s | %s |\n", game, s.shortest(ctx, r))
		if ctx.Err() != nil {
			return command.ExitInterrupted
		}
	}
	return command.ExitOK
}

// shortest says by which turn a side wins, or up to which turn there is no win.
func (s *solveFlags) shortest(ctx context.Context, r *chess.Ruleset) string {
	for by := 1; by <= s.by; by++ {
		side := rules.Color((by + 1) % 2)
		q := solve.Quest{Start: r.Start(), Side: side, Wins: true, Turn: by, Limit: s.limit, Most: 1_000_000}
		switch p, err := q.Prove(ctx); {
		case err != nil:
			return fmt.Sprintf("no win by turn %d; turn %d: %v", by-1, by, err)
		case p != nil:
			return fmt.Sprintf("%s wins by turn %d", side, by)
		}
	}
	return fmt.Sprintf("no win by turn %d", s.by)
}

// long searches for a win by turn 6, in tasks.
func (s *solveFlags) long(ctx context.Context, std command.Stdio, r *chess.Ruleset) int {
	job, err := solve.Open(r.Start(), s.ledger, s.first)
	if err != nil {
		return std.Fail("solve: %v", err)
	}
	defer job.Close()
	for _, file := range s.merge {
		n, err := job.Merge(file)
		if err != nil {
			return std.Fail("solve: %v", err)
		}
		fmt.Fprintf(std.Out, "%s: %d new results\n", file, n)
	}
	if err := s.work(ctx, std, job); err != nil {
		return std.Fail("solve: %v", err)
	}
	return s.report(std, job)
}

// work does the tasks of a job until it is done or the budget is spent.
func (s *solveFlags) work(ctx context.Context, std command.Stdio, job *solve.Job) error {
	live, begun, shown := command.NewLiveLine(std), time.Now(), time.Now()
	defer live.Clear()
	tell := func() {
		state := standing(job)
		live.Show("%s", state)
		if time.Since(shown) > time.Minute {
			shown = time.Now()
			std.Note("%.0f min: %s", time.Since(begun).Minutes(), state)
		}
	}
	var err error
	if s.cluster.Asked() {
		err = s.cluster.Do(ctx, std, command.Work{
			Job: job, Ledger: s.ledger, Slots: s.threads, Tell: tell,
			Progress: func() jobs.Progress {
				won, _, _ := job.Counts()
				return jobs.Progress{Done: won, Unit: "positions", Text: standing(job)}
			},
		})
	} else {
		var do *solve.Doer
		if do, err = solve.NewDoer(job.TermsText(), variants.Compile); err == nil {
			do.Learn(job)
			err = jobs.Run(ctx, job, do, s.threads, "here", tell)
		}
	}
	if ctx.Err() != nil {
		return nil // what is finished is in the ledger
	}
	return err
}

// standing describes the progress of a job, and how much the replies chosen so far still need.
func standing(job *solve.Job) string {
	won, atOnce, resisted := job.Counts()
	text := fmt.Sprintf("%s after turn 3 won, %d of them at once, %d resist", english.Count(won, "position"), atOnce, resisted)
	left := job.Left()
	if left.Fresh+left.Resisting == 0 {
		return text
	}
	text += fmt.Sprintf("; %d left", left.Fresh+left.Resisting)
	if left.Resisting > 0 {
		text += fmt.Sprintf(", %d of them resist so far", left.Resisting)
	}
	switch {
	case left.Seconds == 0:
		return text + ", time unknown"
	case left.Unknown > 0:
		return text + fmt.Sprintf(": at least %s, and an unknown time for %d of them", coreHours(left.Seconds), left.Unknown)
	}
	return text + ": at least " + coreHours(left.Seconds)
}

// coreHours formats a time on one core.
func coreHours(seconds float64) string {
	switch {
	case seconds < 60:
		return fmt.Sprintf("%.0f s on one core", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%.0f min on one core", seconds/60)
	}
	return fmt.Sprintf("%.1f h on one core", seconds/3600)
}

// report prints the progress of the search, and writes the proof if it is complete.
func (s *solveFlags) report(std command.Stdio, job *solve.Job) int {
	won, lines := job.Report()
	for _, l := range lines {
		fmt.Fprintln(std.Out, l)
	}
	fmt.Fprintf(std.Out, "%s, after %s\n", standing(job), coreHours(job.Seconds()))
	if !won {
		return command.ExitOK
	}
	p := job.Proof()
	fmt.Fprintln(std.Out, p.Claim())
	return s.writeProof(std, p)
}
