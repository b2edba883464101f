package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/puzzle"
)

// Puzzles are made from a PGN file, left out if they are known, and solved from a file.
func TestPuzzles(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	games := filepath.Join(dir, "g.pgn")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(games, "[Site \"https://example.org/7\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Variant \"x\"]\n\n1. e4 *\n\n1. e4 e5 2. Ke4 *\n")
	status, out, errs := call(t, t.Context(), "puzzles", games)
	list, err := puzzle.Read(strings.NewReader(out))
	if status != ExitOK || err != nil || len(list) != 1 || list[0].Moves[1] != "d8h4" || list[0].URL != "https://example.org/7" {
		t.Fatalf("status %d, %v, %v, %s", status, list, err, errs)
	}
	for _, want := range []string{`left out: game 2, line 5: unknown variant "x"`, "left out: game 3, line", "1 puzzle from 1 game"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in %s", want, errs)
		}
	}
	known := filepath.Join(dir, "known.csv")
	write(known, out)
	if status, again, _ := call(t, t.Context(), "puzzles", "--known", known, games); status != ExitOK || strings.Count(again, "\n") != 1 {
		t.Errorf("status %d: made again\n%s", status, again)
	}
	in := Stdio{In: strings.NewReader("Qh4\nquit\n")}
	var solved, said strings.Builder
	in.Out, in.Err = &solved, &said
	if status := dispatch(t.Context(), []string{"puzzles", "--solve", known}, in); status != ExitOK || !strings.Contains(solved.String(), "Solved in 1 turn.") || !strings.Contains(solved.String(), "Solved on the first try: 1 of 1.") {
		t.Errorf("status %d: %s%s", status, solved.String(), said.String())
	}
	wantUsageError(t, "you have tried all of these puzzles", "puzzles", "--solve", known)
}

func TestPuzzlesFromPlay(t *testing.T) {
	status, out, errs := call(t, t.Context(), "puzzles", "--variant", "antichess, racingkings", "--count", "1", "--nodes", "2000", "--proof", "2000", "--seed", "3")
	list, err := puzzle.Read(strings.NewReader(out))
	if status != ExitOK || err != nil || len(list) < 2 {
		t.Fatalf("status %d, %v, %v, %s", status, list, err, errs)
	}
}

func TestPuzzlesRefuses(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	wantUsageError(t, `unknown variant "x"`, "puzzles", "--variant", "x")
	wantUsageError(t, "--count is not in 1..1000000", "puzzles", "--count", "0")
	wantUsageError(t, "no such file", "puzzles", filepath.Join(dir, "none.pgn"))
	wantUsageError(t, "no such file", "puzzles", "--known", filepath.Join(dir, "none.csv"))
	wantUsageError(t, "--theme \"x\" is none of mate, ", "puzzles", "--solve", "--theme", "x")
	wantUsageError(t, "--theme needs --solve", "puzzles", "--theme", "mate")
	wantUsageError(t, "--solve and --count cannot be combined", "puzzles", "--solve", "--count", "5")
	wantUsageError(t, "there are no puzzles of cube3", "puzzles", "--solve", "--variant", "cube3")
	file := filepath.Join(dir, "few.csv")
	for text, want := range map[string]string{"": "few.csv: there are no puzzles\n", "x,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2 e8e7\n": "few.csv: there are no puzzles of gun\n"} {
		if err := os.WriteFile(file, []byte("PuzzleId,FEN,Moves\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"puzzles", "--solve", file}
		if text != "" {
			args = append(args, "--variant", "gun")
		}
		wantUsageError(t, want, args...)
	}
	t.Setenv("XDG_STATE_HOME", os.DevNull)
	wantUsageError(t, "there is no place to save games or progress: ", "puzzles", "--solve")
}
