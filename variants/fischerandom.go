package variants

import "github.com/heterodox-chess/heterodox/rules"

// fischerandom is Chess960: orthodox moves from a shuffled back rank, castling
// written as king takes rook.
var fischerandom = rules.Variant{
	Name:    "fischerandom",
	Aliases: []string{"chess960"},
	Summary: "the back ranks are shuffled",
	Rules:   []rules.Rule{rules.Chess960{}},
}
