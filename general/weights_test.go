package general

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// What the tuner sees is what the search uses: the sum over the features is the
// evaluation.
func TestLinearisedIsEvaluated(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	names := []string{
		"capablanca", "grand", "shako", "knightmate", "janus", "xiangqi", "shogi", "makruk", "seirawan", "duck", "racingkings",
		"3check", "crazyhouse", "capahouse", "extinction", "giveaway", "atomic", "kinglet", "spartan", "gothic", "dobutsu", "chak",
	}
	for _, name := range names {
		ruleset, err := Builtin().Open(name)
		if err != nil {
			continue // only in a file
		}
		own := ruleset.(game.Fittable)
		weights := own.Weights()
		pos, valued := ruleset.Start(), 0
		for range 120 {
			moves := pos.Moves()
			if len(moves) == 0 {
				pos = ruleset.Start()
				continue
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
			l := own.Linearise(pos, nil)
			if len(l.Features) == 0 {
				continue // a bare king
			}
			valued++
			sum := 0.0
			for _, f := range l.Features {
				w := weights[f.Index]
				sum += float64(f.Count) * (w.MG*l.Phase + w.EG*(1-l.Phase))
			}
			sample, _ := ruleset.(game.Learner).NetSample(pos, nil, nil)
			score := sample.Base // see TestNetSampleIsEvaluated
			if pos.Side() == rules.Black {
				score = -score
			}
			if math.Abs(sum-score) >= 2 {
				t.Fatalf("%s %s: %v, evaluated %v", name, pos.FEN(), sum, score)
			}
		}
		if valued < 60 {
			t.Errorf("%s: only %d positions", name, valued)
		}
	}
}

// The groups cover all weights, one after the other, each with a name of its own,
// in every known game.
func TestGroupsCoverTheWeights(t *testing.T) {
	for _, name := range Builtin().Names() {
		ruleset := must.Get(t, Builtin().Open, name)
		own := ruleset.(game.Fittable)
		next, seen := 0, map[string]bool{}
		for _, g := range own.Groups() {
			if g.First != next || g.Len <= 0 || g.Len%g.Row != 0 || seen[g.Name] {
				t.Errorf("%s: group %+v, after weight %d", name, g, next)
			}
			seen[g.Name] = true
			next += g.Len
		}
		if next != len(own.Weights()) || next > math.MaxUint16 {
			t.Errorf("%s: %d weights, the groups end before %d", name, len(own.Weights()), next)
		}
	}
}

// What has been fitted is filed under the name of a game, and can be read.
func TestFittedWeightsAreRead(t *testing.T) {
	files := must.Get(t, fittedFiles.ReadDir, "weights")
	for _, f := range files {
		if f.Name() == "README.md" {
			continue
		}
		name, ok := strings.CutSuffix(f.Name(), ".weights")
		d := Builtin().descriptions[name]
		if !ok || d == nil || d.fitted.Weights == "" {
			t.Errorf("%s: no game of this name", f.Name())
			continue
		}
		if err := d.misfit(); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
	}
}

// Weights read back as they were written, and those of the text are in force.
func TestWeightsReadBack(t *testing.T) {
	c, errs := Read("[mine:shako]\n", Builtin())
	if errs != nil {
		t.Fatal(errs)
	}
	ruleset, _ := c.Open("mine")
	own := ruleset.(game.Fittable)
	weights := own.Weights()
	random := rand.New(rand.NewPCG(1, 1))
	for i := range weights {
		weights[i].MG += float64(random.IntN(200) - 100)
		weights[i].EG += float64(random.IntN(200) - 100)
	}
	if err := c.Fit("mine", Fitted{Weights: "# a comment\n\n" + own.FormatWeights(weights)}); err != nil {
		t.Fatal(err)
	}
	again, _ := c.Open("mine")
	if got := again.(game.Fittable).Weights(); !slices.Equal(got, weights) {
		t.Error("other weights are read than were written")
	}
	// A text with some of the groups changes only these.
	if err := c.Fit("mine", Fitted{Weights: "value of P N B R Q E C K\n100/100 200/200 400/400\n500/500 900/1000 1/1 2/2 0/0\n"}); err == nil {
		again, _ = c.Open("mine")
		for i, w := range again.(game.Fittable).Weights() {
			was := ruleset.(*rulesOf[[2]uint64]).weighed().unfitted[i]
			if g := own.Groups()[0]; i >= g.Len && w != (game.Weight{MG: float64(was.mg()), EG: float64(was.eg())}) {
				t.Fatalf("weight %d is %v, not %v", i, w, was)
			}
		}
	} else {
		t.Error(err, own.Groups()[0].Name)
	}
}

// A text that does not fit the game is refused with the line, and what was in force
// stays in force.
func TestBadWeights(t *testing.T) {
	c, _ := Read("[mine:capablanca]\n", Builtin())
	ruleset, _ := c.Open("mine")
	before := ruleset.(game.Fittable).Weights()
	for text, want := range map[string]string{
		"value of X\n1/2\n":                   `line 1: the game has no weights for "value of X"`,
		"to move\n1/1\nto move\n1/1\n":        "line 3: the game has no weights for \"to move\", or they occur twice",
		"to move\n\nisolated pawn\n-3/-3\n":   `line 3: "to move" has 1 weights, not 0`,
		"to move\n1/2 3/4\n":                  `line 2: "to move" has only 1 weights`,
		"passed pawn\n1/2 3/4\n":              `line 2: "passed pawn" has 6 weights, not 2`,
		"to move\n12\n":                       `line 2: "12" is not a weight`,
		"to move\n1/20001\n":                  `line 2: "1/20001" is not a weight`,
		"1/2\n":                               `line 1: "1/2" comes before the name of a group of weights`,
		"to move\n99999999999999999999/1\n":   "is not a weight",
		"# only a comment\n\xff\xfe nonsense": `line 2: "\xff\xfe" comes before`,
	} {
		err := c.Fit("mine", Fitted{Weights: text})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		ruleset, _ := c.Open("mine")
		if !slices.Equal(ruleset.(game.Fittable).Weights(), before) {
			t.Errorf("%q has changed the weights", text)
		}
	}
	if err := c.Fit("yours", Fitted{}); err == nil || err.Error() != `unknown game "yours"` {
		t.Error(err)
	}
}

// No text breaks the reader; what it accepts reads back the same when written.
func FuzzWeights(f *testing.F) {
	ruleset := must.Get(f, Builtin().Open, "capablanca")
	g := ruleset.(*rulesOf[[2]uint64])
	f.Add(g.FormatWeights(g.Weights()))
	f.Add("# a comment\nto move\n-20000/20000\n\npassed pawn\n1/1 2/2\n3/3 4/4 5/5 6/6\n")
	f.Add("to move\n1/1\nto move\n")
	f.Add("value of P N B R Q A C K\n1/2/3")
	f.Fuzz(func(t *testing.T, text string) {
		l := &g.weighed().layout
		read := func(text string) ([]tapered, error) {
			weights := slices.Clone(g.weighed().weights)
			return weights, l.read(weights, text)
		}
		weights, err := read(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		list := make([]game.Weight, len(weights))
		for i, weight := range weights {
			list[i] = game.Weight{MG: float64(weight.mg()), EG: float64(weight.eg())}
		}
		again, err := read(l.format(list))
		if err != nil || !slices.Equal(again, weights) {
			t.Errorf("%q is written as other weights: %v", text, err)
		}
	})
}

// A game takes over what has been fitted to its parent where the same follows from the
// pieces of both, and nothing else: a game that is won by losing takes over no values.
func TestInheritedWeights(t *testing.T) {
	c, errs := Read("[kid:capablanca]\nstartFen = r3knn2r/pppppppppp/10/10/10/10/PPPPPPPPPP/R3KNN2R w KQkq - 0 1\n[grandkid:kid]\n"+
		"[loser:capablanca]\nextinctionValue = win\nextinctionPieceTypes = *\nking = -\ncommoner = k\ncastling = false\n[wide:capablanca]\nmaxFile = 9\nstartFen = rnbqkbnrr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKBNRR w - - 0 1\n", Builtin())
	if errs != nil {
		t.Fatal(errs)
	}
	weighed := func(name string) *worth[[2]uint64] {
		t.Helper()
		ruleset, err := Compose(name, c, Builtin())
		if err != nil {
			t.Fatal(err)
		}
		own := ruleset.(*rulesOf[[2]uint64])
		if own.Fitted() != (name == "capablanca") {
			t.Errorf("%s: fitted to this very game: %v", name, own.Fitted())
		}
		return own.weighed()
	}
	parent := weighed("capablanca")
	if slices.Equal(parent.weights, parent.unfitted) {
		t.Fatal("nothing has been fitted to the parent")
	}
	for _, name := range []string{"kid", "grandkid", "gothic", "gun+capablanca", "fibonacci+kid"} {
		w := weighed(name)
		if !slices.Equal(w.weights, parent.weights) || w.values != parent.values || w.network != nil != (parent.network != nil) {
			t.Errorf("%s has other weights than its parent", name)
		}
	}
	for _, name := range []string{"loser", "wide"} {
		w := weighed(name)
		for i, at := range w.weights[:8] {
			if at != w.unfitted[i] {
				t.Errorf("%s has taken over a value", name)
			}
		}
	}
	if w := weighed("extinction+capablanca"); slices.Equal(w.weights, w.unfitted) {
		t.Error("a composition with common kings takes over nothing")
	}
}
