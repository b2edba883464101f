package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/gamestats"
	"github.com/heterodox-chess/heterodox/internal/replay"
)

type statsFlags struct {
	variant    string
	json       bool
	plies, top int
}

func pgnStatsCommand() *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use:   "stats [FLAGS] FILE…",
		Short: "results, lengths, ends and openings by variant",
		Long: `Replays games in PGN and counts their results, lengths, ends and openings by variant.
Games with errors are reported and left out.

FILE may be - for standard input. Files may be compressed with gzip or zstd.`,
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int { return f.run(ctx, args, std) }),
	}
	cmd.Flags().StringVar(&f.variant, "variant", "", "replay all games as variant `NAME`, whatever their tags say")
	cmd.Flags().BoolVar(&f.json, "json", false, "print everything as one JSON object")
	cmd.Flags().IntVar(&f.plies, "plies", 4, "an opening has `N` single moves")
	cmd.Flags().IntVar(&f.top, "top", 10, "list the `N` most frequent openings of each variant")
	CompleteVariant(cmd)
	return cmd
}

func (f statsFlags) run(ctx context.Context, files []string, std Stdio) int {
	if f.plies < 0 || f.plies > 100 || f.top < 0 {
		return std.Fail("pgn stats: --plies must be 0 to 100, --top at least 0")
	}
	counter := gamestats.Counter{Plies: f.plies}
	games, wrong := 0, 0
	err := replayFiles(ctx, f.variant, files, std, func(g *replay.Game) error {
		games++
		if g.Err != nil {
			wrong++
			std.Note("%s: %v", g.File, g.Err)
			return nil
		}
		counter.Add(g.Record, replay.Result(g.Game))
		return nil
	})
	switch {
	case ctx.Err() != nil:
		std.Note("pgn stats stopped after %s", english.Count(games, "game"))
		return ExitInterrupted
	case err != nil:
		return std.Fail("pgn stats: %v", err)
	}
	list := counter.Variants(f.top)
	if f.json {
		out := json.NewEncoder(std.Out)
		out.SetIndent("", "  ")
		out.SetEscapeHTML(false)
		err = out.Encode(map[string]any{"games": games, "wrong": wrong, "variants": list})
	} else {
		err = writeStats(std.Out, games, wrong, list)
	}
	if err != nil {
		return std.Fail("pgn stats: %v", err)
	}
	if wrong > 0 {
		return ExitFailure
	}
	return ExitOK
}

func writeStats(w io.Writer, games, wrong int, list []gamestats.Variant) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d wrong\n", english.Count(games, "game"), wrong)
	if len(list) > 0 {
		width := len("variant")
		for _, v := range list {
			width = max(width, len(v.Name))
		}
		fmt.Fprintf(&b, "\n%-*s  %8s %8s %8s %8s %8s  %7s  %s\n", width, "variant", "games", "White", "drawn", "Black", "open", "score", "single moves: median (10 % to 90 %, longest)")
		for _, v := range list {
			fmt.Fprintf(&b, "%-*s  %8d %8d %8d %8d %8d  %7s  %d (%d to %d, %d)\n", width, v.Name, v.Games, v.White, v.Draws, v.Black, v.Unfinished,
				scored(v.Results), v.Plies.Median, v.Plies.Tenth, v.Plies.Ninth, v.Plies.Longest)
		}
	}
	for _, v := range list {
		fmt.Fprintf(&b, "\n%s\n  ends:", v.Name)
		ends := slices.SortedFunc(maps.Keys(v.Ends), func(x, y string) int {
			return cmp.Or(v.Ends[y]-v.Ends[x], strings.Compare(x, y))
		})
		for i, end := range ends {
			fmt.Fprintf(&b, "%s %d %s", []string{"", ","}[min(i, 1)], v.Ends[end], end)
		}
		b.WriteString("\n")
		for _, o := range v.Openings {
			fmt.Fprintf(&b, "  %8d  %6s  %s  %s\n", o.Games, scored(o.Results), fmt.Sprintf("+%d =%d -%d", o.White, o.Draws, o.Black), o.Moves)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// scored writes White's share of the points, – if no game has a result.
func scored(r gamestats.Results) string {
	if r.Games == r.Unfinished {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100*r.Score())
}
