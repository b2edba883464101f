package general

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// static returns the static value of a position for the side to move, and for the
// other if it were to move, with the weights that follow from the pieces of a game.
func static(t *testing.T, name, fen string) (us, them int) {
	t.Helper()
	unfitted, errs := Read("[unfitted:"+name+"]\n", Builtin())
	if errs != nil {
		t.Fatal(errs)
	}
	own := *unfitted.descriptions["unfitted"]
	own.ancestor, own.fitted = nil, Fitted{Weights: "# as they follow from the pieces, and no network\n"}
	rules, err := own.open()
	if err != nil {
		t.Fatal(err)
	}
	pos := must.Position(t, rules, fen)
	w := pos.(game.Walkable).Walk()
	us = w.Evaluate()
	w.Pass()
	return us, w.Evaluate()
}

// In symmetric positions neither side is better except for having the move; and
// what one side gains the other loses.
func TestEvaluationIsFair(t *testing.T) {
	for _, name := range []string{"capablanca", "grand", "shako", "xiangqi", "knightmate", "makruk", "seirawan", "duck"} {
		if us, them := static(t, name, ""); us != tempo || them != tempo {
			t.Errorf("%s: %d and %d at the start", name, us, them)
		}
	}
	// With all pieces on the board the tempo is the opening's.
	const fen = "r1abqkbcnr/pppp1ppppp/2n1p5/10/3P2P3/5C4/PPP1PP1PPP/RNABQKB1NR w - - 0 1"
	if us, them := static(t, "capablanca", fen); us+them != 2*tempo || us == them {
		t.Errorf("%d and %d", us, them)
	}
}

// Each term of the evaluation sees what it is there for: the first position of a
// pair is better for White, by at least the given amount.
func TestEvaluationSees(t *testing.T) {
	for _, c := range []struct {
		name, better, worse string
		by                  int
	}{
		{"a passed pawn", "k9/10/4P5/10/10/10/10/K9 w - - 0 1", "k9/10/10/10/4P5/10/10/K9 w - - 0 1", 40},
		{"a pawn with nobody to stop it", "k9/9p/10/10/4P5/10/10/K9 w - - 0 1", "k9/4p5/10/10/4P5/10/10/K9 w - - 0 1", 10},
		{"doubled pawns", "k9/pp8/10/10/10/10/PP8/K9 w - - 0 1", "k9/pp8/10/10/10/P9/P9/K9 w - - 0 1", 10},
		{"a rook that a pawn attacks", "k9/p9/10/4r5/3P6/10/10/K9 w - - 0 1", "k9/p9/10/6r3/3P6/10/10/K9 w - - 0 1", 50},
		{"mobility and place", "k9/ppp7/10/10/5B4/10/PPP7/K9 w - - 0 1", "k9/ppp7/10/10/10/10/PPP7/K8B w - - 0 1", 15},
		{"a queen near the king", "k9/7Q2/3A6/10/10/10/10/K9 w - - 0 1", "k9/10/10/10/10/10/4A5/K5Q3 w - - 0 1", 15},
		{"a rook on an open file", "k9/5p4/10/10/10/10/5P4/K3R5 w - - 0 1", "k9/5p4/10/10/10/10/5P4/K4R4 w - - 0 1", 15},
		{"a knight on an outpost", "k9/9p/10/4N5/3P6/10/10/K9 w - - 0 1", "k9/5p4/10/4N5/3P6/10/10/K9 w - - 0 1", 15},
		{"bishops of both shades", "k9/10/10/4BB4/10/10/10/K9 w - - 0 1", "k9/10/10/4B5/5B4/10/10/K9 w - - 0 1", 15},
		{"a queen that a rook attacks, guarded as she is", "k4r4/5q4/10/10/10/10/5R4/K9 w - - 0 1", "k4r4/5q4/10/10/10/10/6R3/K9 w - - 0 1", 30},
		{"a king near its passed pawn", "9k/10/10/P9/1K8/10/10/10 w - - 0 1", "9k/10/10/P9/8K1/10/10/10 w - - 0 1", 10},
		{"an archbishop is more than a rook", "k9/10/10/10/3A6/10/10/K9 w - - 0 1", "k9/10/10/10/3R6/10/10/K9 w - - 0 1", 150},
	} {
		better, _ := static(t, "capablanca", c.better)
		worse, _ := static(t, "capablanca", c.worse)
		if better-worse < c.by {
			t.Errorf("%s: %d against %d, want %d more", c.name, better, worse, c.by)
		}
	}
}

