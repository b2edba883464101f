// Package gamestats computes statistics of many games: results, lengths, ends and
// openings, by variant.
package gamestats

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Results counts games by result.
type Results struct {
	Games      int `json:"games"`
	White      int `json:"white"` // won by White
	Draws      int `json:"draws"`
	Black      int `json:"black"`
	Unfinished int `json:"unfinished"` // without a result
}

func (r *Results) add(result rules.Result) {
	r.Games++
	switch result {
	case rules.WhiteWins:
		r.White++
	case rules.BlackWins:
		r.Black++
	case rules.Draw:
		r.Draws++
	default:
		r.Unfinished++
	}
}

// Score returns White's share of the points of the games with a result; 0 if there are none.
func (r Results) Score() float64 {
	n := r.Games - r.Unfinished
	if n == 0 {
		return 0
	}
	return (float64(r.White) + float64(r.Draws)/2) / float64(n)
}

// Lengths are statistics of game lengths in single moves.
type Lengths struct {
	Shortest int `json:"shortest"`
	Tenth    int `json:"tenth"` // a tenth of the games is no longer than this
	Median   int `json:"median"`
	Ninth    int `json:"ninth"` // nine tenths are no longer than this
	Longest  int `json:"longest"`
}

// An Opening is a sequence of first moves with its results.
type Opening struct {
	Moves string `json:"moves"` // in SAN: "e4 e5 Nf3"
	Results
}

// A Variant holds the statistics of a variant.
type Variant struct {
	Name string `json:"name"`
	Results
	Plies Lengths `json:"plies"`
	// Ends counts how games ended on the board, in words; "off the board" counts all
	// others.
	Ends     map[string]int `json:"ends"`
	Openings []Opening      `json:"openings"` // the most frequent first
}

// maxOpenings is the maximum number of different openings counted.
const maxOpenings = 1 << 18

// A Counter counts games. The zero value is ready.
type Counter struct {
	// Plies is the number of single moves of an opening.
	Plies    int
	variants map[string]*counts
	openings int
}

// counts holds the counts of a variant.
type counts struct {
	Results
	lengths  map[int]int
	ends     map[string]int
	openings map[string]*Results
}

// offBoard is the end of games that did not end on the board.
const offBoard = "off the board"

// Add counts a game.
func (c *Counter) Add(r *game.Record, result rules.Result) {
	if c.variants == nil {
		c.variants = map[string]*counts{}
	}
	name := r.Start().Rules().Name()
	v := c.variants[name]
	if v == nil {
		v = &counts{lengths: map[int]int{}, ends: map[string]int{}, openings: map[string]*Results{}}
		c.variants[name] = v
	}
	v.add(result)
	v.lengths[r.Len()]++
	if o := r.Outcome(); o.Over() {
		v.ends[o.Reason.String()]++
	} else {
		v.ends[offBoard]++
	}
	if r.Start().FEN() != r.Start().Rules().Start().FEN() {
		return // it is in no opening statistics
	}
	opening := c.opening(r)
	if v.openings[opening] == nil {
		if c.openings >= maxOpenings {
			return
		}
		c.openings++
		v.openings[opening] = &Results{}
	}
	v.openings[opening].add(result)
}

// opening returns the first moves of a game.
func (c *Counter) opening(r *game.Record) string {
	var moves []string
	for i, m := range r.Moves() {
		if i >= c.Plies {
			break
		}
		moves = append(moves, r.At(i).SAN(m))
	}
	return strings.Join(moves, " ")
}

// Variants returns the statistics, the variants with most games first, each with at most
// the given number of openings.
func (c *Counter) Variants(openings int) []Variant {
	list := []Variant{}
	for name, v := range c.variants {
		w := Variant{Name: name, Results: v.Results, Plies: lengths(v.lengths, v.Games), Ends: v.ends, Openings: []Opening{}}
		for moves, results := range v.openings {
			w.Openings = append(w.Openings, Opening{moves, *results})
		}
		slices.SortFunc(w.Openings, func(a, b Opening) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Moves, b.Moves)) })
		w.Openings = w.Openings[:min(openings, len(w.Openings))]
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b Variant) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Name, b.Name)) })
	return list
}

// lengths summarises the counts of n games by length.
func lengths(counts map[int]int, n int) (l Lengths) {
	seen := 0
	at := func(share int) int { return (n*share + 9) / 10 } // rank of the game at the share
	for i, length := range slices.Sorted(maps.Keys(counts)) {
		if i == 0 {
			l.Shortest = length
		}
		before := seen
		seen += counts[length]
		for share, to := range map[int]*int{1: &l.Tenth, 5: &l.Median, 9: &l.Ninth} {
			if before < at(share) && at(share) <= seen {
				*to = length
			}
		}
		l.Longest = length
	}
	return l
}
