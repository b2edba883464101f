package command

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/variants"
)

func benchCommand() *cobra.Command {
	var variant string
	cmd := &cobra.Command{
		Use:   "bench [--variant V] [DEPTH]",
		Short: "search fixed positions of every variant, to compare builds",
		Long: fmt.Sprintf(`Searches fixed positions of every variant to a depth (default %d) on one thread.
Builds that search alike visit the same number of nodes.`, bench.DefaultDepth),
		RunE: Run(func(ctx context.Context, args []string, std Stdio) int { return runBench(ctx, variant, args, std) }),
	}
	cmd.Flags().StringVar(&variant, "variant", "", "search only this `VARIANT` or composition")
	CompleteVariant(cmd)
	return cmd
}

// runBench runs a fixed search that allows comparing builds.
func runBench(ctx context.Context, variant string, args []string, std Stdio) int {
	if len(args) > 1 {
		return std.Fail("bench takes one argument, the depth")
	}
	depth := bench.DefaultDepth
	if len(args) == 1 {
		var err error
		if depth, err = strconv.Atoi(args[0]); err != nil {
			return std.Fail("bench: depth %.40q is not a whole number", args[0])
		}
	}
	sum, err := bench.Run(ctx, variants.Open, variant, depth, func(r bench.Result) { fmt.Fprintln(std.Out, r) })
	if ctx.Err() != nil {
		std.Note("bench stopped")
		return ExitInterrupted
	}
	if err != nil {
		return std.Fail("bench: %s", err)
	}
	fmt.Fprintln(std.Out, sum)
	return ExitOK
}
