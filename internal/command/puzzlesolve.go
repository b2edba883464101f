package command

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/internal/tui"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// runSolve lets the user solve puzzles.
func (f *puzzleFlags) runSolve(ctx context.Context, files []string, named bool, std Stdio) int {
	list, err := f.toSolve(ctx, files, named, std)
	var file string
	if err == nil {
		file, err = progressFile()
	}
	var progress *puzzle.Progress
	if err == nil {
		progress, err = puzzle.ReadProgress(file)
	}
	if err == nil {
		session := tui.Puzzles{
			List: list, Theme: f.theme, Open: variants.Open, Reply: replier(), Progress: progress,
			Record: func(of puzzle.Puzzle, solved bool) error { return progress.RecordIn(file, of, solved) }, Random: dice(),
		}
		err = session.Solve(ctx, std.In, std.Out)
	}
	switch {
	case ctx.Err() != nil:
		return ExitInterrupted
	case err != nil:
		return std.Fail("puzzles: %v", err)
	}
	return ExitOK
}

// toSolve returns the puzzles to choose from.
func (f *puzzleFlags) toSolve(ctx context.Context, files []string, named bool, std Stdio) (list []puzzle.Puzzle, err error) {
	if f.theme != "" && !slices.ContainsFunc(puzzle.Themes, func(t puzzle.Theme) bool { return t.Name == f.theme }) {
		var names []string
		for _, t := range puzzle.Themes {
			names = append(names, t.Name)
		}
		return nil, fmt.Errorf("--theme %.40q is none of %s", f.theme, strings.Join(names, ", "))
	}
	set := puzzle.Embedded()
	if len(files) > 0 {
		for _, name := range files {
			more, err := readFile(ctx, name, std, puzzle.Read)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		set = puzzle.NewSet(list)
	}
	list = nil
	names := set.Games()
	if named {
		names = nil
		for name := range strings.SplitSeq(f.variant, ",") {
			ruleset, err := variants.Open(strings.TrimSpace(name))
			if err != nil {
				return nil, fmt.Errorf("--variant: %w", err)
			}
			names = append(names, ruleset.Name())
		}
	}
	for _, name := range names {
		list = append(list, set.Of(name)...)
	}
	switch {
	case len(list) > 0:
	case !named:
		return nil, fmt.Errorf("%s: there are no puzzles", strings.Join(files, ", "))
	case len(files) > 0:
		return nil, fmt.Errorf("%s: there are no puzzles of %s", strings.Join(files, ", "), strings.Join(names, ", "))
	default:
		return nil, fmt.Errorf("there are no puzzles of %s; the program comes with puzzles of %s", strings.Join(names, ", "), strings.Join(puzzle.Embedded().Games(), ", "))
	}
	return list, nil
}

// readFile opens a file as replay.Open does, and reads it with read, whose errors get its name.
func readFile[T any](ctx context.Context, name string, std Stdio, read func(io.Reader) (T, error)) (content T, err error) {
	file, err := replay.Open(ctx, name, std.In)
	if err != nil {
		return content, err
	}
	defer file.Close()
	if content, err = read(file); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return content, err
}

// progressFile is where progress is stored: beside the folder of the games.
func progressFile() (string, error) {
	games, err := table.Dir()
	return filepath.Join(filepath.Dir(games), "puzzles.json"), err
}

// replier returns a function that answers wrong moves.
func replier() func(context.Context, game.Position) (san, eval string, ok bool) {
	thinkers := table.NewThinkers(1, func(game.Rules) game.Searcher { return engine.New(engine.DefaultOptions()) })
	return func(ctx context.Context, pos game.Position) (san, eval string, ok bool) {
		t, err := table.New(table.Options{Start: pos, Thinkers: thinkers})
		if err != nil {
			return "", "", false
		}
		defer t.Close()
		played, err := t.Hint(ctx, 0)
		return played.SAN, played.Eval, err == nil
	}
}
