package variants

import "github.com/heterodox-chess/heterodox/rules"

// fibonacci is the quiz's Fibonacci chess: White moves once, Black once, White
// twice, Black three times, …; a check ends the turn.
var fibonacci = rules.Variant{
	Name:    "fibonacci",
	Summary: "turns of 1, 1, 2, 3, 5, 8 … moves; giving check ends a turn",
	Rules:   []rules.Rule{rules.FibonacciTurns},
}
