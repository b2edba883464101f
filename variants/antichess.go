package variants

import "github.com/heterodox-chess/heterodox/rules"

// antichess is lichess's: captures are compulsory, kings are ordinary pieces, and a
// side that has lost everything or cannot move wins.
var antichess = rules.Variant{
	Name:    "antichess",
	Summary: "captures are compulsory; lose all your pieces or run out of moves to win",
	Rules: []rules.Rule{
		rules.CompulsoryCaptures{},
		rules.GiveAway{},
		rules.CommonKings{},
		rules.PromotionToKing{},
		rules.NoCastling{},
	},
}
