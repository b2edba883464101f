package variants

import "github.com/heterodox-chess/heterodox/rules"

// racingkings is lichess's: the kings race to the last rank, and nobody may
// give check.
var racingkings = rules.Variant{
	Name:    "racingkings",
	Aliases: []string{"racing"},
	Summary: "the first king on rank 8 wins; nobody may give check",
	Rules: []rules.Rule{
		rules.StartingFrom("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"),
		rules.Race{},
		rules.NoChecks{},
		rules.NoCastling{},
	},
}
