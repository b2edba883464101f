package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// playing runs heterodox with lines on its standard input.
func playing(t *testing.T, lines string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr strings.Builder
	status = dispatch(t.Context(), args, Stdio{In: strings.NewReader(lines), Out: &stdout, Err: &stderr})
	return status, stdout.String(), stderr.String()
}

// A game is played by a script, saved, and continued.
func TestPlaySavesAndResumes(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	status, out, errs := playing(t, "e4\nd5\nexd5,a6\n", "play", "--variant", "madhouse", "--side", "both")
	if status != ExitOK || !strings.Contains(out, "White plays exd5,a6") {
		t.Fatalf("%d\n%s\n%s", status, out, errs)
	}
	status, out, errs = playing(t, "list\n", "play", "--resume")
	if status != ExitOK || !strings.Contains(out, "1. e4 | d5\n  2. exd5,a6\n") {
		t.Fatalf("%d\n%s\n%s", status, out, errs)
	}
}

// A game that was left without a move is not the one to continue.
func TestPlayResumesAfterUnplayed(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	playing(t, "e4\n", "play", "--side", "both")
	if status, _, errs := playing(t, "new\nfen\n", "play", "--side", "both"); status != ExitOK {
		t.Fatal(errs)
	}
	if status, out, errs := playing(t, "list\n", "play", "--resume"); status != ExitOK || !strings.Contains(out, "  1. e4\n") {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}

func TestPlaySaveFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	if status, _, errs := playing(t, "f3\n", "play", "--save", file, "--side", "both"); status != ExitOK {
		t.Fatal(errs)
	}
	before := must.Get(t, os.ReadFile, file)
	if status, _, errs := playing(t, "", "play", "--save", file); status != ExitUsage || !strings.Contains(errs, "exists already") {
		t.Errorf("%d %s", status, errs)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Error("the file was changed")
	}
	if status, out, _ := playing(t, "list\n", "play", "--load", file); status != ExitOK || !strings.Contains(out, "1. f3") ||
		!strings.Contains(out, "heterodox play --load '"+file+"'\n") {
		t.Errorf("%d %s", status, out)
	}
}

// A new game is like the one before: two people stay two people, and the start
// position stays the same.
func TestPlayNew(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "game.pgn")
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	playing(t, "e4\n", "play", "--variant", "gun", "--fen", fen, "--save", file, "--side", "both", "--minutes", "5")
	status, out, errs := playing(t, "new\nfen\nKd2\nKd7\nanalyse\nnew\nfen\n", "play", "--load", file)
	if status != ExitOK || strings.Count(out, fen) != 2 || !strings.Contains(out, "Black plays Kd7") {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}

// A game from a variants file can be continued with the command that is printed.
func TestPlayGoesOnWithVariants(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "small.ini")
	os.WriteFile(file, []byte("[small-at-the-table:chess]\nmaxRank = 5\nmaxFile = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n"), 0o600)
	status, out, errs := playing(t, "a3\n", "--variants", file, "play", "--variant", "small-at-the-table", "--side", "both")
	if status != ExitOK || !strings.HasSuffix(out, "heterodox play --resume --variants '"+file+"'\n") {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}

// A game that was added on the page, which keeps its file beside the saved games, can be
// continued without naming the file.
func TestPlayResumesAGameOfThePage(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir, err := table.Dir()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".variants/0123456789abcdef.ini": "[kept-by-the-page:chess]\nmaxRank = 5\nmaxFile = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n",
		".variants/fedcba9876543210.ini": "[no-longer-fits:nothing]\n",
		"game.pgn":                       "[Variant \"kept-by-the-page\"]\n\n1. a3 *\n",
	} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs := playing(t, "list\n", "play", "--resume")
	if status != ExitOK || !strings.Contains(out, "1. a3") || !strings.HasSuffix(out, "heterodox play --resume\n") || errs != "" {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
}

