package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// runProgram is an environment variable that makes the test program run as heterodox itself,
// for tests that need a process.
const runProgram = "HETERODOX_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(runProgram) != "" {
		Heterodox.Main()
	}
	os.Exit(m.Run())
}

// dispatch runs heterodox, as Main does.
func dispatch(ctx context.Context, args []string, std Stdio) int {
	return Heterodox.Dispatch(ctx, args, std)
}

// call runs the command as main does and returns its output.
func call(t *testing.T, ctx context.Context, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = dispatch(ctx, args, Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// wantUsageError checks for exit status 2 and a single line on standard error.
func wantUsageError(t *testing.T, want string, args ...string) {
	t.Helper()
	status, out, errs := call(t, t.Context(), args...)
	if status != ExitUsage || out != "" || !strings.Contains(errs, want) ||
		!strings.HasPrefix(errs, "heterodox: ") || strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") {
		t.Errorf("%q: status %d, stdout %q, stderr %q; want %q", args, status, out, errs, want)
	}
}

func TestHelpListsEveryCommand(t *testing.T) {
	for _, arg := range []string{"help", "--help", "-h"} {
		status, out, errs := call(t, t.Context(), arg)
		if status != ExitOK || errs != "" {
			t.Errorf("%s: status %d, stderr %q", arg, status, errs)
		}
		for _, c := range Heterodox.commands() {
			told := strings.Contains(out, "  "+c.Name()+" ") && strings.Contains(out, c.Short)
			if told == c.Hidden {
				t.Errorf("%s mentions %s: %v\n%s", arg, c.Name(), told, out)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	for _, arg := range []string{"version", "--version"} {
		status, out, errs := call(t, t.Context(), arg)
		if status != ExitOK || errs != "" || !strings.HasPrefix(out, "heterodox "+Version()+" (go") {
			t.Errorf("%s: status %d, stdout %q, stderr %q", arg, status, out, errs)
		}
	}
}

func TestHelpOnACommand(t *testing.T) {
	for _, c := range Heterodox.commands() {
		if c.Hidden {
			continue
		}
		_, want, _ := call(t, t.Context(), c.Name(), "--help")
		if status, out, errs := call(t, t.Context(), "help", c.Name()); status != ExitOK || errs != "" || out != want {
			t.Errorf("help %s: status %d, stdout %q, stderr %q", c.Name(), status, out, errs)
		}
	}
	wantUsageError(t, `unknown command "pertf"`, "help", "pertf")
}

// For an unknown game the error says how to list all games.
func TestUnknownGame(t *testing.T) {
	wantUsageError(t, `unknown variant "capablnca"; did you mean capablanca? ("heterodox variants" lists all)`, "perft", "--variant", "capablnca", "2")
	wantUsageError(t, `("heterodox variants" lists all)`, "variants", "gun+capablnca")
}

// A full disk must not look like success.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"version"}, {"perft", "2"}, {"perft", "--json", "2"}, {"uci"}} {
		var errs bytes.Buffer
		status := dispatch(t.Context(), args, Stdio{In: strings.NewReader("uci\n"), Out: fullDisk{}, Err: &errs})
		if status != ExitUsage || !strings.Contains(errs.String(), errFull.Error()) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: status %d, stderr %q", args, status, errs.String())
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// The exit status distinguishes Ctrl-C from SIGTERM, as in shells.
func TestSignalsHaveTheirStatus(t *testing.T) {
	for sent, want := range map[os.Signal]int{os.Interrupt: ExitInterrupted, syscall.SIGTERM: ExitTerminated} {
		for _, args := range [][]string{{"perft", "12"}, {"bench", "20"}, {"uci"}, {"cubic"}} {
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(50*time.Millisecond, func() { cancel(signalled{sent}) })
			waiting, _ := io.Pipe()
			status := dispatch(ctx, args, Stdio{In: waiting, Out: io.Discard, Err: io.Discard})
			if status != want {
				t.Errorf("%v during %q: status %d, want %d", sent, args, status, want)
			}
		}
	}
}

func TestUnknownCommand(t *testing.T) {
	wantUsageError(t, `unknown command "pertf"`, "pertf", "5")
	wantUsageError(t, `unknown command "\n"`, "\n")
}

func TestWithoutArgumentsItTalksUCI(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := dispatch(t.Context(), nil, Stdio{In: strings.NewReader("uci\nquit\n"), Out: &stdout, Err: &stderr})
	if status != ExitOK || !strings.Contains(stdout.String(), "\nuciok\n") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout.String(), stderr.String())
	}
}

func TestFailIsOneLine(t *testing.T) {
	var stderr bytes.Buffer
	std := Stdio{Out: io.Discard, Err: &stderr, program: "heterodox"}
	if status := std.Fail("%s:%d: no", "x", 3); status != ExitUsage || stderr.String() != "heterodox: x:3: no\n" {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}
