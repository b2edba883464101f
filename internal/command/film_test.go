package command

import (
	"bytes"
	"context"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// A game in a file becomes a GIF, an SVG or a picture of its last position; what is impossible
// is refused with the reason.
func TestBoardGame(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "games.pgn")
	text := "{Two games.}\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 *\n\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 1/2-1/2\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for number, frames := range map[string]int{"1": 3, "2": 5} {
		out := filepath.Join(dir, number+".gif")
		if status, _, errs := call(t, t.Context(), "board", "--game", file, "--number", number, "--pace", "200ms", "--size", "20", "-o", out); status != ExitOK {
			t.Fatal(errs)
		}
		made := must.Get(t, os.ReadFile, out)
		film, err := gif.DecodeAll(bytes.NewReader(made))
		if err != nil || len(film.Image) != frames || film.Delay[0] != 20 || film.Delay[frames-1] != 60 {
			t.Errorf("game %s: %v", number, err)
		}
	}
	status, svg, errs := call(t, t.Context(), "board", "--game", file)
	if status != ExitOK || !strings.Contains(svg, "@keyframes") {
		t.Errorf("%s%.80s", errs, svg)
	}
	if status, png, errs := call(t, t.Context(), "board", "--game", file, "--format", "png"); status != ExitOK || !strings.HasPrefix(png, "\x89PNG") {
		t.Errorf("%s%.20q", errs, png)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if status, _, errs := call(t, stopped, "board", "--game", file); status != ExitInterrupted {
		t.Errorf("interrupted: status %d, %s", status, errs)
	}
	blank, empty, illegal := filepath.Join(dir, "blank.pgn"), filepath.Join(dir, "empty.pgn"), filepath.Join(dir, "illegal.pgn")
	os.WriteFile(blank, []byte("\n\n"), 0o600)
	os.WriteFile(empty, nil, 0o600)
	os.WriteFile(illegal, []byte("1. e5 *\n"), 0o600)
	for want, args := range map[string][]string{
		"it has 2 games":        {"--game", file, "--number", "3"},
		"it has 1 game\n":       {"--game", illegal, "--number", "3"},
		"there is no game":      {"--game", blank},
		"no game in it":         {"--game", empty},
		"e5":                    {"--game", illegal},
		"do not give a FEN":     {"--game", file, "8/8/8/8/8/8/8/8 w - - 0 1"},
		"a GIF shows a game":    {"--format", "gif"},
		"must be shown for":     {"--game", file, "--pace", "1ms"},
		"has no piece":          {"--game", file, "--draw", "Z=king"},
		"unknown format":        {"--game", file, "--format", "mp4"},
		"not a regular file":    {"--game", dir},
		"no such file or direc": {"--game", filepath.Join(dir, "none.pgn")},
	} {
		if status, _, errs := call(t, t.Context(), append([]string{"board"}, args...)...); status == ExitOK || !strings.Contains(errs, want) {
			t.Errorf("%v: %s", args, errs)
		}
	}
}
