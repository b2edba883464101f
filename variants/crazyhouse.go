package variants

import "github.com/heterodox-chess/heterodox/rules"

// crazyhouse is lichess's: captured pieces change sides and are dropped back on
// the board.
var crazyhouse = rules.Variant{
	Name:    "crazyhouse",
	Summary: "captured pieces go into the capturer's hand, to be dropped instead of a move",
	Rules:   []rules.Rule{rules.Pockets{}},
}
