package variants

import "github.com/heterodox-chess/heterodox/rules"

// baseline is the quiz's baseline chess: the pieces are placed in turn on the
// back rank, and there is no castling.
var baseline = rules.Variant{
	Name:    "baseline",
	Summary: "both sides first place their pieces on the back rank; no castling",
	Rules:   []rules.Rule{rules.Placement{}, rules.NoCastling{}},
}
