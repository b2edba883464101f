package variants

import "github.com/heterodox-chess/heterodox/rules"

// horde is lichess's: 36 pawns without a king against an army.
var horde = rules.Variant{
	Name:    "horde",
	Summary: "White has 36 pawns and no king; Black wins by capturing them all",
	Rules: []rules.Rule{
		rules.StartingFrom("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"),
		rules.Horde{},
	},
}
