package variants

import "github.com/heterodox-chess/heterodox/rules"

// threekings has three kings a side, which are ordinary pieces: capturing one wins.
var threekings = rules.Variant{
	Name:    "threekings",
	Summary: "three kings a side and no check; capture one to win",
	Rules: []rules.Rule{
		rules.StartingFrom("knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK"),
		rules.Extinction{Of: rules.RolesOf(rules.King), Left: 2},
		rules.CommonKings{},
	},
}
