package command

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func wantOutput(t *testing.T, want string, args ...string) {
	t.Helper()
	status, out, errs := call(t, t.Context(), args...)
	if matches, _ := regexp.MatchString(`\A(?s:`+want+`)\z`, out); status != ExitOK || errs != "" || !matches {
		t.Errorf("%q: status %d, stderr %q, stdout\n%swant\n%s", args, status, errs, out, want)
	}
}

func TestPerftCounts(t *testing.T) {
	const tail = `\nseconds \d+\.\d{3}\nnodes/s \d+\n`
	wantOutput(t, `nodes   8902`+tail, "perft", "3")
	wantOutput(t, `nodes   1`+tail, "perft", "0")
	wantOutput(t, `nodes   97862`+tail, "perft", "--fen", kiwipete, "3")
	wantOutput(t, `nodes   97862`+tail, "perft", "3", "--fen", kiwipete, "--threads", "2", "--hash", "1")
	wantOutput(t, `nodes   97862`+tail, "perft", "--lists", "--fen", kiwipete, "3")
	wantOutput(t, `nodes   13160`+tail, "perft", "3", "--moves", "e2e4")
	wantOutput(t, `nodes   50`+tail, "perft", "1", "--variant", "gun+madhouse", "--fen", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")
	wantOutput(t, `nodes   \d+`+tail, "perft", "1", "--variant", "fibonacci", "--moves", "e2e4 e7e5 g1f3/f3g5")
}

func TestPerftDivide(t *testing.T) {
	status, out, errs := call(t, t.Context(), "perft", "--divide", "--variant", "gun", "--fen", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "3")
	if status != ExitOK || errs != "" || !strings.Contains(out, "\na2a4: 30\n") || strings.Count(out, ": ") != 7 || !strings.Contains(out, "\n\nnodes   280\n") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, errs, out)
	}
}

