package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestFitFindsWeights: fitted to the predictions of other piece values, the weights predict
// better than before, values move in the right direction, and a game with the text has them.
func TestFitFindsWeights(t *testing.T) {
	f, why := learns(variants.MustOpen("losalamos"))
	if f == nil {
		t.Fatal(why)
	}
	// Assume that results show a knight to be worth a pawn.
	value := f.Groups()[slices.IndexFunc(f.Groups(), func(g game.Group) bool { return g.Name[:5] == "value" })]
	truth := f.Weights()
	knight := -1
	for i := range value.Len {
		if value.Name[len("value of "):][2*i] == 'N' {
			knight = value.First + i
		}
	}
	if knight < 0 {
		t.Fatalf("no knight in %q", value.Name)
	}
	before := truth[knight]
	truth[knight] = game.Weight{MG: 80, EG: 80}
	flat := make([]float64, 2*len(truth))
	for i, w := range truth {
		flat[2*i], flat[2*i+1] = w.MG, w.EG
	}
	random := rand.New(rand.NewPCG(1, 1))
	var samples []sample
	for range 1500 {
		pos := opening.Random(f, random, 10+random.IntN(60)).Position()
		l := f.Linearise(pos, nil)
		s := sample{features: l.Features, phase: l.Phase, scale: l.Scale, weight: 1}
		s.target = sigmoid(0.005 * s.value(flat))
		samples = append(samples, s)
	}
	fitted := fitWeights(f, samples)
	if got := fitted[knight]; !(got.MG+got.EG < before.MG+before.EG-100) {
		t.Errorf("the knight is worth %+v, was %+v, should be near 80", got, before)
	}
	if a, b := wrongBy(f.Weights(), samples), wrongBy(fitted, samples); !(b < a/2) {
		t.Errorf("predicts no better: off by %v, was %v", b, a)
	}
	rules, err := (&Catalogue{Derive: variants.Derive}).derived("losalamos", f.FormatWeights(fitted))
	if err != nil {
		t.Fatal(err)
	}
	if got := rules.(game.Fittable).Weights()[knight]; math.Abs(got.MG-fitted[knight].MG) > 1 {
		t.Errorf("the game has %+v, not %+v", got, fitted[knight])
	}
}

// wrongBy returns the error of the predictions by weights, with the best scale.
func wrongBy(weights []game.Weight, samples []sample) float64 {
	flat := make([]float64, 2*len(weights))
	for i, w := range weights {
		flat[2*i], flat[2*i+1] = w.MG, w.EG
	}
	k, sum := scaleOf(weights, samples), 0.0
	for i := range samples {
		d := sigmoid(k*samples[i].value(flat)) - samples[i].target
		sum += d * d
	}
	return sum
}

// TestWhoLearns: games that already have a fitted evaluation do not learn; games derived from
// them do.
func TestWhoLearns(t *testing.T) {
	for name, want := range map[string]bool{"chess": false, "gun+fairy": false, "capablanca": false, "losalamos": true, "gun+capablanca": true, "cube3": false} {
		if f, why := learns(variants.MustOpen(name)); (f != nil) != want || f == nil && why == "" {
			t.Errorf("%s: %v, %q", name, f != nil, why)
		}
	}
	child, err := variants.Derive("[child:capablanca]\n", general.Fitted{})
	if err != nil {
		t.Fatal(err)
	}
	if f, _ := learns(child); f == nil {
		t.Error("a child of capablanca is not learned")
	}
}
