package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

func uciCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "uci [FLAGS]",
		Short: "speak UCI on standard input and output (the default)",
		Long:  "Speaks UCI, the Universal Chess Interface, on standard input and output. Its command help\nlists the others.",
		Example: `  heterodox [uci]
`,
	}
	cmd.Flags().StringVar(&dir, "tables", "", "use the endgame tables in `DIR`, as the option TablePath does")
	cmd.RunE = Run(func(ctx context.Context, args []string, std Stdio) int { return runUCI(ctx, dir, args, std) })
	return cmd
}

// runUCI talks UCI, using the endgame tables of a directory, "" for none.
func runUCI(ctx context.Context, tables string, args []string, std Stdio) int {
	if len(args) > 0 {
		return std.Fail("uci takes no arguments, not %.40q", args[0])
	}
	config := uciConfig()
	if tables != "" {
		var err error
		if config.Tables, err = openTables(tables); err != nil {
			return std.Fail("uci: --tables: %v", err)
		}
	}
	return runEngine(ctx, std, "UCI", config)
}

func xboardCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "xboard",
		Short: "speak the protocol of XBoard and WinBoard on standard input and output",
		Long: "Speaks CECP, the protocol of XBoard and WinBoard, on standard input and output. Its command\n" +
			"help lists the others. The UCI engine switches to it when it reads the line xboard, so XBoard\n" +
			"can also run the program without this command.",
		Example: `  heterodox xboard [FLAGS]
  xboard -fcp 'heterodox xboard' -variant gun
`,
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int {
			if len(args) > 0 {
				return std.Fail("xboard takes no arguments, not %.40q", args[0])
			}
			config := uciConfig()
			config.StartXBoard = true
			return runEngine(ctx, std, "XBoard", config)
		}),
	}
}

// runEngine talks to a GUI on standard input and output until quit or end of input.
func runEngine(ctx context.Context, std Stdio, protocol string, config uci.Config) int {
	if IsTerminal(std.In) {
		fmt.Fprintf(std.Err, "This is the %s engine, for a chess GUI. Type help, or quit and run `heterodox help`.\n", protocol)
	}
	err := uci.New(std.In, std.Out, config).Run(ctx)
	switch {
	case errors.Is(err, context.Canceled): // Ctrl-C
		return ExitInterrupted
	case err != nil:
		return std.Fail("%s", err)
	}
	return ExitOK
}

// uciConfig returns the configuration of a session.
func uciConfig() uci.Config {
	return uci.Config{
		Name:       "Heterodox " + Version(),
		Author:     "the Heterodox authors",
		Variants:   variants.Listed(),
		Open:       variants.Open,
		AddGames:   addVariants,
		OpenTables: openTables,
		XBoard: func() (list []uci.XBoardGame) {
			for _, g := range variants.XBoard() {
				list = append(list, uci.XBoardGame(g))
			}
			return list
		},
	}
}

// openTables opens the endgame tables of a directory for an engine.
func openTables(dir string) (engine.Tables, error) {
	s, err := tables.Open(dir)
	if err != nil {
		return nil, err // not a nil pointer in an interface
	}
	return s, nil
}

func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
