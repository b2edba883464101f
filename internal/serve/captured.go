package serve

import (
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file lists captured pieces, as players see them beside the board.

// wireCaptured lists what the sides have lost, by colour, and White's material lead in the
// usual piece values; 0 if a lost piece has no such value.
type wireCaptured struct {
	Lost  [2][]wireHand `json:"lost"`
	Ahead int           `json:"ahead"`
}

// values are the usual piece values.
var values = map[string]int{"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}

// capturedIn compares a position with the start of its game; nil if captured pieces stay in the
// game, or nothing is lost.
func capturedIn(pos, start game.Position) *wireCaptured {
	if first := pos.Rules().Start(); strings.Contains(pos.FEN(), "[") && len(first.Hand(rules.White))+len(first.Hand(rules.Black)) == 0 {
		return nil
	}
	before, now := men(start), men(pos)
	w, any, counted := &wireCaptured{}, false, true
	for c := range 2 {
		promoted := 0 // pieces that were not there at the start: promoted pawns
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

// men counts the pieces of each side by their letters, including those in hand.
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
