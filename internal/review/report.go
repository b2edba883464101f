package review

import (
	"math"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Title identifies a game.
type Title struct {
	White, Black, Event, Date string
	Ended                     string // why, in words
}

// A Report is a review as data.
type Report struct {
	Variant      string
	White, Black string
	Result       string
	Scale        float64 // of the curve, per centipawn
	Accuracy     [2]*float64
	Inaccuracies [2]int
	Mistakes     [2]int
	Blunders     [2]int
	MissedWins   [2]int
	Turning      string `json:",omitempty"` // the turn that decided
	Turns        []TurnReport
}

// A TurnReport is a turn that was judged.
type TurnReport struct {
	Number        int
	Side          string
	Moves         string // in SAN
	Before, After string // values as in PGN
	Chance        float64
	Accuracy      float64
	Class         string `json:",omitempty"`
	MissedWin     bool   `json:",omitempty"`
	Best          string `json:",omitempty"`
	Why           string `json:",omitempty"`
}

// Report returns the review as data.
func (g *Game) Report(t Title) Report {
	list := g.Judgements()
	s := Summarise(list, g.Result, g.Curve)
	r := Report{Variant: g.Record.Start().Rules().Name(), White: t.White, Black: t.Black, Result: g.Result.String(), Scale: g.Curve.Scale, MissedWins: s.Missed}
	for side := range 2 {
		r.Inaccuracies[side], r.Mistakes[side], r.Blunders[side] = s.Count[side][Inaccuracy], s.Count[side][Mistake], s.Count[side][Blunder]
		if a := s.Accuracy[side]; !math.IsNaN(a) {
			a = math.Round(10*a) / 10
			r.Accuracy[side] = &a
		}
	}
	if s.Turning >= 0 {
		r.Turning = list[s.Turning].Name(g.Record)
	}
	for _, j := range list {
		pos := g.Record.At(j.First)
		turn := TurnReport{
			Number: j.Number, Side: j.Side.String(), Moves: sans(pos, g.Record.Moves()[j.First:j.Last]), Before: j.Before.words(), After: j.After.words(),
			Chance: math.Round(1000*g.Curve.Chance(j.After, rules.White)) / 1000, Accuracy: math.Round(10*j.Accuracy) / 10, Class: j.Class.String(), MissedWin: j.MissedWin, Why: j.Why,
		}
		if j.Class != Fine {
			turn.Best = TurnText(pos, j.Best)
		}
		r.Turns = append(r.Turns, turn)
	}
	return r
}
