package variants

import "github.com/heterodox-chess/heterodox/rules"

// placement is baseline as GUIs know it: bishops on opposite colours, and castling
// from the orthodox squares.
var placement = rules.Variant{
	Name:    "placement",
	Summary: "baseline with bishops on opposite colours and castling from e1 and e8",
	Rules:   []rules.Rule{rules.Placement{OppositeBishops: true}},
}
