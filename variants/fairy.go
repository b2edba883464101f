package variants

import "github.com/heterodox-chess/heterodox/rules"

// fairy is the quiz's fairy chess: the queen is an amazon, queen and knight in one.
var fairy = rules.Variant{
	Name:    "fairy",
	Summary: "the queen also moves like a knight; its letter is A",
	Rules:   []rules.Rule{rules.Amazons{}},
}
