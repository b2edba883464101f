package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/variants"
)

func pgnCommand() *cobra.Command {
	var variant string
	cmd := &cobra.Command{
		Use:   "pgn [FLAGS] FILE…",
		Short: "check games in PGN, or print statistics about them",
		Long: `Replays games in PGN by the rules of their Variant tag and reports the first wrong move
of each. The exit status is 1 if it finds an error.

FILE may be - for standard input. Files may be compressed with gzip or zstd.`,
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int { return runPGN(ctx, variant, args, std) }),
	}
	cmd.Flags().StringVar(&variant, "variant", "", "replay all games as variant `NAME`, whatever their tags say")
	CompleteVariant(cmd)
	cmd.AddCommand(pgnStatsCommand())
	return cmd
}

func runPGN(ctx context.Context, variant string, files []string, std Stdio) int {
	games, moves, wrong := 0, 0, 0
	err := replayFiles(ctx, variant, files, std, func(g *replay.Game) error {
		games++
		if g.Record != nil {
			moves += g.Record.Len()
		}
		if g.Err != nil {
			wrong++
			fmt.Fprintf(std.Out, "%s: %v\n", g.File, g.Err)
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		std.Note("pgn stopped after %s", english.Count(games, "game"))
		return ExitInterrupted
	case err != nil:
		return std.Fail("pgn: %v", err)
	}
	fmt.Fprintf(std.Out, "%s, %s, %d wrong\n", english.Count(games, "game"), english.Count(moves, "move"), wrong)
	if wrong > 0 {
		return ExitFailure
	}
	return ExitOK
}

// replayFiles plays the games of files, all as a certain variant if one is named.
func replayFiles(ctx context.Context, variant string, files []string, std Stdio, use func(*replay.Game) error) error {
	if len(files) == 0 {
		return errors.New("a FILE is needed, or - for standard input")
	}
	var all game.Rules
	if variant != "" {
		var err error
		if all, err = variants.Open(variant); err != nil {
			return err
		}
	}
	return replay.Files(ctx, files, replay.Options{Open: variants.Open, Rules: all, In: std.In}, use)
}
