package variants

import "github.com/heterodox-chess/heterodox/chess"

// placement is baseline as GUIs know it: bishops on opposite colours, and
// castling from the orthodox squares.
var placement = chess.Variant{
	Name:    "placement",
	Summary: "baseline with opposite bishops and castling from e1 and e8",
	Rules:   []chess.Rule{chess.Placement{OppositeBishops: true}},
}
