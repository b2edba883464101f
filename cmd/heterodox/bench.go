package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/variants"
)

const benchUsage = `Searches fixed positions of every variant to a depth (default %d) on one thread.
The nodes are the same for two builds that search alike.

  heterodox bench [--variant V] [DEPTH]

`

// runBench runs the fixed search that compares builds.
func runBench(ctx context.Context, args []string, std stdio) int {
	flags := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	flags.Usage = func() {}
	variant := flags.String("variant", "", "search only this `VARIANT` or composition")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprintf(std.out, benchUsage+"%s", bench.DefaultDepth, flags.FlagUsages())
		return exitOK
	case err != nil:
		return std.fail("bench: %s", err)
	case flags.NArg() > 1:
		return std.fail("bench takes one argument, the depth")
	}
	depth := bench.DefaultDepth
	if flags.NArg() == 1 {
		if depth, err = strconv.Atoi(flags.Arg(0)); err != nil {
			return std.fail("bench: depth %.40q is not a whole number", flags.Arg(0))
		}
	}
	sum, err := bench.Run(ctx, variants.Compile, *variant, depth, func(r bench.Result) { fmt.Fprintln(std.out, r) })
	if ctx.Err() != nil {
		fmt.Fprintln(std.err, "heterodox: bench stopped")
		return exitInterrupted
	}
	if err != nil {
		return std.fail("bench: %s", err)
	}
	fmt.Fprintln(std.out, sum)
	return exitOK
}
