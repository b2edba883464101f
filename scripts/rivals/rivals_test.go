package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// A double is a rival that plays by our own rules, except for what lie changes in its views.
type double struct {
	pos  game.Position
	lie  func(pos game.Position, v *view)
	gone error
}

func (d *double) name() string                                 { return "double" }
func (d *double) games() []string                              { return nil }
func (d *double) close()                                       {}
func (d *double) begin(name string, start game.Position) error { d.pos = start; return nil }

func (d *double) push(uci string) error {
	m, err := d.pos.ParseMove(uci)
	d.pos = d.pos.Play(m)
	return err
}

func (d *double) look() (view, error) {
	v := view{moves: map[string]string{}, fen: d.pos.FEN(), end: ongoing}
	for _, m := range d.pos.Moves() {
		v.moves[d.pos.UCI(m)] = d.pos.SAN(m)
	}
	if o := d.pos.Outcome(); o.Result == rules.Draw {
		v.end = drawn
	} else if o.Over() {
		v.end = decided
	}
	d.lie(d.pos, &v)
	return v, d.gone
}

// Every kind of difference is found, and none is reported if there is none.
func TestWalk(t *testing.T) {
	for what, test := range map[string]struct {
		lie  func(pos game.Position, v *view)
		want string // part of the report; "" for no report
	}{
		"the truth":        {func(game.Position, *view) {}, ""},
		"nothing told":     {func(_ game.Position, v *view) { v.end = notTold }, ""},
		"a move too few":   {func(p game.Position, v *view) { delete(v.moves, p.UCI(p.Moves()[0])) }, "only ours: "},
		"a move too many":  {func(_ game.Position, v *view) { v.moves["a1a9"] = "" }, "only theirs: a1a9"},
		"another SAN":      {func(p game.Position, v *view) { v.moves[p.UCI(p.Moves()[0])] = "Zz9" }, "in SAN, theirs Zz9"},
		"another side":     {func(_ game.Position, v *view) { v.fen = strings.Replace(v.fen, " w ", " b ", 1) }, "their FEN is read as"},
		"another clock":    {func(p game.Position, v *view) { v.fen = clock(v.fen, "77") }, "their FEN is read as"},
		"a clock of its":   {func(p game.Position, v *view) { v.fen, v.otherClock = clock(v.fen, "77"), true }, ""},
		"no FEN":           {func(_ game.Position, v *view) { v.fen = "" }, "their FEN is rejected"},
		"a draw":           {func(_ game.Position, v *view) { v.end = drawn }, "theirs: drawn"},
		"an end":           {func(_ game.Position, v *view) { v.end = white }, "theirs: 1-0"},
		"an end for whom?": {func(_ game.Position, v *view) { v.end = decided }, "theirs: decided"},
	} {
		for _, name := range []string{"chess", "crazyhouse", "capablanca"} {
			var said []string
			w, err := walkGame(&double{lie: test.lie}, name, variants.MustOpen(name), rand.New(rand.NewPCG(1, 1)), 20,
				func(text string) { said = append(said, text) })
			text := strings.Join(said, "\n")
			if err != nil || w.plies == 0 || w.moves == 0 || (w.differences > 0) != (test.want != "") || !strings.Contains(text, test.want) {
				t.Errorf("%s in %s: %d differences in %d plies, %v: %q, want %q", what, name, w.differences, w.plies, err, text, test.want)
			}
		}
	}
	gone := errors.New("gone")
	if _, err := walkGame(&double{lie: func(game.Position, *view) {}, gone: gone}, "chess", variants.MustOpen("chess"), rand.New(rand.NewPCG(1, 1)), 20, nil); !errors.Is(err, gone) {
		t.Errorf("a rival that has exited: %v", err)
	}
}

// clock sets the fifth field of a FEN.
func clock(fen, to string) string {
	fields := strings.Fields(fen)
	fields[4] = to
	return strings.Join(fields, " ")
}

// The games that are compared are all known here.
func TestGames(t *testing.T) {
	for _, name := range (&pythonChess{}).games() {
		if _, err := variants.Open(name); err != nil {
			t.Error(err)
		}
	}
	known := &fairyStockfish{known: []string{"chess", "fairy", "shogi"}}
	if got := strings.Join(known.games(), " "); got != "chess shogi" {
		t.Errorf("compared: %s", got)
	}
}

// A rival that does not start is an error that names it.
func TestMissingRival(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for name, program := range map[string]*string{"fairy-stockfish": fairy, "python-chess": python} {
		old := *program
		*program = missing
		_, err := run(name)
		*program = old
		if err == nil || !strings.Contains(err.Error(), missing+" not found") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := run("gnuchess"); err == nil || !strings.Contains(err.Error(), `unknown program "gnuchess"`) {
		t.Error(err)
	}
}

// A program that cannot import python-chess is an error that says what it printed, if anything.
func TestWithoutModule(t *testing.T) {
	for script, want := range map[string]string{
		"echo Traceback >&2; echo \"No module named 'chess'\" >&2; exit 1": "exit status 1: No module named 'chess'",
		"exit 3": "exit status 3",
	} {
		path := filepath.Join(t.TempDir(), "python")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		want = path + " cannot import chess.variant: " + want
		if _, err := startPython(path); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", script, err, want)
		}
	}
}

// The real programs that the environment names are compared over some thousand plies.
func TestRivals(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("plays for minutes: HETERODOX_DEEP=1 runs it")
	}
	for name, variable := range map[string]string{"fairy-stockfish": "FAIRY_STOCKFISH", "python-chess": "PYTHON_CHESS"} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv(variable) == "" {
				t.Skipf("%s is not part of this project: set %s to its path", name, variable)
			}
			if n, err := run(name); n != 0 || err != nil {
				t.Errorf("%d differences, %v", n, err)
			}
		})
	}
}