// A passed pawn a step before its promotion is worth less than what it will become, even
// where that is only a ferz.
func TestPassedPawnIsLessThanItsPromotion(t *testing.T) {
	for _, c := range []struct{ name, pawn, promoted string }{
		{"capablanca", "10/P9/10/10/10/10/10/6K1k1 w - - 0 1", "10/Q9/10/10/10/10/10/6K1k1 w - - 0 1"},
		{"makruk", "8/8/8/P7/8/8/8/R3K1k1 w - - 0 1", "8/8/8/M7/8/8/8/R3K1k1 w - - 0 1"},
		{"shatranj", "8/P7/8/8/8/8/8/R3K1k1 w - - 0 1", "8/Q7/8/8/8/8/8/R3K1k1 w - - 0 1"},
	} {
		pawn, _ := static(t, c.name, c.pawn)
		promoted, _ := static(t, c.name, c.promoted)
		if pawn >= promoted {
			t.Errorf("%s: a pawn %d, what it becomes %d", c.name, pawn, promoted)
		}
	}
}

// Promotions are noisy even if they capture nothing, but only those to the best
// pieces.
func TestPromotionsAreNoisy(t *testing.T) {
	rules, _ := Builtin().Open("capablanca")
	pos := must.Get(t, rules.ParsePosition, "10/4P5/k9/10/10/10/10/K9 w - - 0 1")
	w := pos.(game.Walkable).Walk()
	var got []string
	for _, c := range w.Noisy(nil) {
		got = append(got, pos.UCI(w.Move(c)))
	}
	slices.Sort(got)
	if !slices.Equal(got, []string{"e7e8c", "e7e8q"}) {
		t.Errorf("%v", got)
	}
}

// In clobber, where every move captures, none is noisy, as quiescence search would play the
// game to its end, and a piece's mobility is what it could capture.
func TestClobberHasNoNoise(t *testing.T) {
	rules, _ := Builtin().Open("clobber")
	pos := must.Get(t, rules.ParsePosition, "5/5/1p3/pPp2/5/4P w 0 1")
	w := pos.(game.Walkable).Walk()
	if noisy := w.Noisy(nil); len(noisy) > 0 {
		t.Errorf("%d noisy moves", len(noisy))
	}
	moves := w.Moves(nil)
	if len(moves) != 3 {
		t.Fatalf("%d moves", len(moves))
	}
	for _, c := range moves {
		if c&game.NoisyCode != 0 {
			t.Errorf("%s is noisy", pos.UCI(w.Move(c)))
		}
	}
	got := timesIn(rules, pos, "mobility of P")
	if want := map[int]int16{0: 1, 1: -3, 3: 1}; !maps.Equal(got, want) {
		t.Errorf("mobility counted %v, want %v", got, want)
	}
}

// timesIn returns how often the weights of a group count in a position, for White minus for
// Black.
func timesIn(rules game.Rules, pos game.Position, group string) map[int]int16 {
	fittable := rules.(game.Fittable)
	groups := fittable.Groups()
	g := groups[slices.IndexFunc(groups, func(g game.Group) bool { return g.Name == group })]
	counts := map[int]int16{}
	for _, f := range fittable.Linearise(pos, nil).Features {
		if i := int(f.Index) - g.First; i >= 0 && i < g.Len {
			counts[i] = f.Count
		}
	}
	return counts
}

