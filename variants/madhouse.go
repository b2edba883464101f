package variants

import "github.com/heterodox-chess/heterodox/chess"

// madhouse is the quiz's madhouse chess: the capturer puts the captured piece on
// another square.
var madhouse = chess.Variant{
	Name:    "madhouse",
	Summary: "a captured piece is put elsewhere by the capturer",
	Rules:   []chess.Rule{chess.Relocation{}},
}
