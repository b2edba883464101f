package variants

import "github.com/heterodox-chess/heterodox/rules"

// nocastle is chess without castling.
var nocastle = rules.Variant{
	Name:    "nocastle",
	Summary: "no castling",
	Rules:   []rules.Rule{rules.NoCastling{}},
}
