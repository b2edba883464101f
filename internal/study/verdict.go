package study

import (
	"fmt"
	"math"

	"github.com/heterodox-chess/heterodox/internal/english"
)

// The thresholds of the verdicts. A verdict is only given if the whole 95 % interval of its
// number is beyond the threshold, so that another run with as many games gives the same
// verdict.
const (
	fairWithin    = 0.05 // White's score is fair within this distance of ½, unfair beyond
	drawishAbove  = 0.6  // share of draws
	drawnAbove    = 0.8
	endlessAbove  = 0.2 // share of games that were cut off
	deadBelow     = 0.1 // share of games in which a piece is moved, or a rule is of any use
	lateTurn      = 30  // full turn before which a piece is not moved in nine games out of ten
	paysAbove     = 20  // Elo for twice the effort
	oneSided      = 0.2 // distance of a first turn's score from ½
	shortBelow    = 20  // median of single moves
	longAbove     = 250
	leastForFair  = 24 // games for any verdict on results
	leastForParts = 20 // games for any verdict on a piece or a rule
)

// The kinds of verdicts.
const (
	kindForced   = "forced"
	kindUnfair   = "unfair"
	kindFair     = "fair"
	kindUnknown  = "undecided"
	kindDrawn    = "drawn"
	kindDrawish  = "drawish"
	kindEndless  = "endless"
	kindShallow  = "shallow"
	kindDeep     = "deep"
	kindPiece    = "dead piece"
	kindLate     = "late piece"
	kindRule     = "dead rule"
	kindOneSided = "one-sided opening"
	kindShort    = "short"
	kindLong     = "long"
)

// conclude derives the verdicts from the numbers.
func (r *Report) conclude() {
	r.Verdicts = nil
	r.concludeForced()
	r.concludeResults()
	r.concludeDepth()
	r.concludeOpenings()
	r.concludeParts()
	if n := r.Length.Median; r.Length.Count >= leastForFair {
		if n < shortBelow {
			r.say(kindShort, true, fmt.Sprintf("the median below %d single moves", shortBelow), "Games are short: half of them end within %.0f single moves.", n)
		} else if n > longAbove {
			r.say(kindLong, true, fmt.Sprintf("the median above %d single moves", longAbove), "Games are long: half of them last more than %.0f single moves.", n)
		}
	}
}

// say adds a verdict.
func (r *Report) say(kind string, fault bool, threshold, format string, args ...any) {
	r.Verdicts = append(r.Verdicts, Verdict{Kind: kind, Fault: fault, Threshold: threshold, Text: fmt.Sprintf(format, args...)})
}

func (r *Report) concludeForced() {
	if p := r.Proof; p != nil && p.Winner != "" {
		r.say(kindForced, true, "the prover found a win from the start", "%s wins by force in %s, whatever the other side does: the game is solved.",
			title(p.Winner), english.Count(p.In, "move"))
	}
}

func title(side string) string {
	if side == "black" {
		return "Black"
	}
	return "White"
}

// Percent writes a share with its error, "61 ± 2 %", or its interval if it is 0 or 1.
func (i Interval) Percent() string {
	if i.Value <= 0 || i.Value >= 1 {
		return fmt.Sprintf("%.0f–%.0f %%", 100*i.Low, 100*i.High)
	}
	return fmt.Sprintf("%.0f ± %.0f %%", 100*i.Value, math.Max(100*i.Error(), 1))
}

// concludeResults judges fairness and draws by the games of all efforts.
func (r *Report) concludeResults() {
	o := r.Overall
	if o.Games < leastForFair {
		r.say(kindUnknown, false, fmt.Sprintf("%d different games", leastForFair), "It takes more than %s to say which side is better off.", english.Count(o.Games, "different game"))
		return
	}
	threshold := fmt.Sprintf("the interval of White's score beyond %.0f or %.0f %%", 50-100*fairWithin, 50+100*fairWithin)
	trend := ""
	if r.Trend != nil && !r.Trend.PerStep.Has(0) {
		trend = "; " + r.Trend.Words
	}
	switch s := o.Score; {
	case s.Low > 0.5+fairWithin:
		r.say(kindUnfair, true, threshold, "White scores %s%s: %s", s.Percent(), trend, r.advice("Black"))
	case s.High < 0.5-fairWithin:
		r.say(kindUnfair, true, threshold, "White scores only %s%s: %s", s.Percent(), trend, r.advice("White"))
	case s.Low >= 0.5-fairWithin && s.High <= 0.5+fairWithin:
		r.say(kindFair, false, fmt.Sprintf("the interval of White's score within %.0f to %.0f %%", 50-100*fairWithin, 50+100*fairWithin),
			"White scores %s: the sides have about equal chances%s.", s.Percent(), trend)
	default:
		r.say(kindUnknown, false, threshold, "White scores %s: more games are needed to say whether that is fair%s.", s.Percent(), trend)
	}
	switch {
	case o.Drawn.Low > drawnAbove:
		r.say(kindDrawn, true, fmt.Sprintf("the interval of draws above %.0f %%", 100*drawnAbove), "Nearly every game is drawn: %s.", o.Drawn.Percent())
	case o.Drawn.Low > drawishAbove:
		r.say(kindDrawish, true, fmt.Sprintf("the interval of draws above %.0f %%", 100*drawishAbove), "Most games are drawn: %s.", o.Drawn.Percent())
	}
	if o.Unending.Low > endlessAbove {
		r.say(kindEndless, true, fmt.Sprintf("the interval of games cut off after %d single moves above %.0f %%", maxMoves, 100*endlessAbove),
			"Many games do not end: %s were cut off after %d single moves.", o.Unending.Percent(), maxMoves)
	}
}

