package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/command"
)

// spsaArgs are the arguments of a small tuning, to be completed by files.
var spsaArgs = []string{"tune", "spsa", "--engine", "cmd=self option.Hash=1", "--each", "nodes=40", "--variant", "gun,threecheck", "--max-plies", "80",
	"--param", "multipv,4,1,9,2,0.5", "--pairs", "8", "--batch", "3", "--seed", "5"}

// A tuning gives the same result however many pairs are played at a time,
// and after an interruption.
func TestTuneSPSA(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, more ...string) (status int, out, errs string) {
		args := append(slices.Clone(spsaArgs), "--ledger", filepath.Join(dir, name), "--out", filepath.Join(dir, name+".txt"))
		return call(t, t.Context(), append(args, more...)...)
	}
	status, table, errs := run("one")
	if status != command.ExitOK || errs != "" || !strings.Contains(table, "\n    MultiPV      4  ") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, table, errs)
	}
	tuned := content(t, filepath.Join(dir, "one.txt"))
	if !strings.HasPrefix(tuned, "MultiPV, ") || !strings.HasSuffix(tuned, ", 1, 9, 2, 0.5\n") || strings.HasPrefix(tuned, "MultiPV, 4,") {
		t.Errorf("%q", tuned)
	}
	ctx, stop := context.WithCancel(t.Context())
	said := &stopper{stop: stop, at: "3 of 8 pairs"}
	args := append(slices.Clone(spsaArgs), "--ledger", filepath.Join(dir, "many"), "--out", filepath.Join(dir, "many.txt"), "--concurrency", "3", "--every", "1")
	status = lab.Dispatch(ctx, args, command.Stdio{In: strings.NewReader(""), Out: io.Discard, Err: said})
	if status != command.ExitInterrupted || !strings.Contains(said.String(), " of 8 pairs; --resume continues\n") {
		t.Fatalf("status %d, stderr %q", status, said.String())
	}
	status, again, errs := run("many", "--concurrency", "2", "--resume", "--every", "4")
	if status != command.ExitOK || again != table || content(t, filepath.Join(dir, "many.txt")) != tuned {
		t.Errorf("status %d, stdout %q, want %q, stderr %q", status, again, table, errs)
	}
	if !strings.Contains(errs, "8 of 8 pairs\n  parameter") {
		t.Errorf("stderr %q", errs)
	}
	played := results(filepath.Join(dir, "many"))
	if status, again, errs = run("many", "--resume"); status != command.ExitOK || again != table || results(filepath.Join(dir, "many")) != played {
		t.Errorf("when all is done: status %d, stdout %q, stderr %q", status, again, errs)
	}
	// The result of a tuning is where the next one starts.
	status, again, errs = call(t, t.Context(), "tune", "spsa", "--engine", "cmd=self", "--each", "nodes=10", "--max-plies", "20", "--pairs", "1",
		"--params", filepath.Join(dir, "one.txt"), "--param", "Hash", "--ledger", filepath.Join(dir, "next"), "--out", filepath.Join(dir, "next.txt"))
	start := strings.Split(tuned, ", ")[1]
	if status != command.ExitOK || !strings.Contains(again, "    MultiPV  "+start+"  ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, again, errs)
	}
}

// The result is the same whether one process plays or two workers, one of which is killed.
func TestClusterTuneSPSA(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := append(slices.Clone(spsaArgs), "--pairs", "6", "--max-plies", "20")
	file := func(name string) string { return filepath.Join(dir, name) }
	if status, _, errs := call(t, t.Context(), append(slices.Clone(args), "--ledger", file("alone"), "--out", file("alone.txt"))...); status != command.ExitOK {
		t.Fatalf("status %d, stderr %q", status, errs)
	}
	c := start(t, append(slices.Clone(args), "--ledger", file("many"), "--out", file("many.txt"), "--concurrency", "0",
		"--cluster", "embed:127.0.0.1:0", "--ack-wait", "1s")...)
	url := c.joinAt(t)
	victim := start(t, "work", "--slots", "1", "--name", "victim", url)
	waitFor(t, "a result", func() bool { return results(file("many")) >= 2 })
	victim.kill()
	start(t, "work", "--slots", "1", url)
	c.wantEnd(t, command.ExitOK)
	if alone, many := content(t, file("alone.txt")), content(t, file("many.txt")); alone != many {
		t.Errorf("%q, alone %q", many, alone)
	}
	want, got := storedGames(t, file("alone")), storedGames(t, file("many"))
	for n := range want {
		if want[n] != got[n] {
			t.Errorf("game %d differs: %s; alone: %s", n+1, got[n], want[n])
		}
	}
}

func TestTuneSPSAUsage(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "params")
	if err := os.WriteFile(file, []byte("MultiPV,4,1,9,2,0.05\n\nMultiPV,4,1,9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ want, args string }{
		{"--engine is needed", ""},
		{"--ledger is needed", "--engine cmd=self"},
		{"--out is needed", "--engine cmd=self --ledger LEDGER"},
		{"--engine: engine \"cmd=self\": expected a limit: tc=, movetime=, nodes= or depth=", "--engine cmd=self --ledger LEDGER --out OUT --each name=x"},
		{"a parameter is needed: --param or --params", ""},
		{"unexpected argument \"x\"", "x"},
		{"--param: \"a,1\": expected NAME,START,MIN,MAX,C_END,R_END", "--param a,1"},
		{"--params: " + file + ", line 3: MultiPV is listed twice", "--params " + file},
		{"--params: open ", "--params /nowhere/at/all"},
		{"engine plus: option \"Speed\" is not one of its options", "--param Speed"},
		{"engine plus: option \"Ponder\" is of type check, not spin", "--param Ponder"},
		{"MultiPV: 0..9 is not within the engine's range 1..", "--param MultiPV,4,0,9,2,0.05"},
		{"--pairs 0 is not in 1..10000000", "--param MultiPV --pairs 0"},
		{"--batch 0 is not in 1..100000", "--param MultiPV --batch 0"},
		{"--alpha NaN is not in 0..2", "--param MultiPV --alpha NaN"},
		{"--pairs 5 is not a multiple of the 2 variants", "--param MultiPV --pairs 5 --variant chess,gun"},
		{"--out and --ledger are the same file", "--param MultiPV --out LEDGER"},
		{"--out: " + file + " exists; --force overwrites it", "--param MultiPV --out " + file},
		{"--out: " + file + " exists; --force overwrites it", "--param MultiPV --resume --out " + file},
		{"--out: create ", "--param MultiPV --out OUT/x"},
		{"--concurrency 0 is not in 1..512", "--param MultiPV --concurrency 0"},
	} {
		args := c.args
		if !strings.Contains(args, "--engine") && !strings.Contains(c.want, "is needed") || strings.Contains(c.want, "parameter is needed") {
			args = "--engine cmd=self --each nodes=1 --ledger LEDGER --out OUT " + args
		}
		args = strings.NewReplacer("LEDGER", filepath.Join(dir, "ledger"), "OUT", filepath.Join(dir, "out")).Replace(args)
		wantUsageError(t, "tune spsa: "+c.want, append([]string{"tune", "spsa"}, strings.Fields(args)...)...)
	}
}
