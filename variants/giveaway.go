package variants

import "github.com/heterodox-chess/heterodox/chess"

// giveaway is antichess with castling, as other servers play it.
var giveaway = chess.Variant{
	Name:    "giveaway",
	Summary: "antichess with castling",
	Rules:   []chess.Rule{chess.CompulsoryCaptures{}, chess.GiveAway{}, chess.CommonKings{}, chess.PromotionToKing{}},
}
