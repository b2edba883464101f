package pgn_test

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/variants"
)

// Each game of a file is replayed by the rules named in its Variant tag.
func ExampleReader() {
	const file = `[Variant "gun"]

1. e4 d5 2. exd5 Qxd5?? *

[Variant "Atomic"]

1. Nf3 f6 2. Nd4 Nh6 3. Ne6 Nf7 4. Nxd8 1-0
`
	for r := pgn.NewReader(strings.NewReader(file)); ; {
		g, err := r.Next()
		if err != nil {
			panic(err)
		}
		if g == nil {
			break
		}
		rules, err := variants.Open(g.Variant())
		if err != nil {
			panic(err)
		}
		record, err := g.Check(rules)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rules.Name(), record.Len(), "moves,", record.Outcome())
	}
	// Output:
	// line 3: move 2... Qxd5??: illegal move "Qxd5??": it captures nothing
	// atomic 7 moves, 1-0 (exploded king)
}
