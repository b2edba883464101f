package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

func cubicCommand() *cobra.Command {
	var c cubicFlags
	cmd := &cobra.Command{
		Use:   "cubic [FLAGS] [BOARD]",
		Short: "analyse chess in a cube of n×n×n cells",
		Long: `Analyses chess in a cube: check and mate, moves, counts, forced mates, best moves
(docs/cubic.md).

BOARD is a text or the name of a file; if it is missing or -, the board is read from
standard input. Levels are listed from the top, rows from the back, # is empty:
"[###,n##,#rr],[#b#,###,###],[###,###,bRK]".`,
		Example: `  heterodox cubic [FLAGS] [BOARD]                    whether the side to move is checkmated, and why
  heterodox cubic --empty N --piece Q --cell c3III   how a piece moves
  heterodox cubic --suite FILE…                      check files of lines BOARD | side | fact | fact …
`,
	}
	c.addTo(cmd.Flags())
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int {
		c.args, c.changed = args, cmd.Flags().Changed
		return c.run(ctx, std)
	})
	return cmd
}

// maxBoardBytes limits how much is read from a file or from standard input.
const maxBoardBytes = 1 << 20

// cubicFlags are the arguments of heterodox cubic.
type cubicFlags struct {
	side               string
	size, empty        int
	piece, cell, write string
	moves, draw, json  bool
	best, suite        bool
	perft, mate        int
	movetime, depth    int

	changed func(name string) bool
	args    []string // the arguments that are not flags
}

func (c *cubicFlags) run(ctx context.Context, std Stdio) int {
	err := c.check()
	if err == nil && c.suite {
		return c.runSuite(ctx, std)
	}
	var pos cubic.Position
	if err == nil {
		pos, err = c.position(ctx, std)
	}
	if ctx.Err() != nil {
		return ExitInterrupted // while waiting for standard input
	}
	if err != nil {
		return std.Fail("cubic: %v", err)
	}
	return c.answer(ctx, std, pos)
}

func (c *cubicFlags) addTo(flags *pflag.FlagSet) {
	flags.StringVar(&c.side, "side", "white", "the `SIDE` to move: white or black")
	flags.IntVar(&c.size, "size", 0, "the board has `N` levels (default from its text)")
	flags.BoolVar(&c.moves, "moves", false, "list the legal moves")
	flags.IntVar(&c.perft, "perft", 0, "count the sequences of `D` legal moves")
	flags.IntVar(&c.mate, "mate", 0, "prove the shortest forced mate in at most `K` moves")
	flags.BoolVar(&c.best, "best", false, "search for the best move")
	flags.IntVar(&c.movetime, "movetime", 1000, "… for `MS` milliseconds")
	flags.IntVar(&c.depth, "depth", cubic.MaxDepth, "… to depth `D`")
	flags.BoolVar(&c.draw, "draw", false, "draw the levels side by side")
	flags.StringVar(&c.cell, "cell", "", "show the moves of the piece on `CELL`, such as b2III")
	flags.IntVar(&c.empty, "empty", 0, "use an empty board of `N` levels")
	flags.StringVar(&c.piece, "piece", "", "put the piece `LETTER` on the --cell of the empty board")
	flags.StringVar(&c.write, "write", "", "write the board as `FORM`: brackets, rows, flat, json1, json2, json3")
	flags.BoolVar(&c.json, "json", false, "print one JSON object")
	flags.BoolVar(&c.suite, "suite", false, "check suite files")
}

