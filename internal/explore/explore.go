// Package explore says what was played in a position in many games, of which it holds no more
// than the keys of their first positions.
package explore

import (
	"cmp"
	"iter"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Depth is how many single moves of a game are held.
const Depth = 40

// A Game is what is held of a game. The zero value is one without any position.
type Game struct {
	variant string
	keys    []uint64 // of the positions from the start on
	result  rules.Result
}

// Of returns what is held of a game with its result.
func Of(r *game.Record, result rules.Result) Game {
	g := Game{variant: r.Start().Rules().Name(), result: result, keys: make([]uint64, 0, min(r.Len(), Depth)+1)}
	for i := range min(r.Len(), Depth) + 1 {
		g.keys = append(g.keys, r.At(i).Key())
	}
	return g
}

// Len returns how many positions are held.
func (g Game) Len() int { return len(g.keys) }

// find returns where a game of a variant has a position first; it is negative if it has not.
func (g Game) find(variant string, key uint64) int {
	if g.variant != variant {
		return -1
	}
	return slices.Index(g.keys, key)
}

// Has reports whether a position is among those that are held.
func (g Game) Has(pos game.Position) bool { return g.find(pos.Rules().Name(), pos.Key()) >= 0 }

// Results counts games by how they ended. Open are those without a result.
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

// Games returns how many there are.
func (r Results) Games() int { return r.White + r.Draws + r.Black + r.Open }

// A Move is a move that was played, with the results of the games.
type Move struct {
	Move game.Move
	Results
}

// Found is what was played in a position.
type Found struct {
	Results        // of all games that have the position
	Moves   []Move // the most frequent ones first; a game counts once
	Games   []int  // the first of the games, as many as were asked for
}

// Look looks for a position in games, and returns so many of them.
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