// A game of Chess960 starts with shuffled ranks, different each time, unless a position is given.
func TestPlayChess960(t *testing.T) {
	starts := map[string]bool{}
	status, out, errs := playing(t, "fen\n"+strings.Repeat("new\nfen\n", 9), "play", "--variant", "chess960", "--side", "both", "--no-save")
	for line := range strings.Lines(out) {
		if fen, ok := strings.CutPrefix(line, "white> "); ok && strings.Contains(fen, "/pppppppp/8/8/8/8/PPPPPPPP/") {
			starts[fen] = true
		}
	}
	if status != ExitOK || len(starts) < 5 { // of 10: fails by chance once in more than 10^12 runs
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
	const fen = "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"
	if _, out, errs := playing(t, "fen\nnew\nfen\n", "play", "--variant", "chess960", "--side", "both", "--no-save", "--fen", fen); strings.Count(out, fen) != 2 {
		t.Errorf("%s\n%s", out, errs)
	}
}

// A game is analysed in a separate file, and the analysis can be continued.
func TestPlayAnalyses(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "game.pgn")
	if status, _, errs := playing(t, "e4\ne5\nNf3\n", "play", "--save", file, "--side", "both"); status != ExitOK {
		t.Fatal(errs)
	}
	before := must.Get(t, os.ReadFile, file)
	status, out, errs := playing(t, "back\nback\nc5\nNf3\ncomment good\n", "play", "--load", file, "--analyse")
	if status != ExitOK || !strings.Contains(out, "chess, analysis. 2. Nf3.") || !strings.Contains(out, "Continue with") {
		t.Fatalf("%d\n%s\n%s", status, out, errs)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Error("the game was changed by its analysis")
	}
	status, out, errs = playing(t, "list\n", "play", "--resume")
	if status != ExitOK || !strings.Contains(out, "  1. e4 e5\n   (1... c5 2. Nf3 good)\n  2. [Nf3]\n") {
		t.Fatalf("%d\n%s\n%s", status, out, errs)
	}
	status, out, _ = playing(t, "d4\nback\nc4\nlist\n", "play", "--analyse", "--no-save", "--variant", "gun")
	if status != ExitOK || !strings.Contains(out, "  1. d4\n   (1. [c4])\n") || strings.Contains(out, "Saved") {
		t.Errorf("%d\n%s", status, out)
	}
}

// With --no-save a file that is read stays unchanged.
func TestPlayReadsOnly(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for name, before := range map[string]string{
		"game":     "[White \"a\"]\n[WhiteType \"human\"]\n[BlackType \"human\"]\n\n1. e4 e5 *\n",
		"analysis": "1. e4 (1. d4) e5 *\n",
	} {
		file := filepath.Join(t.TempDir(), "read.pgn")
		if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
		status, out, errs := playing(t, "Nf3\nlist\n", "play", "--load", file, "--no-save")
		if status != ExitOK || !strings.Contains(out, "2. ") || !strings.Contains(out, "Nf3") || strings.Contains(out, file) || strings.Contains(out, "--resume") {
			t.Errorf("%s: %d\n%s\n%s", name, status, out, errs)
		}
		if after, _ := os.ReadFile(file); string(after) != before {
			t.Errorf("%s: the file has become\n%s", name, after)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for args, want := range map[string]string{
		"--side green":           "white, black, both or none",
		"--level 0":              "1 to 20",
		"--variant chees":        "unknown variant",
		"--fen x":                "FEN board",
		"--resume":               "there is no saved game",
		"--load nofile.pgn":      "nofile.pgn",
		"--resume --load x":      "cannot be combined",
		"--pieces huge":          "unknown piece size",
		"--minutes -1":           "0 to 1440",
		"--save a --no-save":     "cannot be combined",
		"--save a --load b":      "for a new game",
		"--save a --resume":      "for a new game",
		"--analyse --minutes 5":  "has no clock",
		"--increment 5s":         "--minutes",
		"--load a --side black":  "--side is for a new game",
		"--resume --level 3":     "--level is for a new game",
		"--load a --variant gun": "--variant is for a new game",
		"--load " + os.DevNull:   "is not a regular file",
		"--save no/such.pgn":     "no/such.pgn: no such file",
	} {
		status, _, errs := playing(t, "", append([]string{"play"}, strings.Fields(args)...)...)
		if status != ExitUsage || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: %d %s", args, status, errs)
		}
	}
}

// A game that another program has open cannot be continued, but it can be read.
func TestPlayInUse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	if status, _, errs := playing(t, "e4\n", "play", "--side", "both", "--save", file); status != ExitOK {
		t.Fatal(errs)
	}
	other, err := table.Load(file, variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if status, _, errs := playing(t, "e5\n", "play", "--load", file); status != ExitUsage || !strings.Contains(errs, "is open in another heterodox") {
		t.Errorf("%d %s", status, errs)
	}
	for _, flag := range []string{"--analyse", "--no-save"} {
		if status, out, errs := playing(t, "list\n", "play", "--load", file, flag); status != ExitOK || !strings.Contains(out, "e4") {
			t.Errorf("%s: %d %s %s", flag, status, out, errs)
		}
	}
}
