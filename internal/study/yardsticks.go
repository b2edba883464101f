package study

import (
	_ "embed"
	"encoding/json"
)

// A Yardstick is the result of a study of a well-known game, for comparison.
type Yardstick struct {
	Name  string `json:"name"`
	Nodes uint64 `json:"nodes"` // per move, at effort 1
	Games int    `json:"games"`
	// The numbers have the same meaning as in a Report.
	Score       Interval `json:"score"`
	Drawn       Interval `json:"drawn"`
	Length      float64  `json:"length"`
	Choice      float64  `json:"branching"`
	LeadChanges float64  `json:"leadChanges"`
	Decided     float64  `json:"decided"`
}

// yardsticks.json is written by scripts/studytable.
//
//go:embed yardsticks.json
var yardstickText []byte

// Yardsticks returns the games for comparison. The file is part of the program, and a test
// reads it.
func Yardsticks() (list []Yardstick, err error) {
	err = json.Unmarshal(yardstickText, &list)
	return list, err
}

// Yardstick returns the numbers of a report that others are compared with.
func (r *Report) Yardstick() Yardstick {
	y := Yardstick{Name: r.Game, Nodes: r.Nodes, Games: r.Overall.Games, Score: r.Overall.Score, Drawn: r.Overall.Drawn,
		Length: r.Length.Median, Choice: r.Choice.Median}
	if r.Drama != nil {
		y.LeadChanges, y.Decided = r.Drama.LeadChanges.Value, r.Drama.Decided.Value
	}
	return y
}
