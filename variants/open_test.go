package variants_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/variants"
)

func TestOpen(t *testing.T) {
	for _, c := range []struct{ name, want, fault string }{
		{"gun+blackhole", "gun+blackhole", ""},
		{" Cube3 ", "cube3", ""},
		{"cube10", "cube10", ""},
		// A saved game must castle as it was played; shogi has no castling.
		{"capablanca+fischerandom", "capablanca+fischerandom", ""},
		{"capablanca+gun+fischerandom", "fischerandom+gun+capablanca", ""},
		{"shogi+fischerandom", "shogi", ""},
		{"caparandom+fischerandom", "caparandom", ""},
		{"cube11", "", "2 to 10"},
		{"cube", "", "named by their edge"},
		{"gun+rifle", "", "whether capturing pieces move"},
		{"quantum", "", "unknown variant"},
	} {
		rules, err := variants.Open(c.name)
		switch {
		case c.fault == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.fault == "" && rules.Name() != c.want:
			t.Errorf("%s opens %s, want %s", c.name, rules.Name(), c.want)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: %v, want %q", c.name, err, c.fault)
		}
	}
}

// The name of a game in a file may begin with "cube", but must not be that of a cube.
func TestNamesLikeCubes(t *testing.T) {
	if _, errs := variants.Check("[cube3:chess]\n", nil); len(errs) != 1 || !strings.Contains(errs[0].Error(), "a game with this name exists already") {
		t.Errorf("cube3: %v", errs)
	}
	if _, errs := variants.Add("[cubeduck:chess]\n", nil); len(errs) > 0 {
		t.Fatal(errs)
	}
	if rules, err := variants.Open("cubeduck"); err != nil || rules.Name() != "cubeduck" {
		t.Errorf("cubeduck: %v", err)
	}
}

// Positions belong to the game that was opened, and opening a name twice gives one game.
func TestOpenedGamesAreComparable(t *testing.T) {
	rules := variants.MustOpen("cube4")
	if pos := rules.Start(); pos.Rules() != rules || variants.MustOpen("cube4") != rules {
		t.Error("a cube's positions are not of its game")
	}
	fast := variants.MustOpen("madhouse")
	if pos := fast.Start(); pos.Rules() != fast {
		t.Error("madhouse's positions are not of its game")
	}
	if !game.Board.Flat(fast.Board()) || rules.Board().Flat() {
		t.Error("a board is flat that should not be, or the reverse")
	}
}

// TestDerive checks that a derived game is not kept.
func TestDerive(t *testing.T) {
	g, err := variants.Derive("[derived:gun+capablanca]\nstalemateValue = loss\n", general.Fitted{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Board().Files != 10 || len(g.Start().Moves()) != 28 {
		t.Errorf("%d files, %d moves", g.Board().Files, len(g.Start().Moves()))
	}
	if _, err := variants.Open("derived"); err == nil {
		t.Error("it is kept")
	}
	for text, want := range map[string]string{
		"": "no game", "[x:nosuch]\n": "unknown parent", "[x:chess]\nnonsense = 1\n": "unknown key", "[x:chess]\nstartFen = 8/8 w - - 0 1\n": "start position",
	} {
		if _, err := variants.Derive(text, general.Fitted{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := variants.Derive("[x:capablanca]\n", general.Fitted{Weights: "nonsense\n1/1\n"}); err == nil {
		t.Error("weights of another game")
	}
}

// While a file is being read others can open games.
func TestReadingHoldsUpNobody(t *testing.T) {
	opened := make(chan error, 1)
	_, errs := variants.Add("[heldup:chess]\n", func(string) (f general.Fitted, err error) {
		go func() {
			_, err := variants.Open("capablanca")
			opened <- err
		}()
		select {
		case err = <-opened:
		case <-time.After(10 * time.Second):
			err = errors.New("opening a game waits")
		}
		return f, err
	})
	if len(errs) > 0 {
		t.Error(errs)
	}
}
