package variants

import "github.com/heterodox-chess/heterodox/chess"

// baseline is the quiz's baseline chess: the pieces are placed in turn on the
// back rank, and there is no castling.
var baseline = chess.Variant{
	Name:    "baseline",
	Summary: "pieces are placed in turn on the back rank; no castling",
	Rules:   []chess.Rule{chess.Placement{}, chess.NoCastling{}},
}
