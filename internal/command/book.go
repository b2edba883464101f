package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/variants"
)

type bookFlags struct {
	out, variant, format string
	options              book.Options
}

func bookCommand() *cobra.Command {
	var f bookFlags
	cmd := &cobra.Command{
		Use:   "book --out FILE [FLAGS] GAMES.pgn…",
		Short: "make an opening book from games, or show its moves in a position",
		Long: `Makes an opening book from games in PGN. If the name of FILE ends in .bin, the book is
in Polyglot's format, for one of the games that this format can hold; otherwise it is in our
own format, for games of any kind. Games with errors are reported and left out; games
without a result are left out, too.

GAMES may be - for standard input. Files may be compressed with gzip or zstd.`,
		Example: `  heterodox book --out openings.book --min-games 5 games.pgn.zst
  heterodox book --out atomic.bin --variant atomic games.pgn
  heterodox book show openings.book --variant atomic`,
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int { return f.run(ctx, args, std) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the book to `FILE`")
	flags.StringVar(&f.format, "format", "", "write the `FORMAT` polyglot or heterodox, whatever the name of the file")
	flags.StringVar(&f.variant, "variant", "", "take only the games of variant `NAME`")
	flags.IntVar(&f.options.Plies, "plies", 30, "take the first `N` single moves of each game; 0 for all")
	flags.IntVar(&f.options.Games, "min-games", 2, "leave out moves played in fewer than `N` games")
	flags.StringVar(&f.options.Weights, "weights", book.WeightNames[0], "weight moves by the `RESULTS` of the side that played them: points (2 for a win, 1 for a draw), wins, or games (whatever the result)")
	CompleteVariant(cmd)
	cmd.AddCommand(bookShowCommand())
	return cmd
}

// check rejects invalid flags, before any game is read.
func (f *bookFlags) check(files []string) error {
	switch {
	case f.out == "":
		return errors.New("--out FILE is needed")
	case f.options.Plies < 0 || f.options.Games < 1:
		return errors.New("--plies must be at least 0, --min-games at least 1")
	case f.format != "" && f.format != "polyglot" && f.format != "heterodox":
		return fmt.Errorf("--format %.20q is neither polyglot nor heterodox", f.format)
	}
	f.options.Polyglot = f.format == "polyglot" || f.format == "" && strings.EqualFold(filepath.Ext(f.out), ".bin")
	uses := []safefile.Use{{Role: "the book", Name: f.out, Output: true}}
	for _, name := range files {
		if name != "-" {
			uses = append(uses, safefile.Use{Role: "the file of the games", Name: name})
		}
	}
	return safefile.Ready(uses...)
}

func (f bookFlags) run(ctx context.Context, files []string, std Stdio) int {
	if err := f.check(files); err != nil {
		return std.Fail("book: %v", err)
	}
	only := ""
	if f.variant != "" {
		rules, err := variants.Open(f.variant)
		if err != nil {
			return std.Fail("book: %v", err)
		}
		only = rules.Name()
	}
	maker, err := book.NewMaker(f.options)
	if err != nil {
		return std.Fail("book: --weights: %v", err)
	}
	var games, wrong, open, other int
	err = replayFiles(ctx, "", files, std, func(g *replay.Game) error {
		games++
		switch {
		case only != "" && g.Rules != nil && g.Rules.Name() != only:
			other++
		case g.Err != nil:
			wrong++
			std.Note("%s: %v", g.File, g.Err)
		case g.Result == "*":
			open++
		default:
			if err := maker.Add(g.Record, replay.Result(g.Game)); err != nil {
				return fmt.Errorf("%s: game %d, line %d: %w", g.File, g.Number, g.Line, err)
			}
		}
		return nil
	})
	if ctx.Err() != nil {
		std.Note("book stopped after %s; nothing was written", english.Count(games, "game"))
		return ExitInterrupted
	}
	if errors.Is(err, book.ErrPolyglot) {
		return std.Fail("book: %v (--variant NAME takes the games of one variant; a FILE.book holds all)", err)
	}
	if err != nil {
		return std.Fail("book: %v", err)
	}
	about, err := writeBook(f.out, maker)
	if err != nil {
		return std.Fail("book: %v", err)
	}
	fmt.Fprintf(std.Out, "%s: %s of %s, from %s", f.out, english.Count(about.Moves, "move"), english.Count(about.Positions, "position"), english.Count(about.Games, "game"))
	for _, left := range []struct {
		n    int
		what string
	}{{wrong, "wrong"}, {open, "without a result"}, {other, "of other variants"}} {
		if left.n > 0 {
			fmt.Fprintf(std.Out, ", %d %s left out", left.n, left.what)
		}
	}
	fmt.Fprintln(std.Out)
	return ExitOK
}

// writeBook writes a book, completely or not at all.
func writeBook(name string, maker *book.Maker) (book.About, error) {
	file, err := safefile.Create(name)
	if err != nil {
		return book.About{}, err
	}
	defer file.Discard()
	about, err := maker.Write(file)
	if err != nil {
		return about, err
	}
	return about, file.Commit()
}

func bookShowCommand() *cobra.Command {
	var variant string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [FLAGS] BOOK [FEN | MOVE…]",
		Short: "show the moves that a book has for a position",
		Long: `Shows the moves that a book has for a position: the start of the game, a FEN, or the
position after moves from the start. The book may be ours or any in Polyglot's format.`,
		Example: `  heterodox book show openings.book --variant atomic
  heterodox book show performance.bin e4 e5 Nf3
  heterodox book show openings.book --variant crazyhouse 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 2 3'`,
		RunE: Run(func(_ context.Context, args []string, std Stdio) int {
			if err := showBook(std.Out, variant, asJSON, args); err != nil {
				return std.Fail("book show: %v", err)
			}
			return ExitOK
		}),
	}
	cmd.Flags().StringVar(&variant, "variant", "chess", "the game `NAME` of the position")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print everything as one JSON object")
	CompleteVariant(cmd)
	return cmd
}

// A shownMove is a move of a book in printed form.
type shownMove struct {
	UCI    string  `json:"uci"`
	SAN    string  `json:"san"`
	Weight uint32  `json:"weight"`
	Share  float64 `json:"share"` // of the weights of all moves
	White  uint32  `json:"white"` // won by White
	Draws  uint32  `json:"draws"`
	Black  uint32  `json:"black"`
}

func showBook(w io.Writer, variant string, asJSON bool, args []string) error {
	if len(args) == 0 {
		return errors.New("a BOOK is needed")
	}
	rules, err := variants.Open(variant)
	if err != nil {
		return err
	}
	pos, err := positionOf(rules, args[1:])
	if err != nil {
		return err
	}
	b, err := book.Open(args[0])
	if err != nil {
		return err
	}
	defer b.Close()
	moves, err := b.Moves(pos)
	if err != nil {
		return err
	}
	sum := uint64(0)
	for _, m := range moves {
		sum += uint64(m.Weight)
	}
	list := []shownMove{}
	for _, m := range moves {
		s := shownMove{UCI: pos.UCI(m.Move), SAN: pos.SAN(m.Move), Weight: m.Weight, White: m.Results[0], Draws: m.Results[1], Black: m.Results[2]}
		if sum > 0 {
			s.Share = float64(m.Weight) / float64(sum)
		}
		list = append(list, s)
	}
	if asJSON {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(map[string]any{"book": b.About(), "variant": rules.Name(), "fen": pos.FEN(), "moves": list})
	}
	return writeShown(w, b, pos, list)
}

// positionOf returns the position given by arguments: a FEN or moves from the start.
func positionOf(rules game.Rules, args []string) (game.Position, error) {
	if len(args) == 1 {
		if pos, err := rules.ParsePosition(args[0]); err == nil {
			return pos, nil
		} else if strings.Contains(args[0], " ") {
			return nil, err
		}
	}
	pos := rules.Start()
	for _, text := range args {
		m, err := pos.ParseSAN(text)
		if err != nil {
			other, wrong := pos.ParseMove(text)
			if wrong != nil {
				return nil, err
			}
			m = other
		}
		pos = pos.Play(m)
	}
	return pos, nil
}

func writeShown(w io.Writer, b *book.Book, pos game.Position, list []shownMove) error {
	var text strings.Builder
	about := b.About()
	fmt.Fprintf(&text, "%s: %s format, %s", b.Name(), about.Format, english.Count(about.Moves, "move"))
	if about.Games > 0 {
		fmt.Fprintf(&text, " of %s from %s", english.Count(about.Positions, "position"), english.Count(about.Games, "game"))
	}
	fmt.Fprintf(&text, "\n%s\n", pos.FEN())
	if len(list) == 0 {
		text.WriteString("The book does not know this position.\n")
	}
	width := 0
	for _, m := range list {
		width = max(width, len(m.SAN))
	}
	counted := slices.ContainsFunc(list, func(m shownMove) bool { return m.White+m.Draws+m.Black > 0 })
	for _, m := range list {
		fmt.Fprintf(&text, "%-*s  %6.1f%%  weight %d", width, m.SAN, 100*m.Share, m.Weight)
		if counted {
			fmt.Fprintf(&text, ", White won %d, drawn %d, Black won %d", m.White, m.Draws, m.Black)
		}
		text.WriteString("\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}
