// Package explore reports what was played in a position in many games, of which it stores only
// the keys of their first positions.
package explore

import (
	"cmp"
	"iter"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Depth is the number of single moves stored of a game.
const Depth = 40

// A Game is what is stored of a game. The zero value has no positions.
type Game struct {
	variant string
	keys    []uint64 // of the positions, from the start
	result  rules.Result
}

// Of returns a record in the form in which it is stored, with its result.
func Of(r *game.Record, result rules.Result) Game {
	g := Game{variant: r.Start().Rules().Name(), result: result, keys: make([]uint64, 0, min(r.Len(), Depth)+1)}
	for i := range min(r.Len(), Depth) + 1 {
		g.keys = append(g.keys, r.At(i).Key())
	}
	return g
}

// Len returns the number of positions stored.
func (g Game) Len() int { return len(g.keys) }

// find returns the first index of a position in a game of the same variant; it is
// negative if there is none.
func (g Game) find(variant string, key uint64) int {
	if g.variant != variant {
		return -1
	}
	return slices.Index(g.keys, key)
}

// Has reports whether a position is among those stored.
func (g Game) Has(pos game.Position) bool { return g.find(pos.Rules().Name(), pos.Key()) >= 0 }

// Results counts games by result. Open counts those without one.
type Results struct {
	White int `json:"white"`
	Draws int `json:"draws"`
	Black int `json:"black"`
	Open  int `json:"open"`
}

func (r *Results) add(result rules.Result) {
	switch result {
	case rules.WhiteWins:
		r.White++
	case rules.Draw:
		r.Draws++
	case rules.BlackWins:
		r.Black++
	default:
		r.Open++
	}
}

// Games returns the total number of games.
func (r Results) Games() int { return r.White + r.Draws + r.Black + r.Open }

// A Move is a move that was played, with the results of the games.
type Move struct {
	Move game.Move
	Results
}

// Found is what was played in a position.
type Found struct {
	Results        // of all games that have the position
	Moves   []Move // the most frequent first; a game counts once
	Games   []int  // the first games, as many as requested
}

// Look looks up a position in games, and returns at most that many of them.
func Look(pos game.Position, games iter.Seq2[int, Game], most int) (f Found) {
	variant, key := pos.Rules().Name(), pos.Key()
	moves := pos.Moves()
	played, after := make([]Results, len(moves)), map[uint64]int{}
	for i, m := range moves {
		next := pos.Play(m).Key()
		if _, taken := after[next]; !taken { // moves that lead to the same position count as one
			after[next] = i
		}
	}
	for n, g := range games {
		at := g.find(variant, key)
		if at < 0 {
			continue
		}
		f.add(g.result)
		if len(f.Games) < most {
			f.Games = append(f.Games, n)
		}
		if at+1 < len(g.keys) {
			if i, ok := after[g.keys[at+1]]; ok {
				played[i].add(g.result)
			}
		}
	}
	for i, m := range moves {
		if played[i].Games() > 0 {
			f.Moves = append(f.Moves, Move{m, played[i]})
		}
	}
	slices.SortStableFunc(f.Moves, func(a, b Move) int { return cmp.Compare(b.Games(), a.Games()) })
	return f
}
