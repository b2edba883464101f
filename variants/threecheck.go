package variants

import "github.com/heterodox-chess/heterodox/chess"

// threecheck is lichess's: who gives the third check wins.
var threecheck = chess.Variant{
	Name:    "threecheck",
	Aliases: []string{"3check"},
	Summary: "the third check wins",
	Rules:   []chess.Rule{chess.CheckLimit(3)},
}
