package variants

import "github.com/heterodox-chess/heterodox/chess"

// amazon is fairy under the name that GUIs know.
var amazon = chess.Variant{
	Name:    "amazon",
	Summary: fairy.Summary,
	Rules:   fairy.Rules,
}
