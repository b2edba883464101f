package main

import "context"

// runPerft counts the move sequences of a position.
func runPerft(_ context.Context, _ []string, std stdio) int {
	return std.fail("perft is not there yet")
}
