package command

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// matchArgs returns the arguments of a small match, and its working directory.
func matchArgs(t *testing.T, more ...string) (args []string, dir string) {
	dir = t.TempDir()
	args = []string{
		"match", "--engine", "cmd=self name=new", "--engine", "cmd=self name=old nodes=10", "--each", "nodes=40 option.Hash=1",
		"--rounds", "1", "--store", filepath.Join(dir, "s.jsonl"), "--pgn", filepath.Join(dir, "g.pgn"),
	}
	return append(args, more...), dir
}

func TestMatch(t *testing.T) {
	args, dir := matchArgs(t, "--variant", "chess,gun+fairy,fibonacci,chess960", "--max-plies", "100")
	status, out, errs := call(t, t.Context(), args...)
	if status != ExitOK || !strings.HasPrefix(out, "new v old\n") || !strings.Contains(out, "\n  gun+fairy ") ||
		!strings.HasSuffix(out, "\n8 of 8 games\n") || strings.Count(errs, "\n") != 8 || !strings.HasPrefix(errs, "game 1 of 8, chess: new v old ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	status, out, errs = call(t, t.Context(), "pgn", filepath.Join(dir, "g.pgn"))
	if status != ExitOK || errs != "" || !strings.HasPrefix(out, "8 games, ") || !strings.HasSuffix(out, " moves, 0 wrong\n") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	// Nothing is overwritten, and a longer match can be continued.
	wantUsageError(t, "s.jsonl exists", append(args, "--pgn", "")...)
	status, out, errs = call(t, t.Context(), append(args, "--resume", "--rounds", "2", "--json", "--quiet")...)
	var report struct {
		Finished int
		Pairings []struct{ First string }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || status != ExitOK || errs != "" ||
		report.Finished != 16 || report.Pairings[0].First != "new" {
		t.Errorf("status %d, stdout %q, stderr %q: %v", status, out, errs, err)
	}
}

func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	args, _ := matchArgs(t)
	status, out, errs := call(t, ctx, args...)
	if status != ExitInterrupted || out != "" || errs != "" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

func TestMatchReportsOnTheWay(t *testing.T) {
	args, _ := matchArgs(t, "--every", "1", "--quiet", "--sprt", "elo0=0 elo1=5 model=logistic", "--max-plies", "20")
	status, out, errs := call(t, t.Context(), args...)
	if status != ExitOK || !strings.Contains(errs, "\n1 of 2 games\nnew v old\n") || !strings.Contains(out, "SPRT logistic [0, 5]: LLR ") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

func TestMatchUsageErrors(t *testing.T) {
	two := []string{"match", "--engine", "cmd=self nodes=1", "--engine", "cmd=self nodes=1", "--store", filepath.Join(t.TempDir(), "s")}
	wantUsageError(t, "at least two --engine are needed", "match")
	wantUsageError(t, "--engine: engine \"cmd=self\": expected a limit", "match", "--engine", "cmd=self", "--engine", "cmd=self")
	for _, c := range []struct {
		want string
		args []string
	}{
		{`unexpected argument "x"`, []string{"x"}},
		{`--variant: unknown variant "nothing"`, []string{"--variant", "chess,nothing"}},
		{"--variant: chess is listed twice", []string{"--variant", "chess,standard"}},
		{`--each: tc: "x" is not a time`, []string{"--each", "tc=x"}},
		{"--rounds 0 is not in 1..", []string{"--rounds", "0"}},
		{"--concurrency 0", []string{"--concurrency", "0"}},
		{"--opening-plies -1", []string{"--opening-plies", "-1"}},
		{"--max-plies -1", []string{"--max-plies", "-1"}},
		{"--every -1", []string{"--every", "-1"}},
		{"--patience 0s", []string{"--patience", "0"}},
		{`--format "swiss"`, []string{"--format", "swiss"}},
		{`--order "x"`, []string{"--order", "x"}},
		{`--resign: unknown "x"`, []string{"--resign", "x"}},
		{"--resign: expected moves and score", []string{"--resign", "moves=3"}},
		{`--draw: moves: "-1"`, []string{"--draw", "moves=-1"}},
		{"--draw: expected moves", []string{"--draw", "after=3"}},
		{"--sprt: elo0 and elo1 are needed", []string{"--sprt", "elo0=1"}},
		{"openings: open ", []string{"--openings", "/nowhere"}},
		{"the store and the PGN are the same file", []string{"--store", "x", "--pgn", "./x"}},
		{"unknown flag: --bogus", []string{"--bogus"}},
	} {
		wantUsageError(t, c.want, append(two[:len(two):len(two)], c.args...)...)
	}
}

func TestMatchHelp(t *testing.T) {
	status, out, errs := call(t, t.Context(), "match", "--help")
	if status != ExitOK || errs != "" || !strings.Contains(out, "--sprt") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

func TestEngineNames(t *testing.T) {
	for name, want := range map[string]string{
		"chess": "chess standard normal", "fischerandom": "chess standard normal", "fairy": "amazon fairy", "amazon": "amazon fairy",
		"gun": "gun", "gun+fairy": "gun+amazon gun+fairy", "fischerandom+gun": "gun", "placement": "placement",
		"threecheck": "threecheck 3check", "fivecheck+gun": "gun+fivecheck gun+5check", "capablanca": "capablanca",
	} {
		if got := strings.Join(engineNames(variants.MustOpen(name)), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestPGN(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	text := "[Variant \"gun\"]\n\n1. e4 d5 2. exd5 Qd6 1-0\n\n[Variant \"madhouse\"]\n\n1. e4 d5\n2. exd5 *\n\n[Variant \"x\"]\n*\n\n[bad]\n\n1. d4 *"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	status, out, errs := call(t, t.Context(), "pgn", file)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != ExitFailure || errs != "" || len(lines) != 4 {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	for i, want := range []string{
		`games.pgn: game 2, line 8: move 2. exd5: illegal move "exd5"`, `games.pgn: game 3, line 10: unknown variant "x"`,
		"games.pgn: game 4, line 13: a tag is of the form", "4 games, 6 moves, 3 wrong",
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %q, want %q", i, lines[i], want)
		}
	}
	// --variant overrides the tags.
	status, out, _ = call(t, t.Context(), "pgn", "--variant", "chess", file)
	if status != ExitFailure || !strings.Contains(out, "game 4, line 13") || strings.Contains(out, "unknown variant") {
		t.Errorf("status %d, stdout %q", status, out)
	}
	wantUsageError(t, "a FILE is needed", "pgn")
	wantUsageError(t, "no such file", "pgn", file+"x")
	wantUsageError(t, `unknown variant "x"`, "pgn", "--variant", "x", file)
	if status, out, _ := call(t, t.Context(), "pgn", "--help"); status != ExitOK || !strings.Contains(out, "first wrong move") {
		t.Errorf("status %d, %q", status, out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status, _, errs := call(t, ctx, "pgn", file); status != ExitInterrupted || !strings.Contains(errs, "stopped after 0 games") {
		t.Errorf("status %d, stderr %q", status, errs)
	}
}

// Ctrl-C ends the command even while it waits for standard input.
func TestPGNInterruptedWhileItWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, more := io.Pipe()
	defer more.Close()
	status := make(chan int)
	go func() { status <- dispatch(ctx, []string{"pgn", "-"}, Stdio{In: in, Out: io.Discard, Err: io.Discard}) }()
	if _, err := io.WriteString(more, "1. e4 "); err != nil {
		t.Fatal(err)
	}
	cancel()
	if got := <-status; got != ExitInterrupted {
		t.Errorf("status %d", got)
	}
}

// A single game is counted in the singular.
func TestPGNOfOneGame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(file, []byte("1. e4 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	wantOutput(t, `1 game, 1 move, 0 wrong\n`, "pgn", file)
}

func TestPGNFromStandardInput(t *testing.T) {
	status, out, errs := call(t, t.Context(), "pgn", "-")
	if status != ExitOK || out != "0 games, 0 moves, 0 wrong\n" || errs != "" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}
