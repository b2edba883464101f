package variants

import "github.com/heterodox-chess/heterodox/chess"

// progressive is Scottish chess: every turn has one move more than the one
// before, and a check ends it.
var progressive = chess.Variant{
	Name:    "progressive",
	Summary: "turns of 1, 2, 3, 4 … moves; check ends a turn",
	Rules:   []chess.Rule{chess.ProgressiveTurns{}},
}
