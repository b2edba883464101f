package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// synthetic returns games of 20 random positions each, whose value is exactly
// that of the weights; results are drawn according to k.
func synthetic(weights []game.Weight, games int, k float64) *Data {
	random := rand.New(rand.NewPCG(1, 2))
	d := &Data{reading: reading{games: games}}
	for number := range games {
		for range 20 {
			phase, scale := random.Float64(), 1-0.5*random.Float64()
			l := game.Linear{Features: d.features, Phase: phase, Scale: scale}
			value := 0.0
			for i, w := range weights {
				if count := int16(random.IntN(5) - 2); count != 0 && random.IntN(3) == 0 {
					l.Features = append(l.Features, game.Feature{Index: uint16(i), Count: count})
					value += scale * float64(count) * (w.MG*phase + w.EG*(1-phase))
				}
			}
			result := float32(0)
			if random.Float64() < sigmoid(k*value) {
				result = 1
			}
			d.add(l, float32(value), result, number)
		}
	}
	return d
}

// someWeights returns n different weights.
func someWeights(n int) []game.Weight {
	random := rand.New(rand.NewPCG(3, 4))
	weights := make([]game.Weight, n)
	for i := range weights {
		weights[i] = game.Weight{MG: float64(random.IntN(400) - 200), EG: float64(random.IntN(400) - 200)}
	}
	return weights
}

