package general_test

import (
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// Wins in one or two moves are found, in games that end in different ways.
func TestSearchFindsWins(t *testing.T) {
	for _, c := range []struct {
		name, fen, best string
		mate            int
	}{
		{"capablanca", "4k5/10/4K5/10/10/10/10/A9 w - - 0 1", "", 0},
		{"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", 1},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1", "", 1},
		{"breakthrough", "8/P7/8/8/8/8/p7/8 w - - 0 1", "", 1},
		{"kinglet", "4k3/8/8/8/7P/8/3p4/4K3 w - - 0 1", "e1d2", 1},
		{"amazons", "10/10/10/10/10/10/10/10/*9/qQ8 w - - 0 1", "", 1},
	} {
		rules := must.Get(t, general.Builtin().Open, c.name)
		pos, err := rules.ParsePosition(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s := engine.New(engine.DefaultOptions())
		got := s.Search(t.Context(), game.NewRecord(pos), game.Limits{Depth: 4}, nil)
		if text := pos.UCI(got.Best); c.best != "" && text != c.best || c.mate != 0 && (!got.Info.Mate || got.Info.MateIn != c.mate) {
			t.Errorf("%s: %s: %s, %+v", c.name, c.fen, text, got.Info)
		}
	}
}

// The search knows what repetitions mean: the side in perpetual check wins.
func TestSearchKnowsRepetition(t *testing.T) {
	rules := must.Get(t, general.Builtin().Open, "shogi")
	pos := must.Get(t, rules.ParsePosition, "4k4/9/9/9/9/9/9/9/3R4K[-] w 0 1")
	record := must.Play(t, pos, "d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1")
	s := engine.New(engine.DefaultOptions())
	got := s.Search(t.Context(), record, game.Limits{Depth: 3}, nil)
	if text := record.Position().UCI(got.Best); text != "d9e9" || !got.Info.Mate || got.Info.MateIn != 1 {
		t.Errorf("%s, %+v, want d9e9, which wins", text, got.Info)
	}
}

// The search for a mate knows what repetitions mean, too: which of them win, and that a
// position may occur three times in shogi.
func TestMateSearchKnowsRepetition(t *testing.T) {
	for _, c := range []struct {
		fen, moves string
		mate       int
	}{
		{"4k4/9/9/9/9/9/9/9/3R4K[-] w - - 0 1", "d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1", 1},
		{"3k5/9/4P4/9/9/9/9/9/K7R[G] w - - 0 1", "", 2},
		{"3k5/9/4P4/9/9/9/9/9/K7R[G] w - - 0 1", "i1i8 d9c9 i8i1 c9d9 i1i8 d9c9 i8i1 c9d9", 2},
	} {
		rules := must.Get(t, general.Builtin().Open, "shogi")
		record := must.Play(t, must.Get(t, rules.ParsePosition, c.fen), c.moves)
		limits := game.Limits{Mate: c.mate}
		if c.mate == 2 {
			m := must.Get(t, record.Position().ParseMove, "i1i8")
			limits.SearchMoves = []game.Move{m}
		}
		got := engine.New(engine.DefaultOptions()).Search(t.Context(), record, limits, nil)
		if got.NoMate >= c.mate || got.Info.MateIn != c.mate {
			t.Errorf("%s after %q: no win within %d, %+v", c.fen, c.moves, got.NoMate, got.Info)
		}
	}
}

// An earlier search of the game makes no difference, not even in games whose moves have
// long codes.
func TestSearchRepeatsItself(t *testing.T) {
	for _, name := range []string{"seirawan", "shouse", "duck"} {
		c, errs := general.Read("[one:"+name+"]\n[two:"+name+"]\n", general.Builtin())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		nodes := func(name string, another bool) uint64 {
			rules := must.Get(t, c.Open, name)
			pos := rules.Start()
			for i := range 6 {
				pos = pos.Play(pos.Moves()[len(pos.Moves())*i/7])
			}
			search := func(pos game.Position) uint64 {
				return engine.New(engine.DefaultOptions()).Search(t.Context(), game.NewRecord(pos), game.Limits{Depth: 4}, nil).Info.Nodes
			}
			if another {
				moves := pos.Moves()
				search(pos.Play(moves[len(moves)-1]))
			}
			return search(pos)
		}
		if first, second := nodes("one", false), nodes("two", true); first != second {
			t.Errorf("%s: %d nodes, after another search %d", name, first, second)
		}
	}
}

// The search finds a legal move in every game, within its limit of nodes and a
// reasonable time.
func TestSearchPlaysEveryGame(t *testing.T) {
	for _, name := range general.Builtin().Names() {
		rules := must.Get(t, general.Builtin().Open, name)
		s := engine.New(engine.DefaultOptions())
		record := game.NewRecord(rules.Start())
		for range 2 {
			began := time.Now()
			got := s.Search(t.Context(), record, game.Limits{Nodes: 300}, nil)
			if !record.Play(got.Best) {
				t.Errorf("%s: %s is not legal", name, record.Position().UCI(got.Best))
			}
			if took := time.Since(began); took > 3*time.Minute {
				t.Errorf("%s: %v", name, took)
			}
		}
	}
}
