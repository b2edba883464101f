package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/heterodox-chess/heterodox/internal/command"
)

// runProgram is an environment variable that says what the test program is instead of a test:
// heterodox-lab, or a NATS server.
const runProgram = "HETERODOX_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(runProgram) {
	case "lab":
		lab.Main()
	case "nats-server":
		serveNATS()
	}
	os.Exit(m.Run())
}

// serveNATS does what the program nats-server does.
func serveNATS() {
	options, err := server.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ExitOnError), os.Args[1:], func() {}, func() {}, func() {})
	if err == nil {
		var s *server.Server
		if s, err = server.NewServer(options); err == nil {
			s.Start()
			s.WaitForShutdown()
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// call runs the command as main does and returns its output.
func call(t *testing.T, ctx context.Context, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = lab.Dispatch(ctx, args, command.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// wantUsageError checks for exit status 2 and a single line on standard error.
func wantUsageError(t *testing.T, want string, args ...string) {
	t.Helper()
	status, out, errs := call(t, t.Context(), args...)
	if status != command.ExitUsage || out != "" || !strings.Contains(errs, want) ||
		!strings.HasPrefix(errs, "heterodox-lab: ") || strings.Count(errs, "\n") != 1 || !strings.HasSuffix(errs, "\n") {
		t.Errorf("%q: status %d, stdout %q, stderr %q; want %q", args, status, out, errs, want)
	}
}
