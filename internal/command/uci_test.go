package command

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/heterodox-chess/heterodox/variants"
)

// talkUCI runs the UCI command over some input.
func talkUCI(t *testing.T, in io.Reader, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = dispatch(t.Context(), args, Stdio{In: in, Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// Only a terminal gets the hint; a GUI might mistake it for an error.
func TestUCISaysNothingUnasked(t *testing.T) {
	for _, args := range [][]string{nil, {"uci"}} {
		status, out, errs := talkUCI(t, strings.NewReader(""), args...)
		if status != ExitOK || out != "" || errs != "" {
			t.Errorf("%q: status %d, stdout %q, stderr %q", args, status, out, errs)
		}
	}
}

func TestUCIOffersEveryVariant(t *testing.T) {
	_, out, _ := talkUCI(t, strings.NewReader("uci\n"))
	if !strings.Contains(out, "id name Heterodox "+Version()+"\n") {
		t.Errorf("no name in %q", out)
	}
	want := "option name UCI_Variant type combo default chess var chess var standard var " +
		strings.Join(variants.Names()[1:], " var ") + " var 3check var 5check var shogi "
	if !strings.Contains(out, want) {
		t.Errorf("no %q in %q", want, out)
	}
}

func TestUCIReadError(t *testing.T) {
	status, _, errs := talkUCI(t, iotest.ErrReader(errors.New("no such luck")))
	if status != ExitUsage || errs != "heterodox: reading: no such luck\n" {
		t.Errorf("status %d, stderr %q", status, errs)
	}
}

func TestUCITakesNoArguments(t *testing.T) {
	wantUsageError(t, `uci takes no arguments, not "chess"`, "uci", "chess")
}

func TestBench(t *testing.T) {
	status, out, errs := call(t, t.Context(), "bench", "1")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != ExitOK || errs != "" || !strings.HasPrefix(lines[0], "chess ") ||
		!strings.HasSuffix(lines[len(lines)-1], " nps") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	// The UCI command reports the same number of nodes.
	_, uciOut, _ := talkUCI(t, strings.NewReader("bench 1\n"))
	nodes, _, _ := strings.Cut(lines[len(lines)-1], " ")
	if !strings.Contains(uciOut, "\n"+nodes+" nodes ") {
		t.Errorf("bench in UCI says %q, want %s nodes", uciOut, nodes)
	}
}

func TestBenchUsage(t *testing.T) {
	if status, out, errs := call(t, t.Context(), "bench", "--variant", "gun", "1"); status != ExitOK || !strings.HasPrefix(out, "gun ") || strings.Count(out, "\n") != 2 {
		t.Errorf("bench of gun: status %d, %q, %q", status, out, errs)
	}
	wantUsageError(t, `bench: unknown variant "nose"`, "bench", "--variant", "nose")
	wantUsageError(t, `bench: depth "x" is not a whole number`, "bench", "x")
	wantUsageError(t, "bench: depth 0 is not in 1..100", "bench", "0")
	wantUsageError(t, "bench takes one argument, the depth", "bench", "1", "2")
	for _, name := range []string{"bench", "uci"} {
		if status, out, errs := call(t, t.Context(), name, "--help"); status != ExitOK || out == "" || errs != "" {
			t.Errorf("%s --help: status %d, stdout %q, stderr %q", name, status, out, errs)
		}
	}
}
