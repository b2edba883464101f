package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/heterodox-chess/heterodox/internal/bench"
	"github.com/heterodox-chess/heterodox/variants"
)

// runBench runs the fixed search that compares builds.
func runBench(ctx context.Context, args []string, std stdio) int {
	depth := bench.DefaultDepth
	switch {
	case len(args) > 1:
		return std.fail("bench takes one argument, the depth")
	case len(args) == 1 && (args[0] == "-h" || args[0] == "--help"):
		fmt.Fprintf(std.out, "heterodox bench [DEPTH]\n\n"+
			"Searches fixed positions of every variant to a depth (default %d) on one thread.\n"+
			"The nodes are the same for two builds that search alike.\n", bench.DefaultDepth)
		return exitOK
	case len(args) == 1:
		n, err := strconv.Atoi(args[0])
		if err != nil {
			return std.fail("bench: depth %.40q is not a whole number", args[0])
		}
		depth = n
	}
	sum, err := bench.Run(ctx, variants.Compile, depth, func(r bench.Result) { fmt.Fprintln(std.out, r) })
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
