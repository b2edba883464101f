package main

import (
	"context"
	"fmt"
	"runtime"
)

// version is the release that this source leads up to or is.
const version = "0.1.0-dev"

func runHelp(_ context.Context, _ []string, std stdio) int {
	fmt.Fprint(std.out, "heterodox [COMMAND [ARGUMENTS]]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(std.out, "  %-9s %s\n", c.name, c.help)
	}
	fmt.Fprint(std.out, "\nheterodox COMMAND --help says more about a command.\n")
	return exitOK
}

func runVersion(_ context.Context, _ []string, std stdio) int {
	fmt.Fprintf(std.out, "heterodox %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}
