package variants

import "github.com/heterodox-chess/heterodox/rules"

// amazon is fairy under the name that GUIs know.
var amazon = rules.Variant{
	Name:    "amazon",
	Summary: fairy.Summary,
	Rules:   fairy.Rules,
}
