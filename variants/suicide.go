package variants

import "github.com/heterodox-chess/heterodox/rules"

// suicide is antichess, except that when a side cannot move, the side with fewer pieces wins.
var suicide = rules.Variant{
	Name:    "suicide",
	Summary: "antichess; when a side has no moves, the side with fewer pieces wins",
	Rules: []rules.Rule{
		rules.CompulsoryCaptures{},
		rules.GiveAway{FewerPieces: true},
		rules.CommonKings{},
		rules.PromotionToKing{},
		rules.NoCastling{},
	},
}
