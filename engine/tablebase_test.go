package engine_test

import (
	"context"
	"os"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/fen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/tables"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// withTables returns an engine that probes tables made for the test.
func withTables(t *testing.T, variant string, materials ...string) (*engine.Engine, *tables.Store) {
	t.Helper()
	dir := t.TempDir()
	g, err := tables.NewGenerator(variants.MustOpen(variant), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range materials {
		list, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if err := g.Make(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
	}
	g.Close()
	s := must.Get(t, tables.Open, dir)
	t.Cleanup(func() { s.Close() })
	o := engine.DefaultOptions()
	o.HashMB, o.Tables = 1, s
	return engine.New(o), s
}

// at returns a record of a position.
func at(t *testing.T, variant, fen string) *game.Record {
	t.Helper()
	pos := must.Get(t, variants.MustOpen(variant).ParsePosition, fen)
	return game.NewRecord(pos)
}

// end plays a line, and returns the outcome of the game after it.
func end(r *game.Record, line []game.Move) rules.Outcome {
	r = r.Clone()
	for _, m := range line {
		if !r.Play(m) {
			return rules.Outcome{}
		}
	}
	return r.Outcome()
}

// From a position in the tables the shortest win and the longest defence are played.
func TestTablesDecide(t *testing.T) {
	e, s := withTables(t, "chess", "KQK", "KRK")
	for _, fen := range []string{
		"8/8/8/4k3/8/8/8/K6Q w - - 0 1", "8/8/8/4k3/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/8/K6Q b - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1",
	} {
		r := at(t, "chess", fen)
		v, ok := s.Probe(r.Position())
		if !ok {
			t.Fatalf("%s: no table", fen)
		}
		found := e.Search(context.Background(), r, game.Limits{Nodes: 1}, nil)
		if i := found.Info; !i.Mate || i.MateIn != int(v.Result)*v.Moves() || i.TableHits == 0 || len(i.PV) != v.Plies || end(r, i.PV).Reason != rules.Checkmate {
			t.Errorf("%s: %v, found %+v", fen, v, i)
		}
	}
}

// There are as many lines as requested, the best first, each with its distance.
func TestTablesDecideLines(t *testing.T) {
	e, s := withTables(t, "chess", "KQK")
	r := at(t, "chess", "8/8/8/4k3/8/8/8/K6Q w - - 0 1")
	last := 0
	e.Search(context.Background(), r, game.Limits{Nodes: 1, Lines: 5}, func(i game.Info) {
		v, ok := s.Probe(r.Position().Play(i.PV[0]))
		if v = v.Before(); !ok || i.Line != last+1 || !i.Mate || i.MateIn != v.Moves() {
			t.Errorf("line %d: %+v, the table says %v", i.Line, i, v)
		}
		last = i.Line
	})
	if last != 5 {
		t.Errorf("%d lines", last)
	}
}

// A search reaches positions that the tables know: the win is exact, and shown to its end.
func TestTablesInSearch(t *testing.T) {
	e, s := withTables(t, "chess", "KQK")
	r := at(t, "chess", "8/8/8/4k3/8/8/1p6/K6Q w - - 0 1")
	found := e.Search(context.Background(), r, game.Limits{Depth: 4}, nil)
	i := found.Info
	if !i.Mate || i.MateIn <= 0 || i.TableHits == 0 || end(r, i.PV).Reason != rules.Checkmate {
		t.Fatalf("%+v", i)
	}
	next := r.Clone()
	next.Play(i.PV[0])
	next.Play(i.PV[1])
	if v, ok := s.Probe(next.Position()); ok && (i.MateIn-1 != v.Moves() || len(i.PV)-2 != v.Plies) {
		t.Errorf("%+v, the table says %v", i, v)
	}
}

// In a drawn position only the moves that draw are searched. A win that comes too late for
// the fifty-move rule, which the tables do not know, is searched as well.
func TestTablesDraw(t *testing.T) {
	e, _ := withTables(t, "chess", "KQK")
	r := at(t, "chess", "8/8/8/8/8/2k5/2Q5/K7 b - - 0 1")
	if found := e.Search(context.Background(), r, game.Limits{Depth: 3}, nil); found.Info.Mate || r.Position().UCI(found.Best) != "c3c2" {
		t.Errorf("%+v", found)
	}
	r = at(t, "chess", "8/8/8/4k3/8/8/8/K6Q w - - 97 90")
	if found := e.Search(context.Background(), r, game.Limits{Depth: 6}, nil); found.Info.Mate || found.Info.Score != 0 {
		t.Errorf("a win after the fifty-move rule: %+v", found.Info)
	}
}

// A move is judged by the tables only if it does not repeat the position for the third time, nor
// lets a loser do so.
func TestTablesRepetition(t *testing.T) {
	e, _ := withTables(t, "chess", "KRK")
	for _, test := range []struct {
		name, fen, moves string
		best             string // what must be played, "" for anything but
		not              string
	}{
		{"the quickest win repeats", "8/8/8/8/3k4/8/1R6/K7 w - - 0 1", "a1b1 d4c3 b1a1 c3d4 a1b1 d4c3 b1a1 c3d4", "", "a1b1"},
		{"its reply repeats", "8/8/8/8/8/2k5/1R6/1K6 w - - 0 1", "b1a1 c3d4 a1b1 d4c3 b1a1 c3d4", "", "a1b1"},
		{"the loser repeats", "8/8/8/8/3k4/8/1R6/K7 w - - 0 1", "a1b1 d4c3 b1a1 c3d4 a1b1 d4c3 b1a1", "c3d4", ""},
	} {
		r := must.Play(t, at(t, "chess", test.fen).Position(), test.moves)
		found := e.Search(context.Background(), r, game.Limits{Depth: 4}, nil)
		best := r.Position().UCI(found.Best)
		if best == test.not || test.best != "" && (best != test.best || found.Info.Mate) || test.best == "" && found.Info.MateIn <= 0 {
			t.Errorf("%s: %s, %+v", test.name, best, found.Info)
		}
	}
}

// A side whose only move ends the game in the opponent's favour loses in one move, as the search
// counts.
func TestTablesLossByOwnMove(t *testing.T) {
	e, _ := withTables(t, "antichess", "KvQ")
	r := at(t, "antichess", "8/8/8/8/8/8/8/1Kq5 b - - 0 1")
	if found := e.Search(context.Background(), r, game.Limits{Nodes: 1}, nil); !found.Info.Mate || found.Info.MateIn != -1 || found.Info.TableHits == 0 {
		t.Errorf("%+v", found.Info)
	}
}

// A weakened engine does not probe the tables, nor does one that looks for a mate.
func TestTablesLeftAlone(t *testing.T) {
	e, _ := withTables(t, "chess", "KQK")
	r := at(t, "chess", "8/8/8/4k3/8/8/8/K6Q w - - 0 1")
	if found := e.Search(context.Background(), r, game.Limits{Level: 3}, nil); found.Info.TableHits != 0 {
		t.Errorf("a weakened engine: %+v", found.Info)
	}
	if found := e.Search(context.Background(), r, game.Limits{Mate: 1}, nil); found.NoMate != 1 {
		t.Errorf("a search for a mate: %+v", found)
	}
}

// Other games have tables as well, and a game without tables is searched without.
func TestTablesOfOtherGames(t *testing.T) {
	e, s := withTables(t, "antichess", "QvK")
	r := at(t, "antichess", "8/8/8/8/8/8/1k6/7Q b - - 0 1")
	v, ok := s.Probe(r.Position())
	found := e.Search(context.Background(), r, game.Limits{Nodes: 50}, nil)
	if !ok || v.Result != 0 && (!found.Info.Mate || found.Info.MateIn != int(v.Result)*v.Moves()) {
		t.Errorf("%v %v, %+v", v, ok, found.Info)
	}
	found = e.Search(context.Background(), at(t, "crazyhouse", "8/8/8/4k3/8/8/8/K6Q[] w - - 0 1"), game.Limits{Depth: 2}, nil)
	if found.Best == game.NoMove || found.Info.TableHits != 0 {
		t.Errorf("%+v", found)
	}
}

// What the evaluation knows about a pawn alone is what a table says, of either side's pawn.
func TestDrawnPawn(t *testing.T) {
	names, step := []string{"chess"}, 29
	if os.Getenv("HETERODOX_DEEP") != "" {
		names, step = []string{"chess", "fairy"}, 5
	}
	for _, name := range names {
		_, s := withTables(t, name, "KPK")
		r := variants.MustOpen(name)
		drawn, won := 0, 0
		for i := 0; i < 2*48*64*64; i += step {
			men := map[int]string{8 + i/2%48: "P", i / 96 % 64: "K", i / 96 / 64: "k"}
			board := fen.Board(8, 8, func(file, rank int) string { return men[8*rank+file] })
			pos, err := r.ParsePosition(board + " " + "wb"[i%2:i%2+1] + " - - 0 1")
			if len(men) < 3 || err != nil { // a king could be taken
				continue
			}
			result, _, ok := s.Distance(pos)
			if !ok {
				t.Fatalf("%s: no table", pos.FEN())
			}
			p, _ := fast.Position(pos)
			black, _ := mirrored(t, p)
			for c, p := range []*chess.Position{&p, &black} {
				if got := engine.DrawnPawn(p, rules.Color(c)); got != (result == 0) {
					t.Fatalf("%s: %t, the table says %d", p.FEN(), got, result)
				}
			}
			if result == 0 {
				drawn++
			} else {
				won++
			}
		}
		if drawn < 10000/step || won < 10000/step {
			t.Errorf("%s: %d drawn, %d won", name, drawn, won)
		}
	}
	// A hole may hold up the king that is to stop the pawn.
	if evaluate(t, "blackhole", "8/8/8/4k3/4P3/4K3/8/8 w - - 0 1") == 0 {
		t.Error("what is known of chess counts among holes")
	}
}
