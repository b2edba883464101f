package study

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/internal/stats"
	"github.com/heterodox-chess/heterodox/rules"
)

// distinct returns the games without those that repeat another of their stage move for
// move.
func distinct(games []Game) []*Game {
	type key struct {
		stage        stage
		start, moves string
	}
	seen := map[key]bool{}
	var list []*Game
	for i := range games {
		g := &games[i]
		if k := (key{g.Stage, g.Start, g.Moves}); !seen[k] {
			seen[k] = true
			list = append(list, g)
		}
	}
	return list
}

// effortOf summarises the games of one effort; repeated is the number of repeats left out.
func effortOf(nodes uint64, games []*Game, repeated int) Effort {
	e := Effort{Nodes: nodes, Games: len(games), Repeated: repeated}
	var points []float64
	for _, g := range games {
		points = append(points, g.points())
		e.add(g)
		if g.Result == rules.Ongoing {
			e.CutOff++
		}
	}
	e.Score = scoreOf(points)
	e.Decisive = shareOf(e.White+e.Black, e.Games)
	e.Drawn = shareOf(e.Draws, e.Games)
	e.Unending = shareOf(e.CutOff, e.Games)
	e.Advantage = Interval{e.Score.Value - 0.5, e.Score.Low - 0.5, e.Score.High - 0.5}
	if e.Score.Value < 0.5 {
		e.Advantage = Interval{0.5 - e.Score.Value, 0.5 - e.Score.High, 0.5 - e.Score.Low}
	}
	return e
}

// trendOf returns how White's score changes with the effort; nil if fewer than two efforts
// have enough games. It fits a line through the scores, weighted by their precision.
func trendOf(efforts []Effort) *Trend {
	var sw, sx, sy, sxx, sxy, mean float64
	n := 0
	for i, e := range efforts {
		if e.Games < 8 {
			continue
		}
		n++
		sd := max(e.Score.Error()/z, 1e-3)
		w, x := 1/(sd*sd), float64(i)
		sw, sx, sy, sxx, sxy = sw+w, sx+w*x, sy+w*e.Score.Value, sxx+w*x*x, sxy+w*x*e.Score.Value
	}
	if n < 2 {
		return nil
	}
	det := sw*sxx - sx*sx
	slope, half := (sw*sxy-sx*sy)/det, z*math.Sqrt(sw/det)
	mean = sy/sw - 0.5
	t := &Trend{PerStep: Interval{slope, slope - half, slope + half}, Words: "no clear change with skill"}
	switch {
	case t.PerStep.Has(0):
	case slope*mean > 0:
		t.Words = "the advantage grows with skill"
	default:
		t.Words = "the advantage shrinks with skill"
	}
	return t
}

// endsOf counts how games end, the most frequent first.
func endsOf(games []*Game) []End {
	byReason := map[string]*End{}
	for _, g := range games {
		reason := g.Reason.String()
		if g.Result == rules.Ongoing {
			reason = "cut off"
		}
		e := byReason[reason]
		if e == nil {
			e = &End{Reason: reason}
			byReason[reason] = e
		}
		e.Games++
		e.add(g)
	}
	var list []End
	for _, e := range byReason {
		e.Share = shareOf(e.Games, len(games))
		list = append(list, *e)
	}
	slices.SortFunc(list, func(a, b End) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

// leastOpening is the minimum number of games for reporting a first turn; leastSpread is
// the minimum standard deviation assumed between first turns, because few games cannot show
// that there is none.
const (
	leastOpening = 4
	leastSpread  = 0.03
)

// openingsOf returns White's score after each first turn, the best first. A score is shrunk
// towards the mean by the share of the variance between turns that is due to chance.
func openingsOf(replays []*replay) []Opening {
	points := map[string][]float64{}
	mean, n := 0.0, 0.0
	for _, v := range replays {
		points[v.turn] = append(points[v.turn], v.game.points())
		mean += v.game.points()
		n++
	}
	if n < 2*leastOpening {
		return nil
	}
	mean /= n
	within := 0.01
	for _, v := range replays {
		within += (v.game.points() - mean) * (v.game.points() - mean)
	}
	within /= n
	// The variance of the means is that between turns plus that due to chance.
	between, groups := 0.0, 0.0
	turns := slices.Sorted(maps.Keys(points)) // because floating-point sums depend on the order
	for _, turn := range turns {
		if p := points[turn]; len(p) >= leastOpening {
			d := average(p) - mean
			between += d*d - within/float64(len(p))
			groups++
		}
	}
	between = max(between/max(groups, 1), leastSpread*leastSpread)
	var list []Opening
	for _, turn := range turns {
		p := points[turn]
		if len(p) < leastOpening {
			continue
		}
		chance := within / float64(len(p))
		keep := between / (between + chance)
		score := mean + keep*(average(p)-mean)
		half := z * math.Sqrt(keep*chance+(1-keep)*(1-keep)*within/n)
		list = append(list, Opening{Turn: turn, Games: len(p), Raw: average(p),
			Score: Interval{score, max(score-half, 0), min(score+half, 1)}})
	}
	slices.SortFunc(list, func(a, b Opening) int {
		return cmp.Or(cmp.Compare(b.Score.Value, a.Score.Value), cmp.Compare(a.Turn, b.Turn))
	})
	return list
}

func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / max(float64(len(values)), 1)
}

// eloOf returns the Elo difference that pairs of games show, for the player who was White
// in each pair's first game. ok is false if there are too few.
func eloOf(games []Game) (elo Interval, pairs int, ok bool) {
	var p stats.Pairs
	var scores []float64
	for i := 0; i+1 < len(games); i += 2 {
		points := games[i].points() + 1 - games[i+1].points()
		p[int(2*points+0.5)]++
		scores = append(scores, points/2)
	}
	if pairs = p.Count(); pairs < 4 {
		return Interval{}, pairs, false
	}
	if e := p.Elo(); !math.IsNaN(e.Error) && !math.IsInf(e.Value, 0) && !math.IsInf(e.Error, 0) {
		return Interval{e.Value, e.Value - e.Error, e.Value + e.Error}, pairs, true
	}
	// The pairs are alike, or nearly all of them are won: one more, drawn pair makes the
	// difference finite.
	s := scoreOf(append(scores, 0.5))
	at := func(score float64) float64 { return 400 * math.Log10(score/(1-score)) }
	return Interval{at(s.Value), at(s.Low), at(s.High)}, pairs, true
}
