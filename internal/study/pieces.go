package study

import (
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// piecesOf describes the role of each kind of piece that occurred in the games.
func piecesOf(r game.Rules, replays []*replay, seed uint64) (list []PieceFound, unitWorth float64) {
	start := map[string]bool{}
	note(start, r.Start())
	for _, k := range r.Pieces() {
		p := PieceFound{Letter: k.Letter, Name: k.Name, AtHand: start[k.Letter]}
		var first []float64
		moved, captured, last, won := 0, 0, 0, 0
		for _, v := range replays {
			if !v.present[k.Letter] {
				continue
			}
			p.Games++
			at := slices.Index(v.movers, k.Letter)
			if at >= 0 {
				moved++
				first = append(first, float64(v.turns[at]))
			}
			for i, letter := range v.movers {
				if letter == k.Letter && v.took[i] {
					captured++
					break
				}
			}
			if v.game.Result == rules.WhiteWins || v.game.Result == rules.BlackWins {
				won++
				if n := len(v.movers); n > 0 && v.movers[n-1] == k.Letter {
					last++
				}
			}
		}
		if p.Games == 0 {
			continue
		}
		p.Moved, p.Captured, p.Last = shareOf(moved, p.Games), shareOf(captured, p.Games), shareOf(last, won)
		p.First = spreadOf(first)
		list = append(list, p)
	}
	return list, valuePieces(list, replays, seed)
}

// leastValued is the minimum number of games for piece values.
const leastValued = 40

// valuePieces fits values of the pieces to the results of the games: how much one more of a
// kind raises the winning chances, in units of the pawn or, without pawns, of the first kind
// that is there at the start. Values are left out if the unit is not significantly above 0.
// It returns how much a unit raises the score of a side that is otherwise level, 0 without
// values.
func valuePieces(list []PieceFound, replays []*replay, seed uint64) float64 {
	if len(replays) < leastValued {
		return 0
	}
	columns := varying(list, replays)
	unit := -1
	for c, i := range columns {
		if list[i].AtHand && (unit < 0 || list[i].Name == "pawn") {
			unit = c
		}
	}
	if unit < 0 {
		return 0
	}
	var x [][]float64
	var y []float64
	var of []int // the game of each row
	for g, v := range replays {
		for _, m := range v.material {
			row := make([]float64, len(columns)+1)
			row[len(columns)] = 1
			for c, i := range columns {
				row[c] = float64(m[list[i].Letter])
			}
			x, y, of = append(x, row), append(y, v.game.points()), append(of, g)
		}
	}
	values, worth := inUnits(x, y, of, len(replays), unit, seed)
	for c, v := range values {
		p := &list[columns[c]]
		p.Unit, p.Value = list[columns[unit]].Name, &v
	}
	return worth
}

// inUnits fits coefficients of rows, the last being White's advantage, to the points of the
// games that they belong to, and returns the others in units of one of them. All rows of a
// game together weigh as much as one. It also returns how much a unit raises a score from ½;
// it returns nothing if the unit is not significantly above 0.
func inUnits(x [][]float64, y []float64, of []int, games, unit int, seed uint64) (values []Interval, worth float64) {
	if len(x) == 0 {
		return nil, 0
	}
	rows := make([]float64, games)
	for _, g := range of {
		rows[g]++
	}
	// One draw of samples serves all kinds. A game drawn twice has twice the weight.
	var samples [][]float64
	value := make([]float64, len(x[0]))
	bootstrapEach(games, seed, valueSamples, func(sample []int) {
		times, w := make([]float64, games), make([]float64, len(x))
		for _, g := range sample {
			times[g]++
		}
		for i, g := range of {
			w[i] = times[g] / rows[g]
		}
		samples = append(samples, logistic(value, x, y, w, 0.1))
		value = samples[0]
	})
	var units []float64
	for _, s := range samples[1:] {
		units = append(units, s[unit])
	}
	slices.Sort(units)
	if quantile(units, 0.025) <= 0 || value[unit] <= 0 {
		return nil, 0
	}
	for c := range value[1:] {
		var ratios []float64
		for _, s := range samples[1:] {
			ratios = append(ratios, s[c]/s[unit])
		}
		slices.Sort(ratios)
		values = append(values, Interval{value[c] / value[unit], quantile(ratios, 0.025), quantile(ratios, 0.975)})
	}
	return values, sigmoid(value[unit]) - 0.5
}

// varying returns the kinds of which the sides have different numbers at some point, in
// enough games.
func varying(list []PieceFound, replays []*replay) (columns []int) {
	for i, p := range list {
		n := 0
		for _, v := range replays {
			if slices.ContainsFunc(v.material, func(m map[string]int) bool { return m[p.Letter] != 0 }) {
				n++
			}
		}
		if n >= leastValued/2 {
			columns = append(columns, i)
		}
	}
	return columns
}
