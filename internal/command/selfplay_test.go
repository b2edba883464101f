package command

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

func TestSelfplay(t *testing.T) {
	status, out, errs := call(t, t.Context(), "selfplay", "--variant", "extinction", "--games", "3", "--nodes", "20")
	if status != ExitOK || errs != "" || strings.Count(out, "\ngame ") != 2 ||
		!strings.Contains(out, "\nextinction  3 ") || !strings.Contains(out, "\n3 games, ") || !strings.HasSuffix(out, " moves checked, 0 faults\n") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	status, out, _ = call(t, t.Context(), "selfplay", "--variant", "random", "--games", "2", "--depth", "1", "--max-plies", "20", "--quiet")
	if status != ExitOK || strings.Contains(out, "game ") || !strings.Contains(out, "\ncompositions ") {
		t.Errorf("status %d, stdout %q", status, out)
	}
}

func TestSelfplayInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	status, out, errs := call(t, ctx, "selfplay", "--games", "5")
	want := fmt.Sprintf("stopped after 0 of %d games", 5*len(variants.Names()))
	if status != ExitInterrupted || !strings.HasSuffix(out, "0 games, 0 moves checked, 0 faults\n") || !strings.Contains(errs, want) {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

func TestSelfplayUsageErrors(t *testing.T) {
	wantUsageError(t, `unexpected argument "chess"`, "selfplay", "chess")
	wantUsageError(t, "--games 0 is not in 1..1000000", "selfplay", "--games", "0")
	wantUsageError(t, "--nodes must be at least 1", "selfplay", "--nodes", "0")
	wantUsageError(t, "give only one of", "selfplay", "--nodes", "5", "--depth", "3")
	wantUsageError(t, "--concurrency 0", "selfplay", "--concurrency", "0")
	wantUsageError(t, `unknown variant "nothing"`, "selfplay", "--variant", "nothing")
	wantUsageError(t, "gun+rifle", "selfplay", "--variant", "gun+rifle")
	wantUsageError(t, "unknown flag: --bogus", "selfplay", "--bogus")
}
