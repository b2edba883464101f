package variants

import "github.com/heterodox-chess/heterodox/rules"

// giveaway is antichess with castling, as other servers play it.
var giveaway = rules.Variant{
	Name:    "giveaway",
	Summary: "antichess with castling",
	Rules:   []rules.Rule{rules.CompulsoryCaptures{}, rules.GiveAway{}, rules.CommonKings{}, rules.PromotionToKing{}},
}
