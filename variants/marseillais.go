package variants

import "github.com/heterodox-chess/heterodox/rules"

// marseillais is double-move chess, balanced: White begins with one move, then
// both make two.
var marseillais = rules.Variant{
	Name:    "marseillais",
	Summary: "turns of two moves after White's first; giving check ends a turn",
	Rules:   []rules.Rule{rules.MarseillaisTurns},
}
