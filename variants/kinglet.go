package variants

import "github.com/heterodox-chess/heterodox/chess"

// kinglet is won by taking all enemy pawns, which promote to kings only.
var kinglet = chess.Variant{
	Name:    "kinglet",
	Summary: "no check; take all enemy pawns, which become kings, to win",
	Rules: []chess.Rule{
		chess.Extinction{Of: chess.RolesOf(chess.Pawn)},
		chess.CommonKings{},
		chess.PromotionToKing{Only: true},
	},
}
