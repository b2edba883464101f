package general

import (
	"sync"

	"github.com/heterodox-chess/heterodox/rules"
)

// Variants are those of package variants, which tests of package general_test hand over:
// it imports this package.
var Variants []rules.Variant

// Builtin returns the games of games.ini beside all variants.
var Builtin = sync.OnceValue(func() *Catalogue { return Games(Variants) })
