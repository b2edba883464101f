package variants

import "github.com/heterodox-chess/heterodox/rules"

// losers is giveaway with a royal king: a side that has lost everything else, or is mated, wins.
var losers = rules.Variant{
	Name:    "losers",
	Summary: "captures are compulsory; lose everything but the king, or get mated, to win",
	Rules:   []rules.Rule{rules.CompulsoryCaptures{}, rules.GiveAway{}},
}
