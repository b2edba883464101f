// Package command holds the commands of heterodox, one file each. heterodox-lab adds more.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/heterodox-chess/heterodox/variants"
)

// Exit statuses of every command.
const (
	ExitOK      = 0
	ExitFailure = 1 // the command was carried out, and the answer is no
	ExitUsage   = 2 // it could not be carried out: bad arguments or bad input

	// ExitInterrupted is what commands return once their context has ended; Dispatch
	// distinguishes the signals.
	ExitInterrupted = 130 // Ctrl-C, as in shells
	ExitTerminated  = 143 // SIGTERM, likewise
)

// A Program is heterodox, or one that has the same commands and more.
type Program struct {
	Name  string // the name of its file
	About string // a line of help about its relation to the other program
	// Cluster makes the flags of commands whose work many machines can do; nil if the
	// program does not support that.
	Cluster func() Cluster
	// Tables adds making endgame tables to the command that queries them; nil if the
	// program cannot make any.
	Tables func(tables *cobra.Command)
	More   func() []*cobra.Command // additional commands; nil for none
}

// Heterodox is the program for most people.
var Heterodox = Program{
	Name:  "heterodox",
	About: "The program heterodox-lab has all these commands, and also tune, solve, cluster and work.",
}

// commands returns the commands in the order in which help lists them.
func (p Program) commands() []*cobra.Command {
	newCluster := func() Cluster { return noCluster{} }
	more := elsewhere
	if p.Cluster != nil {
		newCluster = p.Cluster
	}
	if p.More != nil {
		more = p.More
	}
	return slices.Concat([]*cobra.Command{
		uciCommand(),
		xboardCommand(),
		perftCommand(newCluster()),
		benchCommand(),
		studyCommand(newCluster()),
		selfplayCommand(),
		matchCommand(newCluster()),
		playCommand(),
		boardCommand(),
		pgnCommand(),
		bookCommand(),
		puzzlesCommand(),
		reviewCommand(),
		checkProofCommand(),
		tablesCommand(p.Tables),
		variantsCommand(),
		pieceCommand(),
		exportCommand(),
		cubicCommand(),
		serveCommand(),
	}, more(), []*cobra.Command{
		completionCommand(),
		versionCommand(),
		helpCommand(),
	})
}

// elsewhere returns placeholders for the commands that only heterodox-lab has, which say so.
func elsewhere() (list []*cobra.Command) {
	for _, name := range []string{"tune", "solve", "cluster", "work"} {
		text := name + " is a command of heterodox-lab"
		list = append(list, &cobra.Command{
			Use: name, Short: text, Long: text + ".", Hidden: true, DisableFlagParsing: true,
			RunE: func(cmd *cobra.Command, _ []string) error {
				cmd.Root().PrintErrf("%s: %s\n", cmd.Root().Name(), text)
				return exitStatus(ExitUsage)
			},
		})
	}
	return list
}

// Main runs the program, and exits.
func (p Program) Main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		cancel(signalled{<-signals})
		signal.Stop(signals) // a second signal kills
	}()
	os.Exit(p.Dispatch(ctx, os.Args[1:], Stdio{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// signalled is the cause of a context that is ended by a signal.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return s.String() }
func (s signalled) Unwrap() error { return context.Canceled }

// Dispatch runs the command that args name, UCI if they are empty, and returns the exit status.
// Failing to print the output is a failure.
func (p Program) Dispatch(ctx context.Context, args []string, std Stdio) int {
	out := &watchedWriter{w: std.Out}
	std.program = p.Name
	root := p.Root()
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	root.SetIn(std.In)
	root.SetOut(out)
	root.SetErr(std.Err)
	cmd, err := root.ExecuteContextC(ctx)
	status := ExitOK
	switch err := err.(type) {
	case nil:
	case exitStatus:
		status = int(err)
	default:
		status = std.Fail("%s%v", prefix(cmd), err)
	}
	if out.err != nil && status == ExitOK {
		status = std.Fail("%s%v", prefix(cmd), out.err)
	}
	if cause, ok := context.Cause(ctx).(signalled); ok && status == ExitInterrupted && cause.Signal == syscall.SIGTERM {
		return ExitTerminated
	}
	return status
}

// prefix returns the words of a command that start its errors: "tune play: ".
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

// Stdio holds the streams of a command.
type Stdio struct {
	In       io.Reader
	Out, Err io.Writer
	program  string // its name starts the messages on Err
}

// Note writes a line to standard error.
func (std Stdio) Note(format string, args ...any) {
	fmt.Fprintf(std.Err, std.program+": "+format+"\n", args...)
}

// Fail writes a one-line error and returns the exit status for bad usage. For an unknown name
// it adds the command that lists all.
func (std Stdio) Fail(format string, args ...any) int {
	for _, arg := range args {
		if err, ok := arg.(error); ok && errors.As(err, new(*variants.UnknownError)) {
			format += fmt.Sprintf(` ("%s variants" lists all)`, std.program)
		}
	}
	std.Note(format, args...)
	return ExitUsage
}

// exitStatus is the error of a command that has already reported what is wrong.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Run makes the body of a command from a function that returns its exit status. The function
// should end soon after ctx is cancelled, as by Ctrl-C.
func Run(body func(ctx context.Context, args []string, std Stdio) int) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		std := Stdio{cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), cmd.Root().Name()}
		if status := body(cmd.Context(), args, std); status != ExitOK {
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