// advice suggests what may help the weaker side.
func (r *Report) advice(weak string) string {
	if r.UnitWorth > 0.005 && len(r.Pieces) > 0 {
		unit := "pawn"
		for _, p := range r.Pieces {
			if p.Unit != "" {
				unit = p.Unit
			}
		}
		n := math.Abs(logit(r.Overall.Score.Value)) / math.Max(logit(0.5+r.UnitWorth), 1e-6)
		return fmt.Sprintf("give %s something worth %.1f times a %s, or change who moves first (--remedies tests small changes).", weak, n, unit)
	}
	return fmt.Sprintf("give %s more material, or change who moves first (--remedies tests small changes).", weak)
}

func logit(p float64) float64 {
	p = min(max(p, 0.005), 0.995)
	return math.Log(p / (1 - p))
}

// concludeDepth says how much thinking helps.
func (r *Report) concludeDepth() {
	if len(r.Depth) == 0 {
		return
	}
	first, last := r.Depth[0], r.Depth[len(r.Depth)-1]
	threshold := fmt.Sprintf("the interval of Elo for twice the nodes beyond %d", paysAbove)
	switch {
	case first.Elo.High < paysAbove:
		r.say(kindShallow, true, threshold, "Thinking hardly helps: doubling %d nodes brings %.0f ± %.0f Elo.", first.Nodes, first.Elo.Value, first.Elo.Error())
	case last.Elo.Low > paysAbove:
		r.say(kindDeep, false, threshold, "Thinking pays at every step tried: the last doubling, from %d nodes, still brings %.0f ± %.0f Elo.",
			last.Nodes, last.Elo.Value, last.Elo.Error())
	}
}

// concludeOpenings names first turns after which the game is one-sided.
func (r *Report) concludeOpenings() {
	if len(r.Verdicts) > 0 && r.Verdicts[0].Kind == kindForced {
		return
	}
	threshold := fmt.Sprintf("the interval of the score after a first turn more than %.0f points from 50, and beyond that of all games", 100*oneSided)
	if n := len(r.Openings); n > 1 {
		if best := r.Openings[0]; best.Score.Low > max(0.5+oneSided, r.Overall.Score.High) {
			r.say(kindOneSided, true, threshold, "After %s White scores %s.", best.Turn, best.Score.Percent())
		}
		if worst := r.Openings[n-1]; worst.Score.High < min(0.5-oneSided, r.Overall.Score.Low) {
			r.say(kindOneSided, true, threshold, "After %s White scores only %s.", worst.Turn, worst.Score.Percent())
		}
	}
}

// concludeParts names pieces and rules that are hardly ever useful.
func (r *Report) concludeParts() {
	for _, p := range r.Pieces {
		if !p.AtHand || p.Games < leastForParts {
			continue
		}
		switch {
		case p.Moved.High < deadBelow:
			r.say(kindPiece, true, fmt.Sprintf("moved in fewer than %.0f %% of the games, with its interval", 100*deadBelow),
				"The %s (%s) is hardly ever moved: in %.0f %% of the games, at most %.0f %%.", p.Name, p.Letter, 100*p.Moved.Value, 100*p.Moved.High)
		case p.First.Count >= leastForParts && p.First.Low >= lateTurn:
			r.say(kindLate, true, fmt.Sprintf("not moved before turn %d in nine games out of ten", lateTurn),
				"The %s (%s) is not moved before move %.0f in nine games out of ten.", p.Name, p.Letter, p.First.Low)
		}
	}
	for _, u := range r.Rules {
		if u.Usual || u.Games < leastForParts || u.Used.High >= deadBelow {
			continue
		}
		threshold := fmt.Sprintf("used in fewer than %.0f %% of the games, with its interval", 100*deadBelow)
		if u.Touched.High < deadBelow {
			r.say(kindRule, true, threshold, "The rule “%s” hardly ever matters: it allowed or forbade a move in %.0f %% of the games, at most %.0f %%.",
				u.Name, 100*u.Touched.Value, 100*u.Touched.High)
		} else {
			r.say(kindRule, true, threshold, "The rule “%s” is hardly ever used: in %.0f %% of the games, at most %.0f %%.",
				u.Name, 100*u.Used.Value, 100*u.Used.High)
		}
	}
}
