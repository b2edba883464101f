package tui

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/variants"
)

// A puzzle is solved line by line: hints, a wrong move with its refutation, the right moves.
func TestPuzzles(t *testing.T) {
	progress, saves := &puzzle.Progress{Done: map[string]int{}, Level: 1000}, 0
	p := Puzzles{
		List: []puzzle.Puzzle{{ID: "one", Variant: "chess", FEN: "k7/8/2K5/8/8/8/8/1Q6 b - - 0 1", Moves: []string{"a8a7", "b1b2", "a7a8", "b2b7"}, Themes: []string{"mate", "mateIn2"}, Rating: 1000}},
		Open: variants.Open,
		Reply: func(_ context.Context, pos game.Position) (san, eval string, ok bool) {
			return pos.SAN(pos.Moves()[0]), "#9", true
		},
		Progress: progress, Record: func(of puzzle.Puzzle, solved bool) error { saves++; progress.Record(of, solved); return nil }, Random: rand.New(rand.NewPCG(1, 1)),
	}
	var out strings.Builder
	in := strings.NewReader("help\nhint\nhint\nQb3\nxx\nQb2\nb2b7\nhint\nQa1\nquit\n")
	if err := p.Solve(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{
		"chess, puzzle one, rating 1000\nBlack plays Ka7\n", "White to move. Mate in 2.", "solution  all moves",
		"> It neither captures nor gives check.\n> Move the queen on b1.\n", "> Qb3 does not win in 2.\nThe answer is Ka6; White's evaluation is #9.\n",
		"> ", "White plays Qb2\nBlack plays Ka8\n", "Right. Go on.", "White plays Qb7#\nSolved in 2 turns.", "It is solved", "It is solved",
		"Your level: 984. Solved on the first try: 0 of 1.",
	} {
		i := strings.Index(out.String()[at:], want)
		if i < 0 {
			t.Fatalf("no %q in\n%s", want, out.String()[at:])
		}
		at += i + len(want)
	}
	if saves != 1 || progress.Done["one"] != 0 || len(progress.Done) != 1 {
		t.Errorf("saved %d times, progress %+v", saves, progress)
	}
	if err := p.Solve(t.Context(), strings.NewReader(""), &out); err == nil || !strings.Contains(err.Error(), "tried all") {
		t.Errorf("after the last puzzle: got error %v", err)
	}
	for theme, want := range map[string]string{"mate": "tried all", "drop": "none of these puzzles has the theme drop"} {
		p.Theme = theme
		if err := p.Solve(t.Context(), strings.NewReader(""), &out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after the last puzzle, with the theme %s: got error %v, want %q", theme, err, want)
		}
	}
}

// The solution is shown, and another puzzle requested; the session ends with the input.
func TestPuzzlesSolution(t *testing.T) {
	progress := &puzzle.Progress{Done: map[string]int{}, Level: 1000}
	p := Puzzles{
		List: puzzle.Embedded().Of("gun"), Theme: "mate", Open: variants.Open, Progress: progress,
		Record: func(of puzzle.Puzzle, solved bool) error { progress.Record(of, solved); return nil }, Random: rand.New(rand.NewPCG(2, 2)),
	}
	var out strings.Builder
	if err := p.Solve(t.Context(), strings.NewReader("rules\nsolution\nnext\nboard\n"), &out); err != nil {
		t.Fatal(err)
	}
	if strings.Count(out.String(), "gun, puzzle ") != 2 || !strings.Contains(out.String(), "#\n> ") || len(progress.Done) != 1 {
		t.Error(out.String())
	}
}
