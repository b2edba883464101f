package tune

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"github.com/heterodox-chess/heterodox/game"
)

// FitOptions describe how weights are fitted. Start from DefaultFitOptions.
type FitOptions struct {
	// Epochs is the maximum number of passes over the data.
	Epochs int
	// Blend is the share of the game's result in the target, from 0 to 1; the
	// rest is the result predicted by the score of the search.
	Blend float64
	// HoldOut is the share of the games that are not fitted to but used for
	// validation, from 0 to below 1.
	HoldOut float64
	// Prior pulls each weight to its start as strongly as this many positions in
	// which it is right, so that weights of rare features stay within bounds. At
	// least 0.
	Prior float64
	// K converts centipawns to expected results, as in Fit; 0 finds it from the
	// scores. Set it for games whose scores predict little, where the weights
	// would otherwise grow without bound.
	K float64
	// Workers is the number of goroutines that share a pass; it does not affect
	// the result.
	Workers int
}

// DefaultFitOptions returns at most 200 epochs, a target of half result and half
// score, a twentieth of the games held out, and a prior of 200.
func DefaultFitOptions() FitOptions {
	return FitOptions{Epochs: 200, Blend: 0.5, HoldOut: 0.05, Prior: 200, Workers: 2}
}

// A Fit is the outcome of a fit.
type Fit struct {
	Options FitOptions
	Weights []game.Weight // in whole centipawns
	K       float64       // a value of v centipawns predicts the result 1/(1 + exp(-K·v))
	Epochs  int
	// The positions fitted to, and those held out.
	Fitted, HeldOut Share
}

// A Share is a part of the data, with the mean cross entropy of predictions and
// targets, by the weights before and after the fit.
type Share struct {
	Games, Positions int
	Before, After    float64
}

// patience is how many epochs may pass without the lowest error falling by at
// least improvement.
const (
	patience    = 10
	improvement = 1e-6
)

// Fit returns the weights that predict the targets of the data best, starting
// from start. It stops early when the held-out games no longer improve. progress
// receives the errors after each epoch; without held-out games, both are that of
// the fitted ones.
func (d *Data) Fit(ctx context.Context, start []game.Weight, o FitOptions, progress func(epoch int, fitted, heldOut float64)) (*Fit, error) {
	fitted, held := d.split(o)
	if len(fitted.samples) == 0 {
		return nil, errors.New("no positions to fit to")
	}
	k := o.K
	if k == 0 {
		var err error
		if k, err = fitted.scale(); err != nil {
			return nil, err
		}
	}
	fitted.aim(k, o.Blend)
	held.aim(k, o.Blend)
	s := newSearch(fitted, held, start, o)
	s.progress = progress
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	weights := rounded(s.best)
	return &Fit{o, weights, k, s.epoch, fitted.share(start, weights), held.share(start, weights)}, nil
}

// share describes the samples, which are ordered by game.
func (t *task) share(before, after []game.Weight) Share {
	n := len(t.samples)
	if n == 0 {
		return Share{}
	}
	games := numGames(n, func(i int) int32 { return t.data.samples[t.samples[i]].game })
	return Share{games, n, t.loss(before), t.loss(after)}
}

// numGames returns the number of games of n samples that are ordered by game.
func numGames(n int, game func(i int) int32) (games int) {
	last := int32(-1)
	for i := range n {
		if g := game(i); g != last {
			games++
			last = g
		}
	}
	return games
}

// split returns the samples to fit to and the held-out ones. It holds out whole
// games, because the positions of a game are alike.
func (d *Data) split(o FitOptions) (fitted, held *task) {
	fitted, held = &task{data: d, workers: max(o.Workers, 1)}, &task{data: d, workers: max(o.Workers, 1)}
	for i := range d.samples {
		t := fitted
		if isHeldOut(int(d.samples[i].game), o.HoldOut) {
			t = held
		}
		t.samples = append(t.samples, i)
	}
	return fitted, held
}

// isHeldOut reports whether a game is held out. The held-out games are spread
// evenly.
func isHeldOut(game int, share float64) bool {
	return math.Floor(float64(game+1)*share) > math.Floor(float64(game)*share)
}

// maxScale is the largest K: a centipawn cannot be worth more.
const maxScale = 0.1

// scale returns the K with which the scores of the search predict the results
// best. It is an error if they do not predict them.
func (t *task) scale() (float64, error) {
	return scaleOf(len(t.samples), func(i int) (score, result, count float64) {
		s := &t.data.samples[t.samples[i]]
		return float64(s.score), float64(s.result), 1
	})
}

