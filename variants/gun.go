package variants

import "github.com/heterodox-chess/heterodox/chess"

// gun is the quiz's gun chess: whatever captures stays where it stood.
var gun = chess.Variant{
	Name:    "gun",
	Summary: "the capturing piece stays where it was",
	Rules:   []chess.Rule{chess.Shooting{}},
}