// check refuses numbers out of range and flags that cannot be combined.
func (c *cubicFlags) check() error {
	for _, number := range []struct {
		name     string
		value    int
		from, to int
	}{
		{"size", c.size, cubic.MinSize, cubic.MaxSize}, {"empty", c.empty, cubic.MinSize, cubic.MaxSize},
		{"perft", c.perft, 0, cubic.MaxDepth}, {"mate", c.mate, 1, engine.MaxProof},
		{"depth", c.depth, 1, cubic.MaxDepth}, {"movetime", c.movetime, 1, 1 << 31},
	} {
		if c.changed(number.name) && (number.value < number.from || number.value > number.to) {
			return fmt.Errorf("--%s %d is not in %d … %d", number.name, number.value, number.from, number.to)
		}
	}
	for _, need := range [][2]string{{"piece", "empty"}, {"piece", "cell"}, {"movetime", "best"}, {"depth", "best"}} {
		if c.changed(need[0]) && !c.changed(need[1]) {
			return fmt.Errorf("--%s needs --%s", need[0], need[1])
		}
	}
	for _, other := range []string{
		"side", "size", "moves", "perft", "mate", "best", "draw", "cell", "empty", "piece", "write", "json",
	} {
		if c.suite && c.changed(other) {
			return fmt.Errorf("--suite and --%s cannot be combined", other)
		}
	}
	if c.changed("empty") && (len(c.args) > 0 || c.changed("size")) {
		return errors.New("--empty cannot be combined with a board or --size")
	}
	return nil
}

// position returns the position that the arguments name.
func (c *cubicFlags) position(ctx context.Context, std Stdio) (cubic.Position, error) {
	setup, err := c.setup(ctx, std)
	if err != nil {
		return cubic.Position{}, err
	}
	if c.changed("side") {
		if setup.Side, err = cubic.ParseSide(c.side); err != nil {
			return cubic.Position{}, fmt.Errorf("--side: %w", err)
		}
	}
	return setup.Position()
}

func (c *cubicFlags) setup(ctx context.Context, std Stdio) (cubic.Setup, error) {
	if c.changed("empty") {
		return c.tester()
	}
	text, err := c.text(ctx, std)
	if err != nil {
		return cubic.Setup{}, err
	}
	return cubic.ParseSetup(strings.TrimPrefix(text, "\ufeff"), c.size)
}

// tester returns an empty board with the piece to be shown.
func (c *cubicFlags) tester() (cubic.Setup, error) {
	setup, err := cubic.NewSetup(c.empty)
	if err != nil || c.piece == "" {
		return setup, err
	}
	if len(c.piece) != 1 || !strings.Contains("KQRBNkqrbn", c.piece) {
		return setup, fmt.Errorf("--piece %.20q is not a piece: K, Q, R, B or N in either case", c.piece)
	}
	piece := rules.PieceOf(c.piece[0])
	setup.Side = piece.Color()
	cell, err := cubic.ParseCell(c.cell)
	if err == nil {
		err = setup.Put(cell, piece)
	}
	if err != nil {
		err = fmt.Errorf("--cell: %w", err)
	}
	return setup, err
}

// text returns the text of the board: the argument, the contents of the file of that
// name, or standard input.
func (c *cubicFlags) text(ctx context.Context, std Stdio) (string, error) {
	name := strings.Join(c.args, " ") // a board with blanks may come without quotes
	if name == "" && IsTerminal(std.In) {
		return "", errors.New("no BOARD (heterodox cubic --help)")
	}
	if name == "" || name == "-" {
		return readAll(ctx, "standard input", std.In)
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		file, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer file.Close()
		return readAll(ctx, name, file)
	case err == nil || !strings.ContainsAny(name, "[#\"{") && strings.ContainsAny(name, "./"):
		return "", fmt.Errorf("%.80q is neither a file nor a board", name)
	}
	return name, nil
}

// readAll reads a text of limited length. It returns early, abandoning the reader, when
// the context is cancelled.
func readAll(ctx context.Context, name string, r io.Reader) (string, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(r, maxBoardBytes+1))
		done <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case got := <-done:
		if got.err == nil && len(got.data) > maxBoardBytes {
			got.err = fmt.Errorf("%s is longer than %d bytes", name, maxBoardBytes)
		}
		return string(got.data), got.err
	}
}
