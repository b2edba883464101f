package variants

import "github.com/heterodox-chess/heterodox/chess"

// horde is lichess's: 36 pawns without a king against an army.
var horde = chess.Variant{
	Name:    "horde",
	Summary: "White has 36 pawns and no king; Black wins by taking them all",
	Rules: []chess.Rule{
		chess.StartingFrom("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"),
		chess.Horde{},
	},
}
