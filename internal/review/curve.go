package review

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Curve says what scores mean in a game: a position of v centipawns scores 1/(1 +
// exp(−Scale·v)) points on average.
type Curve struct{ Scale float64 }

const (
	// chessScale is Lichess's for chess, fitted to games between people.
	chessScale = 0.00368208
	// ceiling bounds Scale·v, and is the value of a forced win: that of ten pawns in chess.
	ceiling = 1000 * chessScale
)

// Games of other names, and compositions without a known part, have the geometric mean of all
// scales.
//
//go:embed curves.txt
var curveTable string

var curves, middle = readCurves(curveTable)

// readCurves reads the table of names with their scales.
func readCurves(text string) (scales map[string]float64, middle float64) {
	scales = map[string]float64{}
	var logs []float64
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		scale, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || scale <= 0 {
			panic(fmt.Sprintf("curves.txt: %q", line))
		}
		scales[fields[0]] = scale
		logs = append(logs, math.Log(scale))
	}
	sum := 0.0
	for _, l := range logs {
		sum += l
	}
	return scales, math.Exp(sum / float64(max(len(logs), 1)))
}

// CurveOf returns the curve of a game. A composition has the mean of its known parts; known is
// false if the curve is only a guess.
func CurveOf(name string) (c Curve, known bool) {
	chess := curves["chess"]
	if scale, ok := curves[name]; ok {
		return Curve{chessScale * scale / chess}, true
	}
	sum, n := 0.0, 0
	for part := range strings.SplitSeq(name, "+") {
		if scale, ok := curves[part]; ok {
			sum += math.Log(scale)
			n++
		}
	}
	if n > 0 {
		return Curve{chessScale * math.Exp(sum/float64(n)) / chess}, true
	}
	return Curve{chessScale * middle / chess}, false
}

// Chance returns the points that a side may expect from a position, from 0 to 1. Scores beyond
// those of ten pawns in chess, forced wins and wins all count the same.
func (c Curve) Chance(v Value, side rules.Color) float64 {
	v = v.For(side)
	switch {
	case v.Mate > 0 || v.End == rules.WhiteWins:
		return sigmoid(ceiling)
	case v.Mate < 0 || v.End == rules.BlackWins:
		return sigmoid(-ceiling)
	case v.End == rules.Draw:
		return 0.5
	}
	return sigmoid(min(max(c.Scale*float64(v.Score), -ceiling), ceiling))
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
