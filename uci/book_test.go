package uci_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// bookFile writes a book of games, the UCI moves of each by variant.
func bookFile(t *testing.T, games map[string][]string) string {
	t.Helper()
	k := must.Get(t, book.NewMaker, book.Options{})
	for name, list := range games {
		for _, moves := range list {
			if err := k.Add(must.Play(t, variants.MustOpen(name).Start(), moves), rules.Draw); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "my.book"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := k.Write(f); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// With OwnBook, moves come from the book at once, as long as it knows the position and the
// search is meant to play.
func TestOwnBook(t *testing.T) {
	file := bookFile(t, map[string][]string{
		"chess": {"a2a4 h7h5", "a2a4 h7h6", "a2a4 h7h5"}, "fibonacci": {"a2a4 a7a5 h2h4/h4h5"}, "shogi": {"a3a4 a7a6"},
	})
	d := talk(t)
	expect := func(want string, lines ...string) {
		t.Helper()
		d.send(lines...)
		for _, line := range []string{"info string from the book my.book", "bestmove " + want} {
			if got := d.next(); got != line {
				t.Fatalf("%q is answered %q, want %q", lines, got, line)
			}
		}
	}
	searches := func(lines ...string) {
		t.Helper()
		d.send(lines...)
		if got := d.next(); !strings.HasPrefix(got, "info depth") {
			t.Fatalf("%q is answered %q: not a search", lines, got)
		}
		d.until("bestmove …")
	}
	searches("position startpos", "go depth 1")
	d.send("setoption name BookFile value " + file)
	searches("go depth 1") // OwnBook is off
	d.send("setoption name OwnBook value true", "setoption name BookVariety value 0")
	expect("a2a4", "go depth 1")
	expect("h7h5", "position startpos moves a2a4", "go wtime 100 btime 100")
	searches("position startpos moves a2a4 a7a5", "go depth 1")
	searches("position startpos", "go depth 1 searchmoves e2e4")
	searches("setoption name UCI_AnalyseMode value true", "go depth 1")
	d.send("setoption name UCI_AnalyseMode value false", "go infinite")
	d.until("info depth …")
	d.send("stop")
	d.until("bestmove …")
	expect("h2h4/h4h5", "setoption name UCI_Variant value fibonacci", "position startpos moves a2a4 a7a5", "go depth 1")
	expect("h2h4", "setoption name TurnNotation value single", "go depth 1")
	expect("a7a6", "setoption name UCI_Variant value shogi", "position startpos moves a3a4", "go depth 1")
	d.send("setoption name BookFile value " + file + "x")
	if got := d.next(); !strings.HasPrefix(got, "info string setoption BookFile: ") || !strings.Contains(got, "no such file") {
		t.Errorf("a missing book: %s", got)
	}
	expect("a7a6", "go depth 1") // the old book stays
	searches("setoption name BookFile value <empty>", "go depth 1")
	d.quit()
}

// Moves are drawn by weight, the same ones from the same seed.
func TestBookSeed(t *testing.T) {
	file := bookFile(t, map[string][]string{"chess": {"a2a4", "b2b4", "c2c4", "d2d4"}})
	d := talk(t)
	d.send("setoption name OwnBook value true", "setoption name BookFile value "+file)
	draw := func(seed string) (moves []string) {
		d.send("setoption name BookSeed value " + seed)
		for range 30 {
			d.send("go depth 1")
			moves = append(moves, d.until("bestmove …"))
		}
		return moves
	}
	a, b, c := draw("7"), draw("7"), draw("8")
	if !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("seed 7 draws %q and %q, seed 8 %q", a, b, c)
	}
	slices.Sort(a)
	if got := slices.Compact(a); len(got) != 4 {
		t.Errorf("of four moves only %q are drawn", got)
	}
	d.quit()
}
