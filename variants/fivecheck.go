package variants

import "github.com/heterodox-chess/heterodox/rules"

// fivecheck is threecheck with five checks.
var fivecheck = rules.Variant{
	Name:    "fivecheck",
	Aliases: []string{"5check"},
	Summary: "the fifth check wins",
	Rules:   []rules.Rule{rules.CheckLimit(5)},
}
