package variants

import "github.com/heterodox-chess/heterodox/rules"

// kinglet is won by capturing all enemy pawns; pawns promote to kings only.
var kinglet = rules.Variant{
	Name:    "kinglet",
	Summary: "no check; capture all enemy pawns to win; pawns promote to kings",
	Rules: []rules.Rule{
		rules.Extinction{Of: rules.RolesOf(rules.Pawn)},
		rules.CommonKings{},
		rules.PromotionToKing{Only: true},
	},
}
