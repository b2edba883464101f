package variants

import "github.com/heterodox-chess/heterodox/chess"

// nocastle is chess without castling.
var nocastle = chess.Variant{
	Name:    "nocastle",
	Summary: "no castling",
	Rules:   []chess.Rule{chess.NoCastling{}},
}
