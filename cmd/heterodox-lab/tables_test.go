package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/command"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// This is the example of docs/endgames.md.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := call(t, t.Context(), "tables", "--variant", "gun", "--out", dir, "KRK")
	want := `KvK                7224 positions            0 won         7224 drawn            0 lost
KRvK             399112 positions       375544 won        23568 drawn            0 lost, White wins in 18 at most
`
	if status != command.ExitOK || errs != "" || out != want {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	status, out, errs = call(t, t.Context(), "tables", "--variant", "gun", "--out", dir, "--verify", "--every", "11", "KRK")
	if status != command.ExitOK || errs != "" || !strings.HasPrefix(out, "KRvK       holds: ") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	status, out, errs = call(t, t.Context(), "tables", "probe", "--variant", "gun", "--dir", dir, "8/8/8/8/8/1K6/7R/k7 w - - 0 1")
	if status != command.ExitOK || errs != "" || !strings.HasPrefix(out, "win in 1\n  Rh1#     win in 1\n") || !strings.Contains(out, "\n  Rh8      win in 2\n") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
	status, out, errs = call(t, t.Context(), "tables", "--variant", "gun", "--out", dir, "--markdown", "KRK")
	if status != command.ExitOK || errs != "" || !strings.Contains(out, "\n| KRvK | 399112 | 94.1 % | 5.9 % | 0.0 % | 18: `") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}

	// A damaged table is detected by all who read it.
	name := filepath.Join(dir, "gun", "KRvK.table")
	text := must.Get(t, os.ReadFile, name)
	text[len(text)-1] ^= 1
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	status, _, errs = call(t, t.Context(), "tables", "--variant", "gun", "--out", dir, "--verify", "KRK")
	if status != command.ExitFailure || !strings.Contains(errs, "KRvK.table: block ") || !strings.Contains(errs, "is damaged") {
		t.Errorf("status %d, stderr %q", status, errs)
	}

	// It is made again, also if it is truncated or not a table at all.
	whole := bytes.Clone(text)
	whole[len(whole)-1] ^= 1
	for _, text := range [][]byte{text, text[:len(text)/2], []byte("something else")} {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		status, out, errs = call(t, t.Context(), "tables", "--variant", "gun", "--out", dir, "KRK")
		if status != command.ExitOK || !strings.Contains(errs, "KRvK.table: ") || !strings.HasSuffix(errs, "; it will be made again if it is needed\n") || out != want[strings.Index(want, "KRvK"):] {
			t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
		}
		if made, err := os.ReadFile(name); err != nil || !bytes.Equal(made, whole) {
			t.Errorf("%v: another file of %d bytes, not %d", err, len(made), len(whole))
		}
	}
}

func TestTablesUsage(t *testing.T) {
	dir := t.TempDir()
	wantUsageError(t, "tables: expected MATERIAL, such as KQvKR, or probe", "tables")
	wantUsageError(t, "tables: --out is needed", "tables", "KQK")
	wantUsageError(t, `tables: "KXK": chess has no piece "X"`, "tables", "--out", dir, "KXK")
	wantUsageError(t, `tables: "QQ" is not a material such as KQvKR: White's men, a v, Black's men`, "tables", "--out", dir, "QQ")
	wantUsageError(t, "tables: KKvK: White has 2 kings in chess, not 1", "tables", "--out", dir, "KKvK")
	wantUsageError(t, "tables: a table has 2 to 6 men, not 9", "tables", "--out", dir, "9")
	wantUsageError(t, "tables: there are no tables of crazyhouse: pieces in hand are part of a position", "tables", "--variant", "crazyhouse", "--out", dir, "KQK")
	wantUsageError(t, "tables: there are no tables of fibonacci: the number of the turn is part of a position", "tables", "--variant", "fibonacci", "--out", dir, "KQK")
	wantUsageError(t, "tables: --every needs --verify", "tables", "--out", dir, "--every", "2", "KQK")
	wantUsageError(t, "tables probe: --dir is needed", "tables", "probe", "8/8/8/8/8/1K6/7R/k7 w - - 0 1")
	wantUsageError(t, "tables probe: expected one FEN in quotes, got 6 arguments", "tables", "probe", "--dir", dir, "8/8/8/8/8/1K6/7R/k7", "w", "-", "-", "0", "1")
}
