package main

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
		Short: "talk UCI on standard input and output (the default)",
		Long:  "Talks UCI, the Universal Chess Interface, on standard input and output. Type help there.",
		Example: `  heterodox [uci]
`,
		RunE: run(runUCI),
	}
}

// runUCI talks UCI on standard input and output until quit or end of input.
func runUCI(ctx context.Context, args []string, std stdio) int {
	if len(args) > 0 {
		return std.fail("uci takes no arguments, not %.40q", args[0])
	}
	if isTerminal(std.in) {
		fmt.Fprintln(std.err, "Heterodox talks UCI here, for a chess GUI: type help, or quit and run `heterodox help`.")
	}
	err := uci.New(std.in, std.out, uciConfig()).Run(ctx)
	switch {
	case errors.Is(err, context.Canceled): // Ctrl-C
		return exitInterrupted
	case err != nil:
		return std.fail("%s", err)
	}
	return exitOK
}

// uciConfig returns what the session offers.
func uciConfig() uci.Config {
	return uci.Config{
		Name:     "Heterodox " + version(),
		Author:   "the Heterodox authors",
		Variants: variants.Listed(),
		Open:     variants.Open,
		AddGames: addVariants,
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
