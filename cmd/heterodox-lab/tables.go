package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// tablesFlags are the arguments of heterodox-lab tables.
type tablesFlags struct {
	variant, dir string
	verify       bool
	every        uint64
	markdown     bool
}

// makeTables extends the command tables to making them.
func makeTables(cmd *cobra.Command) {
	f := &tablesFlags{}
	cmd.Use = "tables [FLAGS] MATERIAL…"
	cmd.Short = "make endgame tables, or look up positions in them"
	cmd.Long = `Makes the endgame tables of each MATERIAL, such as KQvKR or KQKR, and of all materials that
moves lead to from there; a number stands for all materials of that many men. Tables that
already exist are not made again, unless they are damaged. For each table it prints the number
of positions, counting both sides to move and mirror images, how many of them are won by White,
drawn and won by Black, and the longest wins, in moves of the winner (docs/endgames.md).`
	cmd.Example = `  heterodox-lab tables --variant gun --out DIR KQK KRK
  heterodox-lab tables --variant antichess --out DIR 2 RvNN
  heterodox-lab tables --variant gun --out DIR --verify KQK
` + cmd.Example
	flags := cmd.Flags()
	flags.StringVar(&f.variant, "variant", "chess", "the variant `NAME`, or names joined with +")
	flags.StringVar(&f.dir, "out", "", "keep the tables in `DIR`")
	flags.BoolVar(&f.verify, "verify", false, "compare each value in the tables with those of the positions that its moves lead to")
	flags.Uint64Var(&f.every, "every", 1, "with --verify, look at every `N`-th position")
	flags.BoolVar(&f.markdown, "markdown", false, "print a Markdown table, with the longest wins")
	command.CompleteVariant(cmd)
	cmd.RunE = command.Run(func(ctx context.Context, args []string, std command.Stdio) int {
		if err := f.check(cmd, args); err != nil {
			return std.Fail("tables: %v", err)
		}
		return f.run(ctx, std, args)
	})
}

func (f *tablesFlags) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("expected MATERIAL, such as KQvKR, or probe")
	case f.dir == "":
		return errors.New("--out is needed")
	case f.every < 1:
		return errors.New("--every 0 is below 1")
	case cmd.Flags().Changed("every") && !f.verify:
		return errors.New("--every needs --verify")
	case f.verify && f.markdown:
		return errors.New("--verify and --markdown cannot be combined")
	}
	return nil
}

func (f *tablesFlags) run(ctx context.Context, std command.Stdio, args []string) int {
	rules, err := variants.Open(f.variant)
	if err != nil {
		return std.Fail("tables: --variant: %v", err)
	}
	g, err := tables.NewGenerator(rules, f.dir)
	if err != nil {
		return std.Fail("tables: %v", err)
	}
	defer g.Close()
	for _, err := range g.Broken() {
		if f.verify {
			std.Note("tables: %v", err)
			return command.ExitFailure
		}
		std.Note("tables: %v; it will be made again if it is needed", err)
	}
	var list []tables.Material
	for _, text := range args {
		some, err := g.Parse(text)
		if err != nil {
			return std.Fail("tables: %v", err)
		}
		list = append(list, some...)
	}
	live, solving := command.NewLiveLine(std), tables.Material("")
	defer live.Clear()
	g.Begun = func(m tables.Material) { solving = m }
	g.Progress = func(stage string) { live.Show("%s: %s", solving, stage) }
	printed := map[tables.Material]bool{}
	if f.markdown {
		fmt.Fprintln(std.Out, "| men | positions | White wins | draws | Black wins | White's longest win | Black's |\n|---|---|---|---|---|---|---|")
	}
	g.Done = func(m tables.Material, s tables.Stats, fresh bool) {
		if live.Clear(); printed[m] || f.verify || f.markdown && !fresh {
			return
		}
		printed[m] = true
		if !f.markdown {
			fmt.Fprintln(std.Out, tableLine(m, &s))
		}
	}
	for _, m := range list {
		if err := g.Make(ctx, m); err != nil {
			if ctx.Err() != nil {
				return command.ExitInterrupted
			}
			return std.Fail("tables: %v", err)
		}
		switch {
		case f.markdown:
			line, err := markdownLine(g, m)
			if err != nil {
				std.Note("tables: %v", err)
				return command.ExitFailure
			}
			fmt.Fprintln(std.Out, line)
		case f.verify:
			if status := f.verified(ctx, std, live, g, m); status != command.ExitOK {
				return status
			}
		}
	}
	return command.ExitOK
}

// verified verifies a table.
func (f *tablesFlags) verified(ctx context.Context, std command.Stdio, live *command.LiveLine, g *tables.Generator, m tables.Material) int {
	seen, err := g.Tables().Verify(ctx, m, f.every, func(done float64) { live.Show("%s: %2.0f %%", m, 100*done) })
	live.Clear()
	switch {
	case ctx.Err() != nil:
		return command.ExitInterrupted
	case err != nil:
		std.Note("tables: %v", err)
		return command.ExitFailure
	}
	fmt.Fprintf(std.Out, "%-10s holds: %s, %s\n", m, english.Count(seen.Positions, "position"), english.Count(seen.Moves, "move"))
	return command.ExitOK
}

// tableLine summarises a table.
func tableLine(m tables.Material, s *tables.Stats) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s %12d positions %12d won %12d drawn %12d lost", m, s.Positions[0]+s.Positions[1], s.Wins[0], s.Draws(), s.Wins[1])
	for side, name := range [2]string{"White", "Black"} {
		if s.Example[side] != "" {
			fmt.Fprintf(&b, ", %s wins in %d at most", name, s.Longest[side].Moves())
		}
	}
	return b.String()
}

// markdownLine is like tableLine, but a row of Markdown, with lines played to the end.
func markdownLine(g *tables.Generator, m tables.Material) (string, error) {
	s := g.Stats(m)
	all := s.Positions[0] + s.Positions[1]
	share := func(n uint64) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(all)) }
	row := fmt.Sprintf("| %s | %d | %s | %s | %s |", m, all, share(s.Wins[0]), share(s.Draws()), share(s.Wins[1]))
	for _, side := range [2]rules.Color{rules.White, rules.Black} {
		if s.Example[side] == "" {
			row += " never |"
			continue
		}
		line, err := g.Line(m, side, 12)
		if err != nil {
			return "", err
		}
		row += fmt.Sprintf(" %d: `%s` %s |", s.Longest[side].Moves(), strings.TrimSuffix(s.Example[side], " - - 0 1"), line)
	}
	return row, nil
}
