package variants

import "github.com/heterodox-chess/heterodox/rules"

// fairy is the quiz's fairy chess: the queen is an amazon, queen and knight in one.
var fairy = rules.Variant{
	Name:    "fairy",
	Summary: "the queen is an amazon (queen and knight), letter A",
	Rules:   []rules.Rule{rules.Amazons{}},
}
