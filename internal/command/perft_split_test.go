package command

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestPerftSplit(t *testing.T) {
	wantOutput(t, `nodes   197281\nunique  400 after 2 moves\npasses  1\nseconds \d+\.\d{3}\nnodes/s \d+\n`, "perft", "--split", "2", "4")
	wantOutput(t, `(?:[a-h][1-8][a-h][1-8]: \d+\n){20}\nnodes   8902\nunique  5362 after 3 moves\npasses  2\nseconds .*\nnodes/s \d+\n`,
		"perft", "--split", "3", "--divide", "--passes", "2", "--hash", "1", "3")
	ledger := filepath.Join(t.TempDir(), "ledger")
	wantOutput(t, `nodes   197281\n.*`, "perft", "--split", "3", "--ledger", ledger, "--task-size", "100", "4")
	wantUsageError(t, "ledger: it exists; --resume continues it", "perft", "--split", "3", "--ledger", ledger, "4")
	// All results are there already: no speed is shown.
	wantOutput(t, `nodes   197281\nunique  5362 after 3 moves\npasses  1\nseconds \d+\.\d{3}\n`, "perft", "--split", "3", "--ledger", ledger, "--resume", "4")
	wantUsageError(t, "it is the ledger of another count: the depth was 4, not 5", "perft", "--split", "3", "--ledger", ledger, "--resume", "5")
	status, out, _ := call(t, t.Context(), "perft", "--split", "2", "--divide", "--json", "--variant", "gun", "3")
	var got struct {
		Nodes, Unique int
		Moves         []struct{ Nodes int }
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != ExitOK || got.Nodes == 0 || len(got.Moves) != 20 || got.Unique != 400 {
		t.Errorf("status %d, %v, stdout %s", status, err, out)
	}
}

func TestPerftSplitUsage(t *testing.T) {
	for _, c := range []struct{ want, args string }{
		{"--split 5 is deeper than DEPTH 4", "--split 5 4"},
		{"--split -1 is below 0", "--split -1 4"},
		{"--ledger needs --split", "--ledger x 4"},
		{"--resume needs --split", "--resume 4"},
		{"--resume needs --ledger", "--split 2 --resume 4"},
		{"--passes 0 is not in 1 … 10", "--split 2 --passes 0 4"},
		{"--split and --suite cannot be combined", "--split 2 --suite x"},
		{"--split and --lists cannot be combined", "--split 2 --lists 4"},
		{"--memory 0 is not in", "--split 2 --memory 0 4"},
		{"--split is only for games on the chessboard", "--split 1 --variant cube3 2"},
		{"no/such/place", "--split 2 --ledger no/such/place 4"},
	} {
		wantUsageError(t, c.want, append([]string{"perft"}, strings.Fields(c.args)...)...)
	}
}

func TestPerftSplitInterrupted(t *testing.T) {
	ledger := filepath.Join(t.TempDir(), "ledger")
	args := []string{"perft", "--split", "3", "--ledger", ledger, "--task-size", "1", "7"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // interrupts when the first results are on disk
		for ctx.Err() == nil {
			if text, _ := os.ReadFile(ledger); strings.Count(string(text), "\n") > 3 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	status, out, errs := call(t, ctx, args...)
	if status != ExitInterrupted || out != "" || !strings.HasPrefix(errs, "heterodox: perft: interrupted: ") || !strings.HasSuffix(errs, "of 5362 tasks finished; --resume continues\n") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

// The estimate holds for long jobs of many tasks.
func TestTasksLeft(t *testing.T) {
	for _, c := range []struct {
		took       time.Duration
		done, left int
		want       string
	}{
		{time.Minute, 0, 5, "?"},
		{time.Minute, 4, 2, "30s"},
		{24 * time.Hour, 500_000, 500_000, "24h0m0s"},
	} {
		if got := TasksLeft(c.took, c.done, c.left); got != c.want {
			t.Errorf("%v for %d, %d left: %s, want %s", c.took, c.done, c.left, got, c.want)
		}
	}
}
