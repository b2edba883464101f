package variants

import "github.com/heterodox-chess/heterodox/chess"

// racingkings is lichess's: the kings race to the last rank, and nobody may
// give check.
var racingkings = chess.Variant{
	Name:    "racingkings",
	Aliases: []string{"racing"},
	Summary: "the first king on rank 8 wins; no check may be given",
	Rules: []chess.Rule{
		chess.StartingFrom("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"),
		chess.Race{},
		chess.NoChecks{},
		chess.NoCastling{},
	},
}