func TestPerftJSON(t *testing.T) {
	status, out, errs := call(t, t.Context(), "perft", "--json", "--moves", "e2e4", "3")
	if status != ExitOK || errs != "" || strings.Count(out, "\n") != 1 {
		t.Errorf("status %d, stderr %q, stdout %s", status, errs, out)
	}
	var got struct {
		Variant, FEN string
		Depth        int
		Nodes        uint64
		Seconds      *float64
		Speed        *float64 `json:"nodes_per_second"`
		Complete     bool
		Moves        []struct {
			Move     string
			Nodes    uint64
			Complete bool
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	var sum uint64
	for _, m := range got.Moves {
		sum += m.Nodes
		if len(m.Move) != 4 || !m.Complete {
			t.Errorf("%+v", m)
		}
	}
	if got.Variant != "chess" || got.FEN != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" || got.Depth != 3 ||
		got.Nodes != 13160 || sum != 13160 || len(got.Moves) != 20 || !got.Complete || got.Seconds == nil || got.Speed == nil {
		t.Errorf("%+v", got)
	}
}

func TestPerftInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	status, out, errs := call(t, ctx, "perft", "--divide", "--fen", kiwipete, "12")
	pattern := `\Aheterodox: perft: interrupted: \d+ of 48 moves finished, \d+ nodes in \d+\.\d s\n\z`
	if matches, _ := regexp.MatchString(pattern, errs); status != ExitInterrupted || strings.Contains(out, "nodes") || !matches {
		t.Errorf("status %d, stderr %q, stdout %q", status, errs, out)
	}
}

func TestPerftInterruptedJSON(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	status, out, _ := call(t, ctx, "perft", "--json", "--fen", kiwipete, "12")
	if status != ExitInterrupted || !strings.Contains(out, `"complete":false,"moves"`) {
		t.Errorf("status %d, stdout %q", status, out)
	}
}

func TestPerftUsageErrors(t *testing.T) {
	for _, c := range []struct{ want, args string }{
		{"expected one DEPTH, got 0 arguments", ""},
		{"expected one DEPTH, got 2 arguments", "3 4"},
		{`depth "x" is not a number in 0 … 100`, "x"},
		{`depth "101" is not a number in 0 … 100`, "101"},
		{`depth "-1" is not a number in 0 … 100`, "-- -1"},
		{"unknown flag: --deep", "--deep 3"},
		{"--threads 0 is not in", "--threads 0 3"},
		{"--threads 513 is not in", "--threads 513 3"},
		{"invalid argument", "--threads many 3"},
		{"--hash -1 is not in", "--hash -1 3"},
		{"--hash 1048577 is not in", "--hash 1048577 3"},
		{`--variant: unknown variant "shoggi"`, "--variant shoggi 3"},
		{"--fen: FEN board, offset 0: missing", "--fen= 3"},
		{"--variant: variant gun+rifle: gun and rifle both change", "--variant gun+rifle 3"},
		{"--fen: ", "--fen 8/8 3"},
		{"--moves: number 2: illegal move \"e2e4\"", "--moves=e2e4|e2e4 3"},
		{"--moves: number 1: malformed move \"e9e4\"", "--moves e9e4 3"},
		{"--suite and --fen cannot be combined", "--suite --fen x a.epd"},
		{"--suite and --json cannot be combined", "--suite --json a.epd"},
		{"--verify and --hash cannot be combined", "--verify --hash 1 3"},
		{"--lists and --hash cannot be combined", "--lists --hash 1 3"},
		{"--max-nodes needs --suite", "--max-nodes 5 3"},
		{"--suite needs at least one FILE", "--suite"},
		{"no-such-file.epd", "--suite no-such-file.epd"},
	} {
		args := []string{"perft"}
		for _, arg := range strings.Fields(c.args) {
			args = append(args, strings.ReplaceAll(arg, "|", " "))
		}
		wantUsageError(t, c.want, args...)
	}
	wantUsageError(t, "9 moves left of the 2 of turn 3", "perft", "--variant", "fibonacci", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 3:9", "3")
	wantUsageError(t, "exceeds 18446744073709551615", "perft", "--hash", "8", "--fen", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "30")
}

func TestPerftHelp(t *testing.T) {
	status, out, errs := call(t, t.Context(), "perft", "--help")
	if status != ExitOK || errs != "" {
		t.Errorf("status %d, stderr %q", status, errs)
	}
	for _, want := range []string{"--variant NAME", "--fen FEN", "--moves MOVES", "--divide", "--threads N", "--hash MB", "--json", "--lists", "--verify", "--suite", "--max-nodes N", "DEPTH", "FILE…"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing from\n%s", want, out)
		}
	}
}

// suite writes a suite file and returns its name.
func suite(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "some.epd")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestPerftSuite(t *testing.T) {
	good := suite(t, "# two games\ngun | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7 ;D3 280\n4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7\n")
	wantOutput(t, `2 lines, 3 counts, 0 mismatches\n`, "perft", "--suite", good)
	wantOutput(t, `4 lines, 6 counts, 0 mismatches\n`, "perft", "--suite", good, good)
	wantOutput(t, `1 counts above 100 nodes skipped\n2 lines, 2 counts, 0 mismatches\n`, "perft", "--suite", "--max-nodes", "100", good)

	plain := suite(t, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 ;D1 50 ;D2 403\n")
	wantOutput(t, `1 lines, 2 counts, 0 mismatches\n`, "perft", "--variant", "gun+madhouse", "--suite", plain)
	status, out, errs := call(t, t.Context(), "perft", "--suite", plain)
	want := plain + ":1: D1: expected 50, got 7: chess | 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n" +
		plain + ":1: D2: expected 403, got 38: chess | 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n" +
		"1 lines, 2 counts, 2 mismatches\n"
	if status != ExitFailure || errs != "" || out != want {
		t.Errorf("status %d, stderr %q, stdout\n%swant\n%s", status, errs, out, want)
	}
}

// A bad line is found before anything is counted.
func TestPerftSuiteWithABadLine(t *testing.T) {
	wrong := suite(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 8\n")
	bad := suite(t, "\n4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7\ngin | 4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7\n")
	wantUsageError(t, bad+`:3: unknown variant "gin"`, "perft", "--suite", wrong, bad)
}

// A suite that checks nothing has not passed.
func TestEmptySuites(t *testing.T) {
	empty := suite(t, "# nothing yet\n\n")
	wantUsageError(t, "perft: "+empty+" has no line with counts", "perft", "--suite", empty)
	wantUsageError(t, "cubic: "+empty+" has no line with facts", "cubic", "--suite", empty)
}

// An interrupted suite reports what was counted. On a slow machine that may be nothing at first.
func TestPerftSuiteInterrupted(t *testing.T) {
	name := suite(t, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 ;D1 7\n"+kiwipete+" ;D12 1\n")
	want := regexp.MustCompile(`\Aheterodox: perft: interrupted after \d+\.\d+ ?s: ([01]) lines, ([01]) counts, 0 mismatches\n\z`)
	for wait := 50 * time.Millisecond; ; wait *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		status, out, errs := call(t, ctx, "perft", "--suite", name)
		cancel()
		got := want.FindStringSubmatch(errs)
		if status != ExitInterrupted || out != "" || got == nil || got[1] != got[2] {
			t.Fatalf("status %d, stderr %q, stdout %q", status, errs, out)
		}
		if got[1] == "1" {
			return
		}
	}
}

func TestPerftVerify(t *testing.T) {
	wantOutput(t, `421 positions agree with the general machine and notnil/chess\n`, "perft", "--verify", "2")
	wantOutput(t, `\d+ positions agree with the general machine\n`, "perft", "--verify", "--variant", "gun+extinction", "1")
	wantOutput(t, `31 positions are consistent; only one machine knows shogi, so they were not compared\n`,
		"perft", "--verify", "--variant", "shogi", "1")
	wantOutput(t, `\d+ positions agree with the general machine\n`, "perft", "--verify", "--fen", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "1")
}

func TestPerftVerifyInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	status, out, errs := call(t, ctx, "perft", "--verify", "9")
	if matches, _ := regexp.MatchString(`interrupted: \d+ positions agree`, errs); status != ExitInterrupted || out != "" || !matches {
		t.Errorf("status %d, stderr %q, stdout %q", status, errs, out)
	}
}
