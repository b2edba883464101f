package variants

import "github.com/heterodox-chess/heterodox/chess"

// orthodox is FIDE chess.
var orthodox = chess.Variant{
	Name:    "chess",
	Aliases: []string{"standard", "normal", "fromposition"},
	Summary: "orthodox chess",
}
