package variants

import "github.com/heterodox-chess/heterodox/chess"

// fibonacci is the quiz's Fibonacci chess: White moves once, Black once, White
// twice, Black three times, …; a check ends the turn.
var fibonacci = chess.Variant{
	Name:    "fibonacci",
	Summary: "turns of 1, 1, 2, 3, 5, 8 … moves; check ends a turn",
	Rules:   []chess.Rule{chess.FibonacciTurns{}},
}
