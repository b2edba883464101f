package variants

import "github.com/heterodox-chess/heterodox/chess"

// threekings has three kings a side, which are pieces like others: who takes
// one wins.
var threekings = chess.Variant{
	Name:    "threekings",
	Summary: "three kings a side and no check; take one to win",
	Rules: []chess.Rule{
		chess.StartingFrom("knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK"),
		chess.Extinction{Of: chess.RolesOf(chess.King), Left: 2},
		chess.CommonKings{},
	},
}
