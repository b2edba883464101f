package variants

import "github.com/heterodox-chess/heterodox/rules"

// nocheckatomic is atomic without check: kings are ordinary pieces, and a side
// without a king has lost.
var nocheckatomic = rules.Variant{
	Name:    "nocheckatomic",
	Summary: "atomic without check: the king may stay attacked",
	Rules:   []rules.Rule{rules.Explosions{}, rules.Extinction{Of: rules.RolesOf(rules.King)}, rules.CommonKings{}},
}
