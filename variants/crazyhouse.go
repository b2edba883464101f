package variants

import "github.com/heterodox-chess/heterodox/rules"

// crazyhouse is lichess's: captured pieces change sides and can be dropped back on the board.
var crazyhouse = rules.Variant{
	Name:    "crazyhouse",
	Summary: "captured pieces change sides and can be dropped instead of moving",
	Rules:   []rules.Rule{rules.Pockets{}},
}
