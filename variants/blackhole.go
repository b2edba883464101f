package variants

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// blackhole is the quiz's blackhole chess: d5 and f5 swallow whatever moves onto or over them.
var blackhole = rules.Variant{
	Name:    "blackhole",
	Summary: "d5 and f5 swallow any piece that moves onto or over them",
	Rules:   []rules.Rule{rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))},
}
