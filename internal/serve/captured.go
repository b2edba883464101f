package serve

import (
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file says what has been captured, as players see it beside the board.

// wireCaptured is what the sides have lost, by colour, and how far White is ahead as
// beginners count; 0 where pieces are lost that they have no number for.
type wireCaptured struct {
	Lost  [2][]wireHand `json:"lost"`
	Ahead int           `json:"ahead"`
}

// values are those that beginners count with.
var values = map[string]int{"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}

// capturedIn compares a position with the start of its game; nil where captured pieces stay
// in the game, or nothing is lost.
func capturedIn(pos, start game.Position) *wireCaptured {
	if first := pos.Rules().Start(); strings.Contains(pos.FEN(), "[") && len(first.Hand(rules.White))+len(first.Hand(rules.Black)) == 0 {
		return nil
	}
	before, now := men(start), men(pos)
	w, any, counted := &wireCaptured{}, false, true
	for c := range 2 {
		promoted := 0 // men that there were not at the start: they were pawns
		for letter, n := range now[c] {
			promoted += max(0, n-before[c][letter])
		}
		w.Lost[c] = []wireHand{}
		for _, k := range pos.Rules().Pieces() {
			lost := before[c][k.Letter] - now[c][k.Letter]
			if k.Name == "pawn" {
				lost -= promoted
			}
			if lost > 0 {
				w.Lost[c] = append(w.Lost[c], wireHand{k.Letter, lost})
				any = true
			}
			value, known := values[k.Name]
			w.Ahead += (1 - 2*c) * value * now[c][k.Letter]
			counted = counted && (known || lost <= 0 && now[c][k.Letter] <= before[c][k.Letter])
		}
	}
	if !counted {
		w.Ahead = 0
	}
	if !any && w.Ahead == 0 {
		return nil
	}
	return w
}

// men counts the pieces of each side by their letters, those in hand, too.
func men(pos game.Position) (count [2]map[string]int) {
	for c := range count {
		count[c] = map[string]int{}
		for _, h := range pos.Hand(rules.Color(c)) {
			count[c][h.Letter] += h.Count
		}
	}
	for _, s := range pos.Rules().Board().Squares() {
		if p, ok := pos.At(s); ok {
			count[p.Color][p.Letter]++
		}
	}
	return count
}
