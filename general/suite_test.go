package general

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// The suites hold counts by Fairy-Stockfish, from random games and the start
// positions. Names that end in -960 castle as in Chess960.
func TestSuites(t *testing.T) {
	limit := uint64(20_000)
	if os.Getenv("HETERODOX_DEEP") != "" {
		limit = 1 << 62
	}
	paths, _ := filepath.Glob("../perft/testdata/general/*.epd")
	if len(paths) < 39 {
		t.Fatalf("%d suites", len(paths))
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data := must.Get(t, os.ReadFile, path)
			counts := 0
			for line := range strings.Lines(string(data)) {
				name, rest, ok := strings.Cut(line, "|")
				if !ok || line[0] == '#' {
					continue
				}
				d := *known{Builtin()}.game(strings.TrimSpace(name))
				d.chess960 = d.chess960 || strings.HasSuffix(path, "-960.epd")
				counts += runLine(t, &d, rest, limit)
			}
			if counts < 20 {
				t.Errorf("%d counts", counts)
			}
		})
	}
}

// runLine checks the counts of a line up to a limit and checks that its FEN is
// written as it was read.
func runLine(t *testing.T, d *Description, line string, limit uint64) (counts int) {
	fields := strings.Split(line, ";")
	fen := strings.TrimSpace(fields[0])
	rules, err := d.open()
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	pos, err := rules.ParsePosition(fen)
	if err != nil {
		t.Errorf("%s %s: %v", d.Name, fen, err)
		return 0
	}
	if got := pos.FEN(); got != fen {
		t.Errorf("%s: FEN %q is read back as %q", d.Name, fen, got)
	}
	for _, field := range fields[1:] {
		var depth int
		var want uint64
		if _, err := fmt.Sscanf(field, "D%d %d", &depth, &want); err != nil {
			t.Fatalf("%s: %v", field, err)
		}
		if want > limit {
			continue
		}
		counts++
		if got, err := pos.Perft(t.Context(), depth); err != nil || got != want {
			t.Errorf("%s %s: depth %d: %d, want %d", d.Name, fen, depth, got, want)
		}
	}
	return counts
}

// All games that are known by name can be played.
func TestBuiltins(t *testing.T) {
	games, errs := readDescriptions(builtinText, known{{variants: Variants}}, ownNames)
	for _, err := range errs {
		t.Error(err)
	}
	if len(games) != 103 {
		t.Errorf("%d games", len(games))
	}
	for _, d := range games {
		rules, err := d.open()
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		if n, err := rules.Start().Perft(t.Context(), 1); err != nil || n == 0 {
			t.Errorf("%s: no move at the start", d.Name)
		}
	}
}
