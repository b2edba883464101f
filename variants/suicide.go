package variants

import "github.com/heterodox-chess/heterodox/chess"

// suicide is antichess where, without a move, the side with fewer pieces wins.
var suicide = chess.Variant{
	Name:    "suicide",
	Summary: "antichess; without a move the side with fewer pieces wins",
	Rules: []chess.Rule{
		chess.CompulsoryCaptures{},
		chess.GiveAway{FewerPieces: true},
		chess.CommonKings{},
		chess.PromotionToKing{},
		chess.NoCastling{},
	},
}
