package variants

import "github.com/heterodox-chess/heterodox/chess"

// losers is giveaway with a royal king: who has lost all else, or is mated,
// wins.
var losers = chess.Variant{
	Name:    "losers",
	Summary: "captures are compulsory; lose all but the king, or be mated, to win",
	Rules:   []chess.Rule{chess.CompulsoryCaptures{}, chess.GiveAway{}},
}
