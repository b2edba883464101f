package review

import (
	"fmt"
	"math"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// Accuracy returns how good a move was, from 0 to 100, given the mover's chances before and
// after it in per cent. The formula is Lichess's, with its allowance of one point because
// searches err too.
func Accuracy(before, after float64) float64 {
	if after >= before {
		return 100
	}
	return min(max(published(before-after)+1, 0), 100)
}

// published is the formula as published: the accuracy of a move that loses this many points out
// of a hundred.
func published(loss float64) float64 { return 103.1668*math.Exp(-0.04354*loss) - 3.1669 }

// A Summary says how well the sides played.
type Summary struct {
	// Accuracy is from 0 to 100, by colour; NaN for a side without turns.
	Accuracy [2]float64
	// Count counts the turns of each class, by colour, Missed the missed wins.
	Count  [2][4]int
	Missed [2]int
	// Turning is the index of the judgement of the turn that decided, -1 if none did.
	Turning int
}

// Summarise sums up the judgements of all turns of a game that ended with a result.
func Summarise(list []Judgement, result rules.Result, c Curve) Summary {
	s := Summary{Turning: turning(list, result, c)}
	for _, j := range list {
		s.Count[j.Side][j.Class]++
		if j.MissedWin {
			s.Missed[j.Side]++
		}
	}
	s.Accuracy = accuracies(list, c)
	return s
}

// Text writes the summary in a few words; list must be the judgements that were summed up.
func (s Summary) Text(r *game.Record, list []Judgement) string {
	var sides []string
	for c := rules.White; c <= rules.Black; c++ {
		if math.IsNaN(s.Accuracy[c]) {
			continue
		}
		text := fmt.Sprintf("%s %.0f %%", title(c), s.Accuracy[c])
		var counts []string
		for class, name := range []string{"", "inaccuracy", "mistake", "blunder"} {
			if n := s.Count[c][class]; n > 0 && class > 0 {
				counts = append(counts, countOf(n, name))
			}
		}
		if n := s.Missed[c]; n > 0 {
			counts = append(counts, countOf(n, "missed win"))
		}
		if len(counts) > 0 {
			text += " (" + strings.Join(counts, ", ") + ")"
		}
		sides = append(sides, text)
	}
	text := "Accuracy: " + strings.Join(sides, "; ") + "."
	if s.Turning >= 0 {
		words := strings.Fields(list[s.Turning].Name(r))
		if len(words) > 5 { // the number and moves
			words = append(words[:3], "…", words[len(words)-1])
		}
		text += fmt.Sprintf(" Turning point: %s.", strings.Join(words, " "))
	}
	return text
}

func title(c rules.Color) string { return [...]string{"White", "Black"}[c&1] }

func countOf(n int, name string) string {
	if stem, ok := strings.CutSuffix(name, "y"); ok && n != 1 {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return english.Count(n, name)
}

// Name writes the turn of a judgement with its number: "12... Nf3".
func (j *Judgement) Name(r *game.Record) string {
	return pgn.NumberOf(j.Side, j.Number) + " " + sans(r.At(j.First), r.Moves()[j.First:j.Last])
}

// accuracies returns the accuracy of both sides: the mean of two means over their turns, a
// harmonic one, and one that gives turns more weight the more the chances swing around them.
func accuracies(list []Judgement, c Curve) (of [2]float64) {
	of = [2]float64{math.NaN(), math.NaN()}
	if len(list) == 0 {
		return of
	}
	chances := []float64{100 * c.Chance(list[0].Before, rules.White)}
	for _, j := range list {
		chances = append(chances, 100*c.Chance(j.After, rules.White))
	}
	size := min(min(max(len(list)/10, 2), 8), len(chances))
	var weighted, weights, inverse, n [2]float64
	for i, j := range list {
		first := max(i-size+2, 0)
		w := min(max(deviation(chances[first:first+size]), 0.5), 12)
		weighted[j.Side] += w * j.Accuracy
		weights[j.Side] += w
		inverse[j.Side] += 1 / max(j.Accuracy, 1e-9)
		n[j.Side]++
	}
	for side := range of {
		if n[side] > 0 {
			of[side] = (weighted[side]/weights[side] + n[side]/inverse[side]) / 2
		}
	}
	return of
}

// deviation returns the standard deviation of values.
func deviation(values []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)))
}

// turned is how many points a turn must lose to be the turning point.
const turned = 0.05

// turning returns the worst turn of the loser since the winner was last not ahead. Without a
// winner it is the worst of both sides.
func turning(list []Judgement, result rules.Result, c Curve) int {
	if result == rules.WhiteWins || result == rules.BlackWins {
		winner, from := rules.White, 0
		if result == rules.BlackWins {
			winner = rules.Black
		}
		for i, j := range list {
			if c.Chance(j.Before, winner) <= 0.5 {
				from = i
			}
		}
		if at := worst(list[from:], winner.Opponent()); at >= 0 {
			return from + at
		}
		return -1
	}
	white, black := worst(list, rules.White), worst(list, rules.Black)
	if white < 0 || black >= 0 && list[black].Loss > list[white].Loss {
		return black
	}
	return white
}

// worst returns the turn with which a side lost most, -1 if none was bad.
func worst(list []Judgement, side rules.Color) int {
	at := -1
	for i, j := range list {
		if j.Side == side && j.Loss >= turned && (at < 0 || j.Loss > list[at].Loss) {
			at = i
		}
	}
	return at
}
