package variants

import "github.com/heterodox-chess/heterodox/rules"

// suicide is antichess where, without a move, the side with fewer pieces wins.
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
