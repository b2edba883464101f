package variants

import "github.com/heterodox-chess/heterodox/chess"

// atomic is lichess's: captures explode, and who explodes the enemy king wins.
var atomic = chess.Variant{
	Name:    "atomic",
	Summary: "captures explode all but pawns around them; explode the king to win",
	Rules:   []chess.Rule{chess.Explosions{}},
}