// fit fits from zero, without a prior.
func fit(t *testing.T, d *Data, n int, o FitOptions) *Fit {
	t.Helper()
	f, err := d.Fit(t.Context(), make([]game.Weight, n), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// distance returns the largest difference of two lists of weights.
func distance(a, b []game.Weight) (largest float64) {
	for i := range a {
		largest = max(largest, math.Abs(a[i].MG-b[i].MG), math.Abs(a[i].EG-b[i].EG))
	}
	return largest
}

// The fit recovers the weights that the positions were evaluated with: exactly
// from scores, from results as well as chance permits.
func TestFitRecoversWeights(t *testing.T) {
	const k = 0.004
	want := someWeights(30)
	d := synthetic(want, 2000, k)
	o := DefaultFitOptions()
	o.Prior = 0
	for _, c := range []struct{ blend, within float64 }{{0, 1}, {0.5, 15}, {1, 30}} {
		o.Blend = c.blend
		f := fit(t, d, len(want), o)
		if off := distance(f.Weights, want); off > c.within {
			t.Errorf("blend %v: a weight is off by %v, want at most %v", c.blend, off, c.within)
		}
		if math.Abs(f.K-k) > k/20 {
			t.Errorf("blend %v: K %v, want %v", c.blend, f.K, k)
		}
		if f.HeldOut.After >= f.HeldOut.Before || f.Fitted.After >= f.Fitted.Before || f.Epochs >= o.Epochs {
			t.Errorf("blend %v: %v fitted, %v held out, %d epochs", c.blend, f.Fitted, f.HeldOut, f.Epochs)
		}
	}
}

// The derivatives are those of the loss: of the task by the weights, of the
// search by its coordinates, including the prior.
func TestGradient(t *testing.T) {
	weights := someWeights(6)
	d := synthetic(weights, 30, 0.004)
	o := DefaultFitOptions()
	o.Prior = 50
	fitted, held := d.split(o)
	fitted.aim(0.004, 0.3)
	held.aim(0.004, 0.3)
	s := newSearch(fitted, held, someWeights(6), o)
	x := make([]float64, 2*len(weights))
	for i := range x {
		x[i] = float64(i%5-2) * s.stretch[i] * 17
	}
	s.objective(x)
	gradient := slices.Clone(s.gradient)
	for i := range x {
		step := s.stretch[i] * 0.1
		at := func(d float64) float64 {
			moved := slices.Clone(x)
			moved[i] += d
			return s.objective(moved)
		}
		if want := (at(step) - at(-step)) / (2 * step); math.Abs(gradient[i]-want) > 1e-5*(math.Abs(want)+1e-2) {
			t.Errorf("coordinate %d: derivative %v, want %v", i, gradient[i], want)
		}
	}

	slopes, curvature := make([]game.Weight, 6), make([]game.Weight, 6)
	fitted.gradient(weights, slopes)
	fitted.curvature(weights, curvature)
	for i := range weights {
		at := func(d float64) (float64, game.Weight) {
			moved, slopes := slices.Clone(weights), make([]game.Weight, 6)
			moved[i].EG += d
			if loss := fitted.gradient(moved, slopes); loss != fitted.loss(moved) {
				t.Errorf("weight %d: loss %v and %v", i, loss, fitted.loss(moved))
			}
			return fitted.loss(moved), slopes[i]
		}
		up, slopeUp := at(0.1)
		down, slopeDown := at(-0.1)
		if want := (up - down) / 0.2; math.Abs(slopes[i].EG-want) > 1e-5*(math.Abs(want)+1e-3) {
			t.Errorf("weight %d: derivative %v, want %v", i, slopes[i].EG, want)
		}
		if want := (slopeUp.EG - slopeDown.EG) / 0.2; math.Abs(curvature[i].EG-want) > 1e-4*want {
			t.Errorf("weight %d: second derivative %v, want %v", i, curvature[i].EG, want)
		}
	}
}

// The prior weighs as much as that many positions: an equal number that
// disagree moves the weight half way, none leave it where it is.
func TestPrior(t *testing.T) {
	const n = 500
	d := &Data{}
	for i := range n {
		l := game.Linear{Features: append(d.features, game.Feature{Index: 0, Count: 1}), Phase: 1, Scale: 1}
		d.add(l, 100, 0.51, i) // so that the cross entropy is nearly parabolic
	}
	d.games = n
	start := []game.Weight{{MG: 20, EG: 30}, {MG: 40, EG: 50}}
	for prior, want := range map[float64]float64{0: 100, n: 60, 1e9: 20} {
		o := FitOptions{Epochs: 100, Prior: prior}
		f, err := d.Fit(t.Context(), start, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Weights[0].MG; math.Abs(got-want) > 1 {
			t.Errorf("prior %v: weight %v, want %v", prior, got, want)
		}
		if f.Weights[0].EG != 30 || f.Weights[1] != start[1] {
			t.Errorf("prior %v: weights of no position moved to %v", prior, f.Weights)
		}
		if f.HeldOut != (Share{}) || f.Fitted.Positions != n || f.Fitted.Games != n {
			t.Errorf("prior %v: %+v", prior, f)
		}
	}
}

// Whole games are held out, as many as requested, and none of them is fitted
// to.
func TestHoldOutIsByGame(t *testing.T) {
	d := synthetic(someWeights(3), 200, 0.004)
	for share, want := range map[float64]int{0: 0, 0.05: 10, 0.5: 100, 0.333: 66} {
		fitted, held := d.split(FitOptions{HoldOut: share})
		side := map[int32]*task{}
		for _, part := range []*task{fitted, held} {
			for _, i := range part.samples {
				game := d.samples[i].game
				if other := side[game]; other != nil && other != part {
					t.Fatalf("%v: game %d is on both sides", share, game)
				}
				side[game] = part
			}
		}
		if len(held.samples) != 20*want || len(fitted.samples) != 20*(200-want) {
			t.Errorf("%v: %d positions held out, %d fitted to", share, len(held.samples), len(fitted.samples))
		}
	}
}

// If results are random and positions few, what is learned does not generalise:
// the fit stops early, with the weights that were best for the held-out games.
func TestFitStopsWhenTheHeldOutGetWorse(t *testing.T) {
	weights := someWeights(40)
	d := synthetic(weights, 60, 0.002)
	o := FitOptions{Epochs: 500, Blend: 1, HoldOut: 0.5}
	least, last := math.Inf(1), 0
	f, err := d.Fit(t.Context(), weights, o, func(epoch int, _, heldOut float64) {
		least, last = min(least, heldOut), epoch
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != f.Epochs || f.Epochs > 100 {
		t.Errorf("%d epochs, %d reported", f.Epochs, last)
	}
	if math.Abs(f.HeldOut.After-least) > 1e-3 {
		t.Errorf("error %v, but there was %v", f.HeldOut.After, least)
	}
}

// Neither the number of goroutines nor a repetition changes the result.
func TestFitRepeatsItself(t *testing.T) {
	d := synthetic(someWeights(20), 300, 0.004)
	o := DefaultFitOptions()
	o.Workers = 1
	one := fit(t, d, 20, o)
	o.Workers = 7
	seven := fit(t, d, 20, o)
	if one.Options = o; one.Epochs != seven.Epochs || one.K != seven.K || !slices.Equal(one.Weights, seven.Weights) ||
		one.Fitted != seven.Fitted || one.HeldOut != seven.HeldOut {
		t.Errorf("%+v\n%+v", one, seven)
	}
}

// The fit stops after the given number of epochs.
func TestEpochs(t *testing.T) {
	d := synthetic(someWeights(20), 300, 0.004)
	o := DefaultFitOptions()
	o.Epochs = 3
	if f := fit(t, d, 20, o); f.Epochs != 3 {
		t.Errorf("%d epochs", f.Epochs)
	}
}

func TestFitFails(t *testing.T) {
	weights := someWeights(5)
	backwards := synthetic(weights, 50, 0.004)
	for i := range backwards.samples {
		backwards.samples[i].result = 1 - backwards.samples[i].result
	}
	for want, d := range map[string]*Data{
		"no positions to fit to":                       {},
		"the search scores do not predict the results": backwards,
	} {
		if _, err := d.Fit(t.Context(), weights, DefaultFitOptions(), nil); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	_, err := synthetic(weights, 50, 0.004).Fit(ctx, make([]game.Weight, 5), DefaultFitOptions(), func(epoch int, _, _ float64) {
		if epoch == 1 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// Cross entropy does not overflow, however wrong a value is.
func TestCrossEntropy(t *testing.T) {
	for _, c := range []struct{ x, target, want float64 }{
		{0, 0.5, math.Ln2}, {0, 1, math.Ln2}, {1000, 1, 0}, {1000, 0, 1000}, {-1000, 1, 1000}, {-1000, 0, 0},
		{math.Log(3), 0.75, -0.75*math.Log(0.75) - 0.25*math.Log(0.25)},
	} {
		if got := crossEntropy(c.x, c.target); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("of %v and %v: %v, want %v", c.x, c.target, got, c.want)
		}
	}
}
