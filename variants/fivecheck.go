package variants

import "github.com/heterodox-chess/heterodox/chess"

// fivecheck is threecheck with more patience.
var fivecheck = chess.Variant{
	Name:    "fivecheck",
	Aliases: []string{"5check"},
	Summary: "the fifth check wins",
	Rules:   []chess.Rule{chess.CheckLimit(5)},
}
