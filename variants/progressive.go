package variants

import "github.com/heterodox-chess/heterodox/rules"

// progressive is Scottish chess: every turn has one move more than the previous one,
// and a check ends it.
var progressive = rules.Variant{
	Name:    "progressive",
	Summary: "turns of 1, 2, 3, 4 … moves; giving check ends a turn",
	Rules:   []rules.Rule{rules.ProgressiveTurns},
}