// The mobility of a piece that never captures is where it can go.
func TestMobilityWithoutCaptures(t *testing.T) {
	rules, _ := Builtin().Open("amazons")
	pos := must.Get(t, rules.ParsePosition, "10/10/10/10/10/10/10/10/10/Q3q5 w - - 0 1")
	if got, want := timesIn(rules, pos, "mobility of Q"), (map[int]int16{21: 1, 26: -1}); !maps.Equal(got, want) {
		t.Errorf("mobility counted %v, want %v", got, want)
	}
}

// In reversi the number of squares on which a side may drop counts, and the ending approaches
// as the board fills.
func TestSquaresToDropOn(t *testing.T) {
	rules, _ := Builtin().Open("flipello")
	random := rand.New(rand.NewPCG(3, 4))
	pos, phase := rules.Start(), 1.0
	drops := func(p game.Position) (n int) {
		for _, m := range p.Moves() {
			if strings.Contains(p.UCI(m), "@") {
				n++
			}
		}
		return min(n, mostPlaces)
	}
	for !pos.Outcome().Over() {
		fen := strings.Fields(pos.FEN())
		fen[1] = map[string]string{"w": "b", "b": "w"}[fen[1]]
		other := must.Get(t, rules.ParsePosition, strings.Join(fen, " "))
		white, black := drops(pos), drops(other)
		if pos.Side() == 1 {
			white, black = black, white
		}
		want := map[int]int16{white: 1, black: -1}
		if white == black {
			want = map[int]int16{}
		}
		if got := timesIn(rules, pos, "squares to drop on"); !maps.Equal(got, want) {
			t.Fatalf("%s: counted %v, want %v", pos.FEN(), got, want)
		}
		now := rules.(game.Fittable).Linearise(pos, nil).Phase
		if now > phase {
			t.Errorf("%s: phase %v after %v", pos.FEN(), now, phase)
		}
		phase = now
		moves := pos.Moves()
		pos = pos.Play(moves[random.IntN(len(moves))])
	}
	if phase > 0.1 {
		t.Errorf("phase %v in the end", phase)
	}
}

// Where mate alone wins, material that cannot force it is worth nothing, and a lead in pieces
// without pawns little.
func TestDrawishMaterial(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		drawn     bool
	}{
		{"makruk", "8/8/3k4/8/8/3M4/3K4/8 w - - 0 1", true},
		{"makruk", "8/8/3k4/8/8/3S4/3K4/8 w - - 0 1", false},
		{"capablanca", "10/10/3k6/10/10/3NN5/3K6/10 w - - 9 9", true},
		{"capablanca", "10/10/3k6/10/10/3NB5/3K6/10 w - - 9 9", false},
		{"capablanca", "10/10/3kp5/10/10/3NN5/3K6/10 w - - 9 9", false},
		{"capablanca", "10/10/3k6/10/10/3B1B4/3K6/10 w - - 9 9", true},
		{"capablanca", "10/10/3k6/10/10/3BB5/3K6/10 w - - 9 9", false},
		{"capablanca", "10/10/3k6/10/10/3A6/3K6/10 w - - 9 9", false},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/3NK4 w - - 9 9", false},
	} {
		us, them := static(t, c.name, c.fen)
		if drawn := us == 0 && them == 0; drawn != c.drawn {
			t.Errorf("%s %s: %d and %d", c.name, c.fen, us, them)
		}
	}
	without, _ := static(t, "capablanca", "2r7/10/3k6/10/10/3N6/3K6/2R7 w - - 9 9")
	with, _ := static(t, "capablanca", "2r7/10/pppk6/10/10/3N6/PPPK6/2R7 w - - 9 9")
	if without <= 0 || without > with/4 {
		t.Errorf("a knight more is worth %d without pawns, %d with three", without, with)
	}
}
