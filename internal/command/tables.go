package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/variants"
)

// tablesCommand queries endgame tables. make, if not nil, adds making them.
func tablesCommand(make func(*cobra.Command)) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tables probe [FLAGS] FEN",
		Short:   "look up positions in endgame tables",
		Long:    "Looks up positions in endgame tables, which heterodox-lab tables makes (docs/endgames.md).",
		Example: `  heterodox tables probe --dir DIR --variant gun 'FEN'` + "\n",
	}
	cmd.RunE = Run(func(_ context.Context, args []string, std Stdio) int {
		if len(args) == 0 {
			return std.Fail("tables: expected probe (heterodox-lab tables makes tables)")
		}
		return std.Fail("tables: %.40q is not probe (heterodox-lab tables makes tables)", args[0])
	})
	if make != nil {
		make(cmd)
	}
	cmd.AddCommand(probeCommand())
	return cmd
}

func probeCommand() *cobra.Command {
	var dir, variant string
	cmd := &cobra.Command{
		Use:   "probe [FLAGS] FEN",
		Short: "show what a position is worth",
		Long: `Prints what a position is worth to the side to move, according to the tables in a
directory, and then each move with what it leads to, best first. Distances are the
winner's moves until the game is over.`,
		Example: `  heterodox tables probe --dir DIR 'k7/8/1K6/8/8/8/8/7R w - - 0 1'` + "\n",
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the `DIR` with the tables")
	cmd.Flags().StringVar(&variant, "variant", "chess", "the variant `NAME`, or names joined with +")
	CompleteVariant(cmd)
	cmd.RunE = Run(func(_ context.Context, args []string, std Stdio) int {
		switch {
		case dir == "":
			return std.Fail("tables probe: --dir is needed")
		case len(args) != 1:
			return std.Fail("tables probe: expected one FEN in quotes, got %d arguments", len(args))
		}
		rules, err := variants.Open(variant)
		if err != nil {
			return std.Fail("tables probe: --variant: %v", err)
		}
		pos, err := rules.ParsePosition(args[0])
		if err != nil {
			return std.Fail("tables probe: %v", err)
		}
		return probe(std, dir, pos)
	})
	return cmd
}

func probe(std Stdio, dir string, pos game.Position) int {
	s, err := tables.Open(dir)
	if err != nil {
		return std.Fail("tables probe: %v", err)
	}
	defer s.Close()
	list, err := s.Materials(pos.Rules())
	if err != nil {
		return std.Fail("tables probe: %v", err)
	}
	v, ok := s.Probe(pos)
	if err := s.Err(); err != nil {
		return std.Fail("tables probe: %v", err)
	}
	if !ok {
		std.Note("tables probe: none of the %d tables of %s contains the position", len(list), pos.Rules().Name())
		return ExitFailure
	}
	fmt.Fprintln(std.Out, v)
	type choice struct {
		move  string
		value tables.Value
	}
	var choices []choice
	for _, m := range pos.Moves() {
		if w, ok := s.Probe(pos.Play(m)); ok {
			choices = append(choices, choice{pos.SAN(m), w.Before()})
		} else {
			std.Note("tables probe: no table contains the position after %s", pos.SAN(m))
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return b.value.Compare(a.value) })
	for _, c := range choices {
		fmt.Fprintf(std.Out, "  %-8s %s\n", c.move, c.value)
	}
	return ExitOK
}
