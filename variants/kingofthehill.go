package variants

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// kingofthehill is lichess's: a king that reaches the centre wins.
var kingofthehill = rules.Variant{
	Name:    "kingofthehill",
	Aliases: []string{"koth"},
	Summary: "a king on d4, d5, e4 or e5 wins",
	Rules:   []rules.Rule{rules.Hill(bitboard.Of(bitboard.D4, bitboard.D5, bitboard.E4, bitboard.E5))},
}
