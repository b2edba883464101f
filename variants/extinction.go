package variants

import "github.com/heterodox-chess/heterodox/chess"

// extinction is the quiz's extinction chess: no check; who wipes out one type
// of enemy piece wins.
var extinction = chess.Variant{
	Name:    "extinction",
	Summary: "no check; wipe out one piece type to win",
	Rules:   []chess.Rule{chess.Extinction{}, chess.CommonKings{}, chess.PromotionToKing{}},
}
