package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A correct proof is confirmed, an incorrect one is a failure, and a malformed one is bad input.
func TestCheckProof(t *testing.T) {
	const good = "../proof/testdata/fairy+extinction+fibonacci-3.proof"
	status, out, errs := call(t, t.Context(), "check-proof", good)
	if want := "fibonacci+extinction+fairy is won for white by turn 3: part 1 of 1 holds\n"; status != ExitOK || !strings.HasPrefix(out, want) {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	const head = "heterodox proof 1\nfibonacci+extinction+fairy is won for white by turn 3\n"
	const start = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 1:1"
	for turn, want := range map[string]string{"e2e4": "no turn wins", "e2e5": "e2e5 is not legal"} {
		status, _, errs := call(t, t.Context(), "check-proof", write(turn, head+start+"\t"+turn+"\n"))
		if status != ExitFailure || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %q, want %s", turn, status, errs, want)
		}
	}
	wantUsageError(t, "one FILE is needed", "check-proof")
	wantUsageError(t, "no such file", "check-proof", filepath.Join(dir, "none"))
	wantUsageError(t, "line 1", "check-proof", write("text", "hello\n"))
	wantUsageError(t, "nosuchgame", "check-proof", write("game", "heterodox proof 1\nnosuchgame is won for white by turn 3\n"))
	for _, part := range []string{"0/1", "2/1", "1", "1/x", "01/2", "1/2/3", "-1/2"} {
		wantUsageError(t, "is not I/N", "check-proof", "--part="+part, good)
	}
}
