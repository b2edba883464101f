package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
)

// version is the release that this source leads up to or is.
const version = "0.1.0-dev"

// runHelp lists the commands, or says more about the one that is named.
func runHelp(ctx context.Context, args []string, std stdio) int {
	if len(args) > 0 && args[0] != "help" && !strings.HasPrefix(args[0], "-") {
		return dispatch(ctx, []string{args[0], "--help"}, std)
	}
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
