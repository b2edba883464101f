package variants

import "github.com/heterodox-chess/heterodox/chess"

// antichess is lichess's: captures are compulsory, kings are pieces like
// others, and who has lost everything or cannot move has won.
var antichess = chess.Variant{
	Name:    "antichess",
	Summary: "captures are compulsory; lose all pieces, or have no move, to win",
	Rules: []chess.Rule{
		chess.CompulsoryCaptures{},
		chess.GiveAway{},
		chess.CommonKings{},
		chess.PromotionToKing{},
		chess.NoCastling{},
	},
}
