package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/tune"
)

func tuneScaleCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "scale FILE…",
		Short: "fit how many points a score is worth in a game",
		Long: `Fits what a centipawn is worth to the games in each FILE, which tune play has written: the
K with which a score of v centipawns predicts 1/(1 + exp(-K·v)) points. It prints a line for
each file: the game, K, and the numbers of games and positions (docs/review.md).`,
		RunE: command.Run(func(_ context.Context, args []string, std command.Stdio) int {
			err := errors.New("a FILE is needed")
			for _, name := range args {
				if err = writeScale(name, std); err != nil {
					break
				}
			}
			if err != nil {
				return std.Fail("tune scale: %v", err)
			}
			return command.ExitOK
		}),
	}
}

func writeScale(name string, std command.Stdio) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	c, err := tune.FitScale(f)
	if err != nil {
		return fmt.Errorf("%s:%w", name, err)
	}
	_, err = fmt.Fprintf(std.Out, "%-18s %.5f  %d games of %d nodes a move, %d positions\n", c.Variant, c.K, c.Games, c.Nodes, c.Positions)
	return err
}
