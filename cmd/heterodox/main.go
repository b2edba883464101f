// Heterodox plays and analyses chess variants. Without arguments it talks UCI
// on standard input and output; `heterodox help` lists what else it does.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Exit statuses of every subcommand.
const (
	exitOK      = 0
	exitFailure = 1 // what was asked for was done, and the answer is no
	exitUsage   = 2 // it could not be done: bad arguments or bad input

	exitInterrupted = 130 // Ctrl-C, as shells have it
)

// stdio is what a subcommand reads from and writes to.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// fail writes a one-line error and returns the exit status for bad usage.
func (std stdio) fail(format string, args ...any) int {
	fmt.Fprintf(std.err, "heterodox: "+format+"\n", args...)
	return exitUsage
}

// A command is a subcommand: its arguments come without its own name, and it
// returns the exit status. It ends soon after ctx is cancelled, as Ctrl-C does.
type command struct {
	name string
	help string // one line
	run  func(ctx context.Context, args []string, std stdio) int
}

// commands returns the subcommands in the order in which help lists them.
func commands() []command {
	return []command{
		{"uci", "talk UCI on standard input and output (the default)", runUCI},
		{"perft", "count the move sequences of a position, run suites of counts", runPerft},
		{"bench", "search fixed positions of every variant, to compare builds", runBench},
		{"selfplay", "let the engine play itself, and check every move", runSelfplay},
		{"match", "let engines play each other, and keep score", runMatch},
		{"tune", "fit the numbers of the evaluation to the engine's own games", runTune},
		{"pgn", "check games in PGN by the rules of their variant", runPGN},
		{"cubic", "judge, count, solve and play chess in a cube of n×n×n cells", runCubic},
		{"version", "print the version", runVersion},
		{"help", "print this list", runHelp},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills
	os.Exit(dispatch(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}

// dispatch runs the subcommand that args name, UCI if they are empty.
func dispatch(ctx context.Context, args []string, std stdio) int {
	if len(args) == 0 {
		return runUCI(ctx, nil, std)
	}
	name := args[0]
	switch name {
	case "-h", "--help":
		name = "help"
	case "--version":
		name = "version"
	}
	for _, c := range commands() {
		if c.name == name {
			return c.runChecked(ctx, args[1:], std)
		}
	}
	return std.fail("unknown command %.40q (heterodox help lists them)", args[0])
}

// runChecked runs the command and fails if what it printed could not be written.
func (c command) runChecked(ctx context.Context, args []string, std stdio) int {
	out := &watchedWriter{w: std.out}
	std.out = out
	status := c.run(ctx, args, std)
	if out.err != nil && status == exitOK {
		return std.fail("%s: %v", c.name, out.err)
	}
	return status
}

// A watchedWriter remembers the first error of a writer.
type watchedWriter struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

func (w *watchedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.w.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}
