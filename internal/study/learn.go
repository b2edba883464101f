package study

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
)

// leastLearned is the minimum number of games for fitting an evaluation.
const leastLearned = 24

// learns reports whether the evaluation of a game can be fitted here and has not been
// fitted yet; why is the reason if not.
func learns(r game.Rules) (f game.Fittable, why string) {
	f, ok := r.(game.Fittable)
	if !ok {
		return nil, "its evaluation is built in"
	}
	if own, ok := r.(interface{ Fitted() bool }); ok && own.Fitted() {
		return nil, "its evaluation has already been fitted"
	}
	return f, ""
}

// derived derives a game from another under a name of its own, with fitted weights.
func (c *Catalogue) derived(parent, weights string) (game.Rules, error) {
	return c.Derive(derivedText(parent), general.Fitted{Weights: weights})
}

func derivedText(parent string) string { return fmt.Sprintf("[%s:%s]\n", derivedName, parent) }

// derivedName is the name of games that a study derives from others.
const derivedName = "heterodox-study"

// A sample is a position with its target.
type sample struct {
	features []game.Feature
	phase    float64
	scale    float64
	target   float64 // White's points: half from the game's result, half predicted from the search
	weight   float64
}

// samplesOf extracts the quiet positions of games.
func samplesOf(f game.Fittable, games []*Game, c curve) (list []sample, err error) {
	for _, g := range games {
		pos, err := g.begin(f)
		if err != nil {
			return nil, err
		}
		first := len(list)
		for i, text := range strings.Fields(g.Moves) {
			m, err := pos.ParseMove(text)
			if err != nil {
				return nil, err
			}
			if at := i - g.Opening; at >= 0 && at < len(g.Scores) && quiet(pos, m) {
				score := g.Scores[at]
				l := f.Linearise(pos, nil)
				if len(l.Features) > 0 && score < maxScore && score > -maxScore {
					list = append(list, sample{l.Features, l.Phase, l.Scale, (g.points() + c.at(score)) / 2, 1})
				}
			}
			pos = pos.Play(m)
		}
		for i := first; i < len(list); i++ {
			list[i].weight = min(1, 20/float64(len(list)-first))
		}
	}
	return list, nil
}

// quiet reports whether a position can be evaluated statically: the best move is no
// capture or promotion, and the side to move is not in check.
func quiet(pos game.Position, best game.Move) bool {
	walkable, ok := pos.(game.Walkable)
	if !ok {
		return true
	}
	w := walkable.Walk()
	return w.Code(best)&game.NoisyCode == 0 && !w.InCheck()
}

// How weights are fitted.
const (
	epochs = 120
	rate   = 2.0 // centipawns per step
	// prior pulls a weight to its start: a difference of one pawn costs as much as this
	// many completely wrong positions.
	prior = 8.0
)

// fitWeights returns the weights that predict the samples best, by full-batch Adam.
func fitWeights(f game.Fittable, samples []sample) []game.Weight {
	begin := f.Weights()
	k := scaleOf(begin, samples)
	n := 2 * len(begin)
	at := make([]float64, n) // opening and endgame alternately
	for i, w := range begin {
		at[2*i], at[2*i+1] = w.MG, w.EG
	}
	start := append([]float64(nil), at...)
	gradient, m, v := make([]float64, n), make([]float64, n), make([]float64, n)
	for epoch := 1; epoch <= epochs; epoch++ {
		for i := range gradient {
			gradient[i] = 2 * prior * (at[i] - start[i]) / 1e4
		}
		for i := range samples {
			s := &samples[i]
			wrong := s.weight * (sigmoid(k*s.value(at)) - s.target) * k * s.scale
			for _, x := range s.features {
				by := wrong * float64(x.Count)
				gradient[2*x.Index] += by * s.phase
				gradient[2*x.Index+1] += by * (1 - s.phase)
			}
		}
		for i, g := range gradient {
			m[i] = 0.9*m[i] + 0.1*g
			v[i] = 0.999*v[i] + 0.001*g*g
			step := m[i] / (1 - math.Pow(0.9, float64(epoch)))
			size := math.Sqrt(v[i]/(1-math.Pow(0.999, float64(epoch)))) + 1e-9
			at[i] -= rate * step / size
		}
	}
	list := make([]game.Weight, len(begin))
	for i := range list {
		list[i] = game.Weight{MG: at[2*i], EG: at[2*i+1]}
	}
	return list
}

// value returns the evaluation of a sample.
func (s *sample) value(at []float64) float64 {
	sum := 0.0
	for _, x := range s.features {
		sum += float64(x.Count) * (at[2*x.Index]*s.phase + at[2*x.Index+1]*(1-s.phase))
	}
	return sum * s.scale
}

// scaleOf returns the factor that turns centipawns of the evaluation into the best
// predictions of the samples.
func scaleOf(weights []game.Weight, samples []sample) float64 {
	at := make([]float64, 2*len(weights))
	for i, w := range weights {
		at[2*i], at[2*i+1] = w.MG, w.EG
	}
	var x [][]float64
	var y, w []float64
	for i := range samples {
		x = append(x, []float64{samples[i].value(at) / 100})
		y, w = append(y, samples[i].target), append(w, samples[i].weight)
	}
	return min(max(logistic(make([]float64, 1), x, y, w, 0.01)[0], 0.05), 2) / 100
}

// fitted returns the text of the weights fitted to games.
func fitted(ctx context.Context, f game.Fittable, games []*Game) (string, error) {
	samples, err := samplesOf(f, games, fitCurve(games))
	if err != nil || len(samples) == 0 {
		return "", err
	}
	weights := fitWeights(f, samples)
	for i, w := range weights {
		weights[i] = game.Weight{MG: min(max(w.MG, -maxFitted), maxFitted), EG: min(max(w.EG, -maxFitted), maxFitted)}
	}
	return f.FormatWeights(weights), ctx.Err()
}

// maxFitted bounds the absolute value of weights.
const maxFitted = 10_000
