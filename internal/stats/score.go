// Package stats implements the statistics of matches: Elo, its error,
// likelihood of superiority, and the sequential probability ratio test, from
// the results of games that are played in pairs: the same opening with either
// colour.
//
// The formulas are those of M. Van den Bergh, "Comments on normalized Elo"
// (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
package stats

import "math"

// Pairs counts pairs of games by the points that an engine scored in them: 0,
// ½, 1, 1½, 2.
type Pairs [5]int

// Games counts single games.
type Games struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Count returns the number of games.
func (g Games) Count() int { return g.Wins + g.Draws + g.Losses }

// Points returns the points scored.
func (g Games) Points() float64 { return float64(g.Wins) + float64(g.Draws)/2 }

// Count returns the number of pairs.
func (p Pairs) Count() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// An Estimate is a value with the half-width of its 95 % confidence interval.
// Either is NaN if the games do not determine it.
type Estimate struct{ Value, Error float64 }

// confidence is the quantile of the normal distribution for 95 %.
const confidence = 1.959963984540054

// nElo is the number of points of normalised Elo per standard deviation of a
// game.
const nElo = 800 / math.Ln10

// A distribution is a distribution of scores from 0 to 1.
type distribution struct {
	scores, probs []float64
	count         float64 // of observations
}

// distribution returns the relative frequencies of the pairs' scores.
func (p Pairs) distribution() distribution {
	var counts [5]float64
	for i, n := range p {
		counts[i] = float64(n)
	}
	return newDistribution(counts[:])
}

// distribution returns the relative frequencies of the games' scores.
func (g Games) distribution() distribution {
	return newDistribution([]float64{float64(g.Losses), float64(g.Draws), float64(g.Wins)})
}

// newDistribution returns the distribution of evenly spaced scores.
func newDistribution(counts []float64) distribution {
	d := distribution{scores: make([]float64, len(counts)), probs: make([]float64, len(counts))}
	for _, n := range counts {
		d.count += n
	}
	for i, n := range counts {
		d.scores[i] = float64(i) / float64(len(counts)-1)
		d.probs[i] = n / d.count
	}
	return d
}

// mean returns the expected score and its variance.
func (d distribution) mean() (mu, variance float64) {
	for i, p := range d.probs {
		mu += p * d.scores[i]
	}
	for i, p := range d.probs {
		variance += p * (d.scores[i] - mu) * (d.scores[i] - mu)
	}
	return mu, variance
}

// Elo returns the Elo difference estimated from the pairs.
func (p Pairs) Elo() Estimate { return p.distribution().elo() }

// Elo returns the Elo difference estimated from the games, assuming that they
// are independent of each other.
func (g Games) Elo() Estimate { return g.distribution().elo() }

func (d distribution) elo() Estimate {
	mu, variance := d.mean()
	margin := confidence * math.Sqrt(variance/d.count)
	if variance == 0 { // all results are the same
		margin = math.NaN()
	}
	return Estimate{eloOf(mu), (eloOf(mu+margin) - eloOf(mu-margin)) / 2}
}

// eloOf returns the Elo difference with the given expected score: ±Inf at 0 and
// 1, NaN beyond.
func eloOf(score float64) float64 { return -400 * math.Log10(1/score-1) }

// scoreOf is the inverse of eloOf.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// NormalisedElo returns the difference in units of the standard deviation of a
// game's score, scaled so that it equals Elo if there are no draws.
func (p Pairs) NormalisedElo() Estimate {
	mu, variance := p.distribution().mean()
	// A pair's score is the mean of two games: its variance is half of theirs.
	return Estimate{
		nElo * (mu - 0.5) / math.Sqrt(2*variance),
		nElo * confidence / math.Sqrt(2*float64(p.Count())),
	}
}

// Superiority returns the likelihood that the engine is the stronger one.
func (p Pairs) Superiority() float64 { return p.distribution().superiority() }

// Superiority is like that of Pairs, for games that are independent of each
// other.
func (g Games) Superiority() float64 { return g.distribution().superiority() }

func (d distribution) superiority() float64 {
	mu, variance := d.mean()
	z := (mu - 0.5) / math.Sqrt(variance/d.count)
	return math.Erfc(-z/math.Sqrt2) / 2
}
