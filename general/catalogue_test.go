package general

import (
	"sync"

	"github.com/heterodox-chess/heterodox/rules"
)

// Variants are those of package variants, set by the tests of package general_test:
// package variants imports this one.
var Variants []rules.Variant

// Builtin returns the games of games.ini with all variants.
var Builtin = sync.OnceValue(func() *Catalogue { return Games(Variants) })
