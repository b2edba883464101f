package variants

import "github.com/heterodox-chess/heterodox/rules"

// nocheckatomic is atomic without check: kings are pieces like others, and who
// has none has lost.
var nocheckatomic = rules.Variant{
	Name:    "nocheckatomic",
	Summary: "atomic without check: the king may stay attacked",
	Rules:   []rules.Rule{rules.Explosions{}, rules.Extinction{Of: rules.RolesOf(rules.King)}, rules.CommonKings{}},
}
