package variants

import "github.com/heterodox-chess/heterodox/chess"

// marseillais is double-move chess, balanced: White begins with one move, then
// both make two.
var marseillais = chess.Variant{
	Name:    "marseillais",
	Summary: "turns of two moves after White's first; check ends a turn",
	Rules:   []chess.Rule{chess.MarseillaisTurns{}},
}
