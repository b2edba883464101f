package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/variants"
)

// puzzleFlags are the arguments of `heterodox puzzles`.
type puzzleFlags struct {
	variant string
	count   int
	games   int
	seed    uint64
	known   string
	effort  puzzle.Effort
	solve   bool
	theme   string
}

func puzzlesCommand() *cobra.Command {
	f := puzzleFlags{effort: puzzle.DefaultEffort}
	cmd := &cobra.Command{
		Use:   "puzzles [FLAGS] [FILE…]",
		Short: "make puzzles from games, or solve them",
		Long: `Makes puzzles: positions with one winning move at each step. They are taken from the
games of PGN files or, without any, from games that the engine plays against itself, and
printed as CSV with the columns of the puzzles that lichess publishes, and one for the variant.

With --solve you solve puzzles: those that come with the program, or those in a CSV FILE.
It remembers which ones you have solved.

FILE may be - for standard input.`,
		Example: `  heterodox puzzles --solve --variant atomic
  heterodox puzzles --variant gun --count 20 > gun.csv
  heterodox puzzles games.pgn > puzzles.csv`,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.variant, "variant", "chess", "the variant `NAME`, or several separated by commas; for PGN files, instead of what their tags say")
	flags.IntVar(&f.count, "count", 20, "make `N` puzzles of each variant, then stop")
	flags.IntVar(&f.games, "games", 1000, "play at most `N` games of each variant")
	flags.Uint64Var(&f.seed, "seed", 1, "seed `S` of the games")
	flags.StringVar(&f.known, "known", "", "leave out the puzzles in `FILE`, but count them towards --count")
	flags.Uint64Var(&f.effort.Check, "nodes", f.effort.Check, "check each move with two searches of `N` nodes")
	flags.Uint64Var(&f.effort.Proof, "proof", f.effort.Proof, "let the prover visit `N` positions; 0 for no proofs")
	flags.BoolVar(&f.solve, "solve", false, "solve puzzles instead")
	flags.StringVar(&f.theme, "theme", "", "solve puzzles with theme `NAME`")
	CompleteVariant(cmd)
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		for _, name := range []string{"count", "games", "seed", "known", "nodes", "proof"} {
			if f.solve && flags.Changed(name) {
				return std.Fail("puzzles: --solve and --%s cannot be combined", name)
			}
		}
		if f.theme != "" && !f.solve {
			return std.Fail("puzzles: --theme needs --solve")
		}
		named := flags.Changed("variant")
		if f.solve {
			return f.runSolve(ctx, args, named, std)
		}
		return f.run(ctx, args, named, std)
	})
	return cmd
}

func (f *puzzleFlags) run(ctx context.Context, files []string, named bool, std Stdio) int {
	for _, v := range []struct {
		name      string
		value, up uint64
	}{{"count", uint64(max(f.count, 0)), 1e6}, {"games", uint64(max(f.games, 0)), 1e6}, {"nodes", f.effort.Check, 1e9}} {
		if v.value < 1 || v.value > v.up {
			return std.Fail("puzzles: --%s is not in 1..%d", v.name, v.up)
		}
	}
	m := puzzleMaker{puzzleFlags: f, maker: puzzle.NewMaker(f.effort), made: map[string]int{}, std: std, out: puzzle.NewWriter(std.Out)}
	err := m.know(ctx)
	if err == nil && len(files) > 0 {
		err = m.fromFiles(ctx, files, named)
	} else if err == nil {
		err = m.fromPlay(ctx)
	}
	if err == nil && m.found == 0 {
		err = m.out.Write()
	}
	if ctx.Err() != nil {
		std.Note("puzzles stopped after %s", english.Count(m.found, "puzzle"))
		return ExitInterrupted
	}
	if err != nil {
		return std.Fail("puzzles: %v", err)
	}
	std.Note("%s from %s", english.Count(m.found, "puzzle"), english.Count(m.played, "game"))
	return ExitOK
}

// A puzzleMaker makes puzzles and prints them.
type puzzleMaker struct {
	*puzzleFlags
	std    Stdio
	maker  *puzzle.Maker
	made   map[string]int // by variant, including known ones
	found  int
	played int
	out    *puzzle.Writer
}

// know reads the existing puzzles.
func (m *puzzleMaker) know(ctx context.Context) error {
	if m.known == "" {
		return nil
	}
	list, err := readFile(ctx, m.known, m.std, puzzle.Read)
	if err != nil {
		return err
	}
	for _, p := range list {
		a, err := puzzle.Begin(p, variants.Open)
		if err != nil {
			return fmt.Errorf("%s: %w", m.known, err)
		}
		m.maker.Know(a)
		m.made[p.Variant]++
	}
	return nil
}

// fromPlay makes puzzles from games that the engine plays, one game of each variant in turn.
func (m *puzzleMaker) fromPlay(ctx context.Context) error {
	var open []game.Rules
	for name := range strings.SplitSeq(m.variant, ",") {
		ruleset, err := variants.Open(strings.TrimSpace(name))
		if err != nil {
			return fmt.Errorf("--variant: %w", err)
		}
		open = append(open, ruleset)
	}
	player := puzzle.NewPlayer()
	for number := range m.games {
		left := 0
		for _, ruleset := range open {
			if m.made[ruleset.Name()] >= m.count {
				continue
			}
			left++
			r := player.Play(ctx, ruleset, m.seed, uint64(number))
			m.played++
			if err := m.fromGame(ctx, r, ""); err != nil {
				return err
			}
		}
		if left == 0 {
			break
		}
	}
	return nil
}

// fromGame makes and prints the puzzles of a game. If the engine panics, the game is skipped.
func (m *puzzleMaker) fromGame(ctx context.Context, r *game.Record, url string) (err error) {
	defer func() {
		if p := engine.Caught(recover()); p != nil {
			err = fmt.Errorf("%s: %w", r.Position().Rules().Name(), p)
		}
	}()
	list, err := m.maker.FromGame(ctx, r, url)
	m.made[r.Position().Rules().Name()] += len(list)
	m.found += len(list)
	if len(list) > 0 {
		err = errors.Join(err, m.out.Write(list...))
	}
	return err
}

// fromFiles makes puzzles from PGN games, played as a certain variant if one is named.
func (m *puzzleMaker) fromFiles(ctx context.Context, files []string, named bool) error {
	variant := ""
	if named {
		variant = m.variant
	}
	return replayFiles(ctx, variant, files, m.std, func(g *replay.Game) error {
		if g.Err != nil {
			m.std.Note("puzzles: %s: left out: %v", g.File, g.Err)
			return nil
		}
		m.played++
		return m.fromGame(ctx, g.Record, g.Tag("Site"))
	})
}
