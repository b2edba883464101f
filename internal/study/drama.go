package study

import (
	"math"

	"github.com/heterodox-chess/heterodox/rules"
)

// decidedAt is the winner's chances above which a game counts as decided; ahead are the
// chances above which a side leads.
const (
	decidedAt = 0.8
	ahead     = 0.55
)

// leastWon is the minimum number of won games for reporting drama.
const leastWon = 20

// A curve maps scores to White's expected score.
type curve struct{ a, b float64 }

func (c curve) at(score int16) float64 { return sigmoid(c.a + c.b*float64(score)/100) }

// fitCurve fits the curve to the scores and the points of games; each game has the same
// weight.
func fitCurve(games []*Game) curve {
	var x [][]float64
	var y, w []float64
	for _, g := range games {
		for _, s := range g.Scores {
			x = append(x, []float64{1, float64(s) / 100})
			y = append(y, g.points())
			w = append(w, 1/float64(len(g.Scores)))
		}
	}
	c := logistic(make([]float64, 2), x, y, w, 0.01)
	return curve{c[0], c[1]}
}

// dramaOf describes how the winning chances changed; nil if too few games were won, or
// if the curve does not rise.
func dramaOf(games []*Game, seed uint64) *Drama {
	var won []*Game
	for _, g := range games {
		if (g.Result == rules.WhiteWins || g.Result == rules.BlackWins) && len(g.Scores) > 1 {
			won = append(won, g)
		}
	}
	if len(won) < leastWon {
		return nil
	}
	c := fitCurve(games)
	if !(c.b > 0) || math.IsInf(c.b, 0) {
		return nil
	}
	d := &Drama{Games: len(won), A: c.a, B: c.b, DecidedAt: decidedAt}
	var behind, changes, decided []float64
	for _, g := range won {
		low, n, at := dramaIn(g, c)
		behind, changes, decided = append(behind, low), append(changes, float64(n)), append(decided, at)
	}
	d.Behind, d.LeadChanges, d.Decided = meanOf(behind, seed), meanOf(changes, seed), meanOf(decided, seed)
	typical, best := 0, math.Inf(1)
	for i := range won {
		far := math.Abs(behind[i]-d.Behind.Value) + math.Abs(changes[i]-d.LeadChanges.Value)/4 + math.Abs(decided[i]-d.Decided.Value)
		if far < best {
			typical, best = i, far
		}
	}
	for _, s := range won[typical].Scores {
		d.Curve = append(d.Curve, math.Round(c.at(s)*1000)/1000)
	}
	return d
}

// dramaIn returns the worst chances of the winner of a game, how often the lead changed,
// and the share of the game after which the winner's chances stayed above decidedAt.
func dramaIn(g *Game, c curve) (behind float64, changes int, decided float64) {
	behind = 1
	last, lead := 0, 0
	for i, s := range g.Scores {
		p := c.at(s)
		now := lead
		if p > ahead {
			now = 1
		} else if p < 1-ahead {
			now = -1
		}
		if lead != 0 && now != lead {
			changes++
		}
		lead = now
		if g.Result == rules.BlackWins {
			p = 1 - p
		}
		behind = min(behind, p)
		if p < decidedAt {
			last = i + 1
		}
	}
	return behind, changes, float64(last) / float64(len(g.Scores))
}
