package tune

import (
	"math"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/parallel"
)

// parts is the number of parts of a pass over the data. Their results are added
// up in order, so that a sum does not depend on the number of goroutines.
// Goroutines beyond that number have nothing to do.
const parts = 16

// sigmoid returns the expected result of a value x = k·v, from 0 to 1.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy returns the cross entropy of sigmoid(x) and a target. Unlike the
// square of their difference, it is convex in x; so the fit has one optimum, and
// badly misjudged positions get their full weight.
func crossEntropy(x, target float64) float64 {
	return math.Log1p(math.Exp(-math.Abs(x))) + max(x, 0) - target*x
}

// A task is a set of samples with their targets, and the scale of predictions.
type task struct {
	data    *Data
	samples []int     // indices
	targets []float64 // for each of samples
	k       float64   // per centipawn
	workers int
}

// value returns the value of a sample for White, in centipawns.
func (d *Data) value(i int, weights []game.Weight) float64 {
	s := &d.samples[i]
	var mg, eg float64
	for _, f := range d.of(i) {
		w := &weights[f.Index]
		mg += float64(f.Count) * w.MG
		eg += float64(f.Count) * w.EG
	}
	return float64(s.mg)*mg + float64(s.eg)*eg
}

// loss returns the mean cross entropy.
func (t *task) loss(weights []game.Weight) float64 {
	return t.sum(func(i int, target float64, _ []game.Weight) float64 {
		return crossEntropy(t.k*t.data.value(i, weights), target)
	}, nil)
}

// gradient returns the mean cross entropy, and stores its derivatives by the
// weights.
func (t *task) gradient(weights, gradient []game.Weight) float64 {
	return t.sum(func(i int, target float64, sums []game.Weight) float64 {
		x := t.k * t.data.value(i, weights)
		t.data.spread(i, t.k*(sigmoid(x)-target), sums)
		return crossEntropy(x, target)
	}, gradient)
}

// spread adds factor times the derivatives of a sample's value to the sums of
// its weights.
func (d *Data) spread(i int, factor float64, sums []game.Weight) {
	s := &d.samples[i]
	mg, eg := factor*float64(s.mg), factor*float64(s.eg)
	for _, f := range d.of(i) {
		w := &sums[f.Index]
		w.MG += float64(f.Count) * mg
		w.EG += float64(f.Count) * eg
	}
}

// curvature stores the second derivatives of the mean cross entropy by each
// weight.
func (t *task) curvature(weights, curvature []game.Weight) {
	t.sum(func(i int, _ float64, sums []game.Weight) float64 {
		s := &t.data.samples[i]
		p := sigmoid(t.k * t.data.value(i, weights))
		slope := t.k * t.k * p * (1 - p)
		mg, eg := slope*float64(s.mg)*float64(s.mg), slope*float64(s.eg)*float64(s.eg)
		for _, f := range t.data.of(i) {
			n := float64(f.Count) * float64(f.Count)
			sums[f.Index].MG += n * mg
			sums[f.Index].EG += n * eg
		}
		return 0
	}, curvature)
}

// sum returns the mean of each over the samples. each may add to sums; their
// means are stored in means.
func (t *task) sum(each func(i int, target float64, sums []game.Weight) float64, means []game.Weight) float64 {
	var totals [parts]float64
	var sums [parts][]game.Weight
	n := len(t.samples)
	parallel.Each(parts, t.workers, func(part int) {
		own := make([]game.Weight, len(means))
		total := 0.0
		for j := part * n / parts; j < (part+1)*n/parts; j++ {
			total += each(t.samples[j], t.targets[j], own)
		}
		totals[part], sums[part] = total, own
	})
	clear(means)
	total := 0.0
	for part := range parts {
		total += totals[part]
		for i, w := range sums[part] {
			means[i].MG += w.MG / float64(n)
			means[i].EG += w.EG / float64(n)
		}
	}
	return total / float64(n)
}
