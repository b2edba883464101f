package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/variants"
)

func pgnCommand() *cobra.Command {
	var variant string
	cmd := &cobra.Command{
		Use:   "pgn [FLAGS] FILE…",
		Short: "check games in PGN",
		Long: `Replays games in PGN by the rules of their Variant and reports the first wrong move
of each. The exit status is 1 if it finds an error.

A FILE of - is standard input.`,
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int { return runPGN(ctx, variant, args, std) }),
	}
	cmd.Flags().StringVar(&variant, "variant", "", "replay all games as variant `NAME`, whatever their tags say")
	CompleteVariant(cmd)
	return cmd
}

func runPGN(ctx context.Context, variant string, files []string, std Stdio) int {
	var err error
	if len(files) == 0 {
		err = errors.New("a FILE is needed, or - for standard input")
	}
	c := pgnCheck{std: std, rules: map[string]game.Rules{}}
	if err == nil && variant != "" {
		c.all, err = variants.Open(variant)
	}
	for i := 0; err == nil && i < len(files); i++ {
		err = c.file(ctx, files[i])
	}
	switch {
	case ctx.Err() != nil:
		std.Note("pgn stopped after %s", english.Count(c.games, "game"))
		return ExitInterrupted
	case err != nil:
		return std.Fail("pgn: %v", err)
	}
	fmt.Fprintf(std.Out, "%s, %s, %d wrong\n", english.Count(c.games, "game"), english.Count(c.moves, "move"), c.wrong)
	if c.wrong > 0 {
		return ExitFailure
	}
	return ExitOK
}

// A pgnCheck checks files and counts what it finds.
type pgnCheck struct {
	std   Stdio
	all   game.Rules            // of every game, nil if its tags decide
	rules map[string]game.Rules // by the name in the tag

	games, moves, wrong int
}

// file checks the games of a file. Wrong games are no error.
func (c *pgnCheck) file(ctx context.Context, name string) error {
	in := c.std.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	text := untilDone(ctx, in)
	defer text.Close()
	games := pgn.NewReader(text)
	for ctx.Err() == nil {
		g, err := games.Next()
		if g == nil {
			return err // nil at the end
		}
		c.games++
		if err == nil {
			err = c.game(g)
			if err != nil {
				err = fmt.Errorf("game %d, %w", g.Number, err)
			}
		}
		if err != nil {
			c.wrong++
			fmt.Fprintf(c.std.Out, "%s: %v\n", name, err)
		}
	}
	return ctx.Err()
}

// game checks one game.
func (c *pgnCheck) game(g *pgn.Game) error {
	rules := c.all
	if rules == nil {
		var err error
		if rules, err = c.compile(g.Variant()); err != nil {
			return &pgn.MoveError{Line: g.Line, Err: err}
		}
	}
	game, err := g.Check(rules)
	if game != nil {
		c.moves += game.Len()
	}
	return err
}

// compile compiles a variant once. A file may name no end of wrong ones, so
// only those that exist are kept.
func (c *pgnCheck) compile(name string) (game.Rules, error) {
	if rules := c.rules[name]; rules != nil {
		return rules, nil
	}
	rules, err := variants.Open(name)
	if err == nil && len(c.rules) < 1000 {
		c.rules[name] = rules
	}
	return rules, err
}

// untilDone returns what a reader reads, until a context ends: then reading
// ends, too, even if the reader waits for a terminal.
func untilDone(ctx context.Context, in io.Reader) io.ReadCloser {
	out, copied := io.Pipe()
	go func() {
		_, err := io.Copy(copied, in)
		copied.CloseWithError(err) // of which nil is the end of the text
	}()
	context.AfterFunc(ctx, func() { out.CloseWithError(ctx.Err()) })
	return out
}
