package variants

import "github.com/heterodox-chess/heterodox/chess"

// fairy is the quiz's fairy chess: the queen is an amazon, queen and knight in one.
var fairy = chess.Variant{
	Name:    "fairy",
	Summary: "the queen is an amazon (queen and knight), letter A",
	Rules:   []chess.Rule{chess.Amazons{}},
}