// scaleOf is scale for n pairs of score and result, each with its number of
// positions.
func scaleOf(n int, pair func(i int) (score, result, count float64)) (float64, error) {
	slope := func(k float64) (sum float64) {
		for i := range n {
			score, result, count := pair(i)
			sum += count * score * (sigmoid(k*score) - result)
		}
		return sum
	}
	if slope(0) >= 0 {
		return 0, errors.New("the search scores do not predict the results")
	}
	low, high := 0.0, maxScale // the slope increases with k
	for range 40 {
		if middle := (low + high) / 2; slope(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high, nil
}

// aim sets K and the targets.
func (t *task) aim(k, blend float64) {
	t.k = k
	t.targets = make([]float64, len(t.samples))
	for j, i := range t.samples {
		s := &t.data.samples[i]
		t.targets[j] = blend*float64(s.result) + (1-blend)*sigmoid(k*float64(s.score))
	}
}

// rounded returns the weights in whole centipawns.
func rounded(weights []game.Weight) []game.Weight {
	whole := slices.Clone(weights)
	for i, w := range whole {
		whole[i] = game.Weight{MG: math.Round(w.MG), EG: math.Round(w.EG)}
	}
	return whole
}

// A search looks for the best weights. Its coordinates are the differences of
// the weights from the start, opening and endgame alternately, scaled so that
// all of them matter about equally: a piece's value is in every position, a
// passed pawn in few.
type search struct {
	fitted, held *task
	start        []game.Weight
	stretch      []float64
	pull         float64 // strength of the prior: a step s costs pull·s²/2
	epochs       int
	progress     func(epoch int, fitted, heldOut float64)

	weights, slopes []game.Weight // scratch
	point, gradient []float64     // the point of the last evaluation of the objective, and the gradient there

	epoch, since int // epochs so far, and since the last clear improvement
	best         []game.Weight
	least        float64 // error of best
}

func newSearch(fitted, held *task, start []game.Weight, o FitOptions) *search {
	n := len(start)
	s := &search{
		fitted: fitted, held: held, start: start, epochs: o.Epochs, epoch: -1,
		stretch: make([]float64, 2*n),
		// The second derivative of the cross entropy of one balanced position by
		// its value is k²/4.
		pull:    o.Prior * fitted.k * fitted.k / 4 / float64(len(fitted.samples)),
		weights: make([]game.Weight, n), slopes: make([]game.Weight, n),
		gradient: make([]float64, 2*n),
		best:     slices.Clone(start), least: math.Inf(1),
	}
	fitted.curvature(start, s.slopes)
	for i, c := range s.slopes {
		s.stretch[2*i], s.stretch[2*i+1] = math.Sqrt(c.MG+s.pull), math.Sqrt(c.EG+s.pull)
	}
	for i, x := range s.stretch {
		if x == 0 { // a weight of no position, and no prior
			s.stretch[i] = 1
		}
	}
	return s
}

// at sets the weights to those of a point.
func (s *search) at(x []float64) {
	for i, w := range s.start {
		s.weights[i] = game.Weight{MG: w.MG + x[2*i]/s.stretch[2*i], EG: w.EG + x[2*i+1]/s.stretch[2*i+1]}
	}
}

// objective returns the quantity to minimise, and keeps its gradient.
func (s *search) objective(x []float64) float64 {
	s.at(x)
	sum := s.fitted.gradient(s.weights, s.slopes)
	for i, slope := range s.slopes {
		s.gradient[2*i], s.gradient[2*i+1] = slope.MG/s.stretch[2*i], slope.EG/s.stretch[2*i+1]
	}
	for i, v := range x {
		step := v / s.stretch[i]
		sum += s.pull / 2 * step * step
		s.gradient[i] += s.pull * step / s.stretch[i]
	}
	s.point = append(s.point[:0], x...)
	return sum
}

// run moves the weights until they no longer improve.
func (s *search) run(ctx context.Context) error {
	problem := optimize.Problem{
		Func: s.objective,
		Grad: func(gradient, x []float64) {
			if !slices.Equal(x, s.point) {
				s.objective(x)
			}
			copy(gradient, s.gradient)
		},
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	settings := &optimize.Settings{Converger: s, MajorIterations: s.epochs + 1}
	_, err := optimize.Minimize(problem, make([]float64, 2*len(s.start)), settings, &optimize.LBFGS{})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, optimize.ErrLinesearcherFailure), errors.Is(err, optimize.ErrNonDescentDirection), errors.Is(err, optimize.ErrNoProgress):
		return nil // the remaining gain is below the rounding of floats
	}
	return err
}

// Init and Converged make a search its own optimize.Converger.
func (s *search) Init(int) {}

// Converged processes the weights after an epoch and decides whether to
// continue.
func (s *search) Converged(at *optimize.Location) optimize.Status {
	s.epoch++
	s.at(at.X)
	fitted := at.F
	tried := fitted
	if len(s.held.samples) > 0 {
		tried = s.held.loss(s.weights)
	}
	if s.progress != nil {
		s.progress(s.epoch, fitted, tried)
	}
	if s.since++; tried < s.least-improvement {
		s.since = 0
	}
	if tried < s.least {
		s.least = tried
		copy(s.best, s.weights)
	}
	if s.since >= patience {
		return optimize.FunctionConvergence
	}
	return optimize.NotTerminated
}
