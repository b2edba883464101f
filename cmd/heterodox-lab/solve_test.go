package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/command"
)

// A win is found, written and checked; a table says up to which turn there are no wins;
// invalid flags are named.
func TestSolve(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proof")
	status, out, errs := call(t, t.Context(), "solve", "--by", "3", "--proof", file, "fairy+extinction+fibonacci")
	const claim = "fibonacci+extinction+fairy is won for white by turn 3"
	if status != command.ExitOK || !strings.HasPrefix(out, claim) {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	if status, out, errs := call(t, t.Context(), "check-proof", file); status != command.ExitOK || !strings.HasPrefix(out, claim+": part 1 of 1 holds\n") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, out, errs = call(t, t.Context(), "solve", "--by", "3", "--all", "fairy,extinction,fibonacci")
	if status != command.ExitOK || strings.Count(out, "\n") != 7 || !strings.Contains(out, "| fairy+extinction+fibonacci | white wins by turn 3 |\n") ||
		!strings.Contains(out, "| fibonacci | no win by turn 3 |\n") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	status, _, errs = call(t, t.Context(), "solve", "--by", "5", "--limit", "3", "fibonacci")
	if status != command.ExitFailure || !strings.Contains(errs, "fibonacci by turn 5 is not decided: the search limit was reached") {
		t.Errorf("status %d, %q", status, errs)
	}
	status, out, errs = call(t, t.Context(), "solve", "--ledger", filepath.Join(t.TempDir(), "ledger"), "--budget", "1ns", "fibonacci")
	progress := regexp.MustCompile(`\n\d+ positions? after turn 3 won, \d+ of them at once, \d+ resist; \d+ left.*, after \d+ (s|min) on one core\n$`)
	if status != command.ExitOK || !progress.MatchString(out) {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "--ledger and --proof are the same file", "solve", "--ledger", text, "--proof", text, "fibonacci")
	wantUsageError(t, "--ledger and --merge are the same file", "solve", "--ledger", text, "--merge", file+","+text, "fibonacci")
	wantUsageError(t, "--proof and --merge are the same file", "solve", "--ledger", filepath.Join(t.TempDir(), "new"), "--proof", text, "--merge", text, "fibonacci")
	wantUsageError(t, "--proof: create ", "solve", "--by", "3", "--proof", filepath.Join(t.TempDir(), "none", "x"), "fibonacci")
	wantUsageError(t, "expected one VARIANT", "solve")
	wantUsageError(t, "--by 0 is not in 1..6", "solve", "--by", "0", "fibonacci")
	wantUsageError(t, "--by 6 needs --ledger", "solve", "fibonacci")
	wantUsageError(t, "--ledger needs --by 6", "solve", "--by", "5", "--ledger", text, "fibonacci")
	for _, flag := range []string{"--ledger=" + text, "--threads=1", "--first=e2e4", "--merge=" + text, "--cluster=embed"} {
		name, _, _ := strings.Cut(flag, "=")
		wantUsageError(t, name+" needs --by 6, without --all", "solve", "--by", "5", flag, "fibonacci")
		wantUsageError(t, name+" needs --by 6, without --all", "solve", "--all", flag, "fibonacci,gun")
	}
	wantUsageError(t, "--limit needs --by 1 to 5, or --all", "solve", "--ledger", text, "--limit", "1", "fibonacci")
	wantUsageError(t, "--proof and --all cannot be combined", "solve", "--all", "--proof", text, "fibonacci,gun")
	wantUsageError(t, "--budget -1s is below 0", "solve", "--ledger", text, "--budget", "-1s", "fibonacci")
	wantUsageError(t, "only games of the fast machine can be searched, not shogi\n", "solve", "--by", "3", "shogi")
	wantUsageError(t, "gun and rifle both change", "solve", "--by", "2", "--all", "gun,rifle,fibonacci") // and no line of the table
	wantUsageError(t, "--limit -1 is below 0", "solve", "--by", "5", "--limit", "-1", "fibonacci")
	wantUsageError(t, "nosuchgame", "solve", "--by", "5", "nosuchgame")
	wantUsageError(t, "text: ", "solve", "--ledger", text, "fibonacci")
	wantUsageError(t, "e2e5", "solve", "--ledger", filepath.Join(t.TempDir(), "new"), "--first", "e2e5", "fibonacci")
}
