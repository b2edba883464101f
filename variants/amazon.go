package variants

import "github.com/heterodox-chess/heterodox/rules"

// amazon is fairy under the name that GUIs use.
var amazon = rules.Variant{
	Name:    "amazon",
	Summary: fairy.Summary,
	Rules:   fairy.Rules,
}
