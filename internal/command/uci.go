package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/heterodox-chess/heterodox/uci"
	"github.com/heterodox-chess/heterodox/variants"
)

func uciCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "uci",
		Short: "speak UCI on standard input and output (the default)",
		Long:  "Speaks UCI, the Universal Chess Interface, on standard input and output. Type help there.",
		Example: `  heterodox [uci]
`,
		RunE: Run(runUCI),
	}
}

// runUCI talks UCI on standard input and output until quit or end of input.
func runUCI(ctx context.Context, args []string, std Stdio) int {
	if len(args) > 0 {
		return std.Fail("uci takes no arguments, not %.40q", args[0])
	}
	if IsTerminal(std.In) {
		fmt.Fprintln(std.Err, "This is the UCI engine, for a chess GUI. Type help, or quit and run `heterodox help`.")
	}
	err := uci.New(std.In, std.Out, uciConfig()).Run(ctx)
	switch {
	case errors.Is(err, context.Canceled): // Ctrl-C
		return ExitInterrupted
	case err != nil:
		return std.Fail("%s", err)
	}
	return ExitOK
}

// uciConfig returns what the session offers.
func uciConfig() uci.Config {
	return uci.Config{
		Name:     "Heterodox " + Version(),
		Author:   "the Heterodox authors",
		Variants: variants.Listed(),
		Open:     variants.Open,
		AddGames: addVariants,
	}
}

func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
