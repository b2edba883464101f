package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Model is the unit in which an SPRT measures strength.
type Model string

// The models.
const (
	Normalised Model = "normalized" // multiples of a game's standard deviation
	Logistic   Model = "logistic"   // Elo
)

// An SPRT is a sequential probability ratio test of whether an engine is
// stronger than another by Elo1 (H1) or only by Elo0 (H0).
type SPRT struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
	// Alpha and Beta are the probabilities of wrongly accepting H1 and H0.
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	Model Model   `json:"model"`
}

// ParseSPRT parses words NAME=VALUE: elo0 and elo1, which are required, alpha
// and beta (default 0.05), model (default normalized).
func ParseSPRT(text string) (SPRT, error) {
	s := SPRT{Elo0: math.NaN(), Elo1: math.NaN(), Alpha: 0.05, Beta: 0.05, Model: Normalised}
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		if name == "model" {
			s.Model = Model(strings.ToLower(value))
			continue
		}
		target := map[string]*float64{"elo0": &s.Elo0, "elo1": &s.Elo1, "alpha": &s.Alpha, "beta": &s.Beta}[name]
		if target == nil {
			return SPRT{}, fmt.Errorf("unknown %.40q (known: elo0, elo1, alpha, beta, model)", word)
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(n) {
			return SPRT{}, fmt.Errorf("%s: %.40q is not a number", name, value)
		}
		*target = n
	}
	return s, s.check()
}

func (s SPRT) check() error {
	switch {
	case math.IsNaN(s.Elo0) || math.IsNaN(s.Elo1):
		return errors.New("elo0 and elo1 are needed")
	case !(s.Elo0 < s.Elo1) || math.Abs(s.Elo0) > 2000 || math.Abs(s.Elo1) > 2000:
		return fmt.Errorf("elo0 %v is not below elo1 %v, both within ±2000", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Beta > 0 && s.Alpha+s.Beta < 1):
		return fmt.Errorf("alpha %v and beta %v are not above 0 and together below 1", s.Alpha, s.Beta)
	case s.Model != Normalised && s.Model != Logistic:
		return fmt.Errorf("model %.40q is neither normalized nor logistic", s.Model)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test ends: the lower
// accepts H0, the upper H1.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decision returns "H0" or "H1" if a log-likelihood ratio has reached a bound,
// otherwise "".
func (s SPRT) Decision(llr float64) string {
	lower, upper := s.Bounds()
	switch {
	case llr >= upper:
		return "H1"
	case llr <= lower:
		return "H0"
	}
	return ""
}

// unseen is the count assumed for a result that has not occurred, so that no
// likelihood is 0.
const unseen = 1e-3

// LLR returns the log-likelihood ratio of H1 against H0, each represented by
// its most likely distribution of pairs. It is 0 without pairs.
func (s SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	counts := make([]float64, len(p))
	for i, n := range p {
		counts[i] = max(float64(n), unseen)
	}
	d := newDistribution(counts)
	likeliest := func(elo float64) []float64 { return d.withMean(scoreOf(elo)) }
	if s.Model == Normalised {
		// That of a pair, whose standard deviation is smaller by √2.
		likeliest = func(elo float64) []float64 { return d.withStrength(math.Sqrt2 * elo / nElo) }
	}
	p0, p1 := likeliest(s.Elo0), likeliest(s.Elo1)
	sum := 0.0
	for i, q := range d.probs {
		sum += q * math.Log(p1[i]/p0[i])
	}
	return d.count * sum
}

// withMean returns the most likely distribution with a given expected score.
func (d distribution) withMean(score float64) []float64 {
	off := make([]float64, len(d.scores))
	for i, a := range d.scores {
		off[i] = a - score
	}
	return d.withoutMean(off)
}

// withoutMean returns the most likely distribution for which the expectation of
// off is 0. By Lagrange it is p/(1+θ·off) for the θ that satisfies the
// condition; the expectation decreases in θ between the poles, so bisection
// finds it.
func (d distribution) withoutMean(off []float64) []float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, x := range off {
		least, most = min(least, x), max(most, x)
	}
	low, high := -1/most, -1/least
	var theta float64
	for range 200 {
		theta = (low + high) / 2
		sum := 0.0
		for i, x := range off {
			sum += d.probs[i] * x / (1 + theta*x)
		}
		if theta == low || theta == high || sum == 0 {
			break
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
	}
	probs := make([]float64, len(off))
	for i, x := range off {
		probs[i] = d.probs[i] / (1 + theta*x)
	}
	return probs
}

// withStrength returns the most likely distribution whose expected score is t
// standard deviations above ½. The condition μ − ½ = t·σ is linear except for
// σ; around a guess it is E[a − ½ − tσ(1 + ((a−μ)/σ)²)/2] = 0, and the most
// likely distribution under that is the next guess, starting from the uniform
// one. The stopping criterion is that of fastchess: the remaining error affects
// the ratio only to second order.
func (d distribution) withStrength(t float64) []float64 {
	last := len(d.scores) - 1
	guess := distribution{scores: d.scores, probs: make([]float64, last+1)}
	for i := range guess.probs {
		guess.probs[i] = 1 / float64(last+1)
	}
	off := d.offStrength(guess, t)
	if slices.Max(off) <= 0 || slices.Min(off) >= 0 {
		// This far from the uniform distribution nothing satisfies the
		// condition: use a distribution of the extreme scores that itself has
		// that strength.
		clear(guess.probs)
		guess.probs[last] = 0.5 + t/2/math.Sqrt(1+t*t)
		guess.probs[0] = 1 - guess.probs[last]
	}
	for range 10 {
		off = d.offStrength(guess, t)
		if slices.Max(off) <= 0 || slices.Min(off) >= 0 {
			break // no better guess is possible
		}
		next := d.withoutMean(off)
		change := 0.0
		for i, p := range next {
			change = max(change, math.Abs(p-guess.probs[i]))
		}
		guess.probs = next
		if change < 1e-4 {
			break
		}
	}
	return guess.probs
}

// offStrength returns how far each score is from the condition of withStrength,
// around a guess.
func (d distribution) offStrength(guess distribution, t float64) []float64 {
	mu, variance := guess.mean()
	sigma := math.Sqrt(variance)
	off := make([]float64, len(d.scores))
	for i, a := range d.scores {
		z := (a - mu) / sigma
		off[i] = a - 0.5 - t*sigma*(1+z*z)/2
	}
	return off
}
