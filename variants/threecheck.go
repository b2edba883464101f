package variants

import "github.com/heterodox-chess/heterodox/rules"

// threecheck is lichess's: the side that gives the third check wins.
var threecheck = rules.Variant{
	Name:    "threecheck",
	Aliases: []string{"3check"},
	Summary: "the third check wins",
	Rules:   []rules.Rule{rules.CheckLimit(3)},
}
