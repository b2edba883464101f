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

	"github.com/spf13/cobra"
)

// Exit statuses of every subcommand.
const (
	exitOK      = 0
	exitFailure = 1 // what was asked for was done, and the answer is no
	exitUsage   = 2 // it could not be done: bad arguments or bad input

	// exitInterrupted is what subcommands return once their context has ended;
	// dispatch tells the signals apart.
	exitInterrupted = 130 // Ctrl-C, as shells have it
	exitTerminated  = 143 // SIGTERM, likewise
)

// commands returns the subcommands in the order in which help lists them.
func commands() []*cobra.Command {
	return []*cobra.Command{
		uciCommand(),
		perftCommand(),
		benchCommand(),
		selfplayCommand(),
		matchCommand(),
		tuneCommand(),
		playCommand(),
		boardCommand(),
		pgnCommand(),
		variantsCommand(),
		pieceCommand(),
		cubicCommand(),
		serveCommand(),
		workCommand(),
		clusterCommand(),
		completionCommand(),
		docsCommand(),
		versionCommand(),
		helpCommand(),
	}
}

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		cancel(signalled{<-signals})
		signal.Stop(signals) // a second one kills
	}()
	os.Exit(dispatch(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}

// signalled is the cause with which a context ends when a signal comes.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return s.String() }
func (s signalled) Unwrap() error { return context.Canceled }

// dispatch runs the subcommand that args name, UCI if they are empty, and fails
// if what it printed could not be written.
func dispatch(ctx context.Context, args []string, std stdio) int {
	out := &watchedWriter{w: std.out}
	root := rootCommand()
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetIn(std.in)
	root.SetOut(out)
	root.SetErr(std.err)
	cmd, err := root.ExecuteContextC(ctx)
	status := exitOK
	switch err := err.(type) {
	case nil:
	case exitStatus:
		status = int(err)
	default:
		status = std.fail("%s%v", prefix(cmd), err)
	}
	if out.err != nil && status == exitOK {
		status = std.fail("%s%v", prefix(cmd), out.err)
	}
	if cause, ok := context.Cause(ctx).(signalled); ok && status == exitInterrupted && cause.Signal == syscall.SIGTERM {
		return exitTerminated
	}
	return status
}

// prefix returns the words of a subcommand that begin its errors: "tune play: ".
func prefix(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return ""
	}
	return prefixWithin(cmd.Parent(), cmd.Name()+": ")
}

func prefixWithin(cmd *cobra.Command, rest string) string {
	if !cmd.HasParent() {
		return rest
	}
	return prefixWithin(cmd.Parent(), cmd.Name()+" "+rest)
}

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

// exitStatus is the error of a subcommand that has said itself what is wrong.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// run makes a subcommand's body of a function that returns its exit status. It
// ends soon after ctx is cancelled, as Ctrl-C does.
func run(body func(ctx context.Context, args []string, std stdio) int) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		std := stdio{cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()}
		if status := body(cmd.Context(), args, std); status != exitOK {
			return exitStatus(status)
		}
		return nil
	}
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
