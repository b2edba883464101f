package main

import "context"

// runUCI talks UCI on standard input and output until quit or end of input.
func runUCI(_ context.Context, _ []string, std stdio) int {
	return std.fail("uci is not there yet")
}
