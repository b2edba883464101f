package tables

import (
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// deep reports whether slow tests run too.
func deep() bool { return os.Getenv("HETERODOX_DEEP") != "" }

// generate makes tables of a game, and returns what is in each.
func generate(t *testing.T, dir, variant string, materials ...string) map[Material]Stats {
	t.Helper()
	g, err := NewGenerator(variants.MustOpen(variant), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	made := map[Material]Stats{}
	g.Done = func(m Material, s Stats, fresh bool) { made[m] = s }
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
	return made
}

// TestKnownLengths compares the longest wins in chess, in moves to mate, with the known ones.
func TestKnownLengths(t *testing.T) {
	known := map[string]int{"KQK": 10, "KRK": 16, "KPK": 28}
	if deep() {
		known = map[string]int{"KQK": 10, "KRK": 16, "KPK": 28, "KBBK": 19, "KBNK": 33, "KQKR": 35, "KRKB": 29, "KRKN": 40, "KQKP": 28}
	}
	var names []string
	for name := range known {
		names = append(names, name)
	}
	made := generate(t, t.TempDir(), "chess", names...)
	for name, moves := range known {
		m := Material(name[:strings.LastIndex(name, "K")] + "v" + name[strings.LastIndex(name, "K"):])
		if s := made[m]; s.Longest[0].Moves() != moves {
			t.Errorf("%s is won in %d moves, not in %d: %s", m, s.Longest[0].Moves(), moves, s.Example[0])
		}
	}
	// The numbers of positions are known too.
	if s := made["KQvK"]; s.Positions != [2]uint64{144508, 223944} {
		t.Errorf("KQvK has %d positions", s.Positions)
	}
}

// Pawns that only a FEN brings in stand where those of chess do.
func TestPawnsThatAreNotThereAtTheStart(t *testing.T) {
	if _, errs := variants.Add("[pawnless:chess]\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1\n", nil); len(errs) > 0 {
		t.Fatal(errs)
	}
	m := Material("KPvK")
	got, want := generate(t, t.TempDir(), "pawnless", string(m))[m], generate(t, t.TempDir(), "chess", string(m))[m]
	if got.Positions != want.Positions || got.Longest != want.Longest {
		t.Errorf("%s has %d positions, won in %v, not %d, %v", m, got.Positions, got.Longest, want.Positions, want.Longest)
	}
}

func TestProbe(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "chess", "KRK")
	s := must.Get(t, Open, dir)
	defer s.Close()
	g := variants.MustOpen("chess")
	for _, c := range []struct{ fen, want string }{
		{"8/8/8/8/8/8/1Rk5/K7 b - - 0 1", "loss in 16"},
		{"k7/1rK5/8/8/8/8/8/8 w - - 0 1", "loss in 16"}, // the colours exchanged
		{"k7/8/1K6/8/8/8/8/7R w - - 0 1", "win in 1"},
		{"k6R/8/1K6/8/8/8/8/8 b - - 0 1", "loss in 0"},
		{"k7/8/1K6/8/8/8/8/7R w - - 99 70", "win in 1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "none"},
		{"4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "none"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "draw"},
	} {
		pos := must.Get(t, g.ParsePosition, c.fen)
		got := "none"
		if v, ok := s.Probe(pos); ok {
			got = v.String()
		}
		if got != c.want {
			t.Errorf("%s: %s instead of %s", c.fen, got, c.want)
		}
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

// A position whose only move is to take en passant is lost if that loses.
func TestProbeEnPassant(t *testing.T) {
	dir := t.TempDir()
	generate(t, dir, "antichess", "PvP")
	s := must.Get(t, Open, dir)
	defer s.Close()
	pos := must.Get(t, variants.MustOpen("antichess").ParsePosition, "8/8/8/3pP3/8/8/8/8 w - d6 0 1")
	if v, ok := s.Probe(pos); !ok || v != (Value{-1, 1}) {
		t.Errorf("%v, %v", v, ok)
	}
}

// Where pawns become kings, the first of several counting from a1 is royal: turning the board
// makes another one so.
func TestSeveralKings(t *testing.T) {
	if _, errs := variants.Add("[crowning:gardner]\nmaxFile = 4\nstartFen = nkqr/pppp/4/PPPP/NKQR w - - 0 1\npromotionPieceTypes = k q\n", nil); len(errs) > 0 {
		t.Fatal(errs)
	}
	dir := t.TempDir()
	generate(t, dir, "crowning", "KPvK")
	s := must.Get(t, Open, dir)
	defer s.Close()
	pos := must.Get(t, variants.MustOpen("crowning").ParsePosition, "4/k1P1/4/K3/4 w - - 0 1")
	if v, ok := s.Probe(pos); !ok || v != (Value{1, 9}) {
		t.Errorf("%+v, %v", v, ok)
	}
}

// TestLine plays longest wins to their ends with legal moves.
func TestLine(t *testing.T) {
	for _, c := range []struct {
		variant, material string
		winner            rules.Color
		moves             string
	}{
		{"chess", "KQvK", rules.White, " …"},
		{"madhouse", "KRvK", rules.White, " …"},
		{"antichess", "RvN", rules.White, "#"},
		{"antichess", "KvR", rules.Black, " …"},
		{"antichess", "PvP", rules.White, " …"},
		{"makruk", "KRvK", rules.White, " …"},
		{"gardner", "KPvK", rules.White, " …"},
	} {
		g, err := NewGenerator(variants.MustOpen(c.variant), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		m := Material(c.material)
		if err := g.Make(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if line, err := g.Line(m, c.winner, 12); err != nil || !strings.Contains(line, c.moves) {
			t.Errorf("%s %s: %q, %v", c.variant, m, line, err)
		}
		// A line that does not end when its table says it does is rejected.
		codes, err := g.game.book.codesOf(c.material)
		if err != nil {
			t.Fatal(err)
		}
		g.game.tables[keyOf(codes)].Stats.Longest[c.winner].Plies -= 2
		if line, err := g.Line(m, c.winner, 12); err == nil {
			t.Errorf("%s %s: a line of too few plies: %q", c.variant, m, line)
		}
		g.Close()
	}
}
