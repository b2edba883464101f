package variants

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
)

// blackhole is the quiz's blackhole chess: d5 and f5 swallow what moves onto or
// over them.
var blackhole = chess.Variant{
	Name:    "blackhole",
	Summary: "d5 and f5 swallow what moves onto or over them",
	Rules:   []chess.Rule{chess.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))},
}
