package variants

import "github.com/heterodox-chess/heterodox/rules"

// extinction is the quiz's extinction chess: there is no check, and capturing all
// enemy pieces of one type wins.
var extinction = rules.Variant{
	Name:    "extinction",
	Summary: "no check; capture all enemy pieces of one type to win",
	Rules:   []rules.Rule{rules.Extinction{}, rules.CommonKings{}, rules.PromotionToKing{}},
}
