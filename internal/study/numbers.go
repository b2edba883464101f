package study

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// z is the quantile of the normal distribution for 95 % intervals.
const z = 1.959963984540054

// An Interval is a value with the ends of its 95 % confidence interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Error returns half the width of the interval.
func (i Interval) Error() float64 { return (i.High - i.Low) / 2 }

// Has reports whether a value lies within the interval.
func (i Interval) Has(v float64) bool { return i.Low <= v && v <= i.High }

// wilson returns a share with its Wilson interval; n need not be an integer.
func wilson(share, n float64) Interval {
	if n <= 0 {
		return Interval{0.5, 0, 1}
	}
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return Interval{share, max(middle-half, 0), min(middle+half, 1)}
}

// shareOf returns the share of k among n.
func shareOf(k, n int) Interval {
	if n == 0 {
		return wilson(0, 0)
	}
	return wilson(float64(k)/float64(n), float64(n))
}

// scoreOf returns the mean of points, each from 0 to 1, with a Wilson interval that is
// narrowed by as much as draws reduce the variance. The variance estimate includes an
// extra win and loss, so that a few identical results do not look certain.
func scoreOf(points []float64) Interval {
	n := float64(len(points))
	if n == 0 {
		return wilson(0, 0)
	}
	mean := average(points)
	squares := mean*mean + (1-mean)*(1-mean)
	for _, p := range points {
		squares += (p - mean) * (p - mean)
	}
	variance := squares / (n + 2)
	// This is the number of games without draws that would be as certain.
	shrunk := (mean*n + 1) / (n + 2)
	return wilson(mean, n*max(shrunk*(1-shrunk)/variance, 1))
}

// The number of bootstrap samples for an interval; valueSamples for piece values, where
// each sample requires a fit.
const (
	bootstraps   = 400
	valueSamples = 100
)

// bootstrap returns a statistic of n items with its bootstrap interval, from samples
// drawn with replacement.
func bootstrap(n int, seed uint64, statistic func(sample []int) float64) Interval {
	var values []float64
	bootstrapEach(n, seed, bootstraps, func(sample []int) { values = append(values, statistic(sample)) })
	value := values[0]
	slices.Sort(values)
	return Interval{value, quantile(values, 0.025), quantile(values, 0.975)}
}

// bootstrapEach passes all n items to use, by their indices, and then as many samples as
// requested, drawn from them with replacement.
func bootstrapEach(n int, seed uint64, samples int, use func(sample []int)) {
	sample := make([]int, n)
	for i := range sample {
		sample[i] = i
	}
	use(sample)
	random := rand.New(rand.NewPCG(seed, 0x626f6f74))
	for range samples {
		for j := range sample {
			sample[j] = random.IntN(n)
		}
		use(sample)
	}
}

// meanOf returns the mean of values with its bootstrap interval.
func meanOf(values []float64, seed uint64) Interval {
	return bootstrap(len(values), seed, func(sample []int) float64 {
		sum := 0.0
		for _, i := range sample {
			sum += values[i]
		}
		return sum / max(float64(len(sample)), 1)
	})
}

// quantile returns a quantile of sorted values, 0 if there are none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// A Spread describes a distribution by its median and the range of the middle four
// fifths.
type Spread struct {
	Low    float64 `json:"p10"`
	Median float64 `json:"median"`
	High   float64 `json:"p90"`
	Count  int     `json:"count"`
}

func spreadOf(values []float64) Spread {
	values = slices.Clone(values)
	slices.Sort(values)
	return Spread{quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9), len(values)}
}

// Spearman returns the rank correlation of two lists, NaN if either does not vary. Equal
// values share their ranks.
func Spearman(a, b []float64) float64 { return pearson(ranks(a), ranks(b)) }

func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	rank := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			rank[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return rank
}

func pearson(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb, ab, aa, bb float64
	for i := range a {
		ma += a[i] / n
		mb += b[i] / n
	}
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}

// sigmoid maps a number to a probability.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
