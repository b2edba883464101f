package variants

import "github.com/heterodox-chess/heterodox/rules"

// atomic is lichess's: captures explode, and exploding the enemy king wins.
var atomic = rules.Variant{
	Name:    "atomic",
	Summary: "captures explode everything around except pawns; explode the king to win",
	Rules:   []rules.Rule{rules.Explosions{}},
}
