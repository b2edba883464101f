package variants

import "github.com/heterodox-chess/heterodox/rules"

// orthodox is FIDE chess.
var orthodox = rules.Variant{
	Name:    "chess",
	Aliases: []string{"standard", "normal", "fromposition"},
	Summary: "orthodox chess",
}
