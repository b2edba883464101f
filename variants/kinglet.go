package variants

import "github.com/heterodox-chess/heterodox/rules"

// kinglet is won by taking all enemy pawns, which promote to kings only.
var kinglet = rules.Variant{
	Name:    "kinglet",
	Summary: "no check; take all enemy pawns, which become kings, to win",
	Rules: []rules.Rule{
		rules.Extinction{Of: rules.RolesOf(rules.Pawn)},
		rules.CommonKings{},
		rules.PromotionToKing{Only: true},
	},
}
