package variants

import "github.com/heterodox-chess/heterodox/rules"

// madhouse is the quiz's madhouse chess: the capturer puts the captured piece on another square.
var madhouse = rules.Variant{
	Name:    "madhouse",
	Summary: "the capturer puts the captured piece on another square",
	Rules:   []rules.Rule{rules.Relocation{}},
}
