package variants

import "github.com/heterodox-chess/heterodox/rules"

// gun is the quiz's gun chess: a capturing piece stays where it was.
var gun = rules.Variant{
	Name:    "gun",
	Summary: "the capturing piece stays where it was",
	Rules:   []rules.Rule{rules.Shooting{}},
}
