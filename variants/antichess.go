package variants

import "github.com/heterodox-chess/heterodox/rules"

// antichess is lichess's: captures are compulsory, kings are pieces like
// others, and who has lost everything or cannot move has won.
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
