package general

import (
	"fmt"
	"slices"
	"sync"
)

// builtins are the games known without a file, read when first asked for.
var builtins = sync.OnceValue(func() map[string]*Description {
	games, errs := readDescriptions(builtinText, func(string) *Description { return nil })
	_ = errs // games that cannot be played yet: TestBuiltins knows them
	byName := map[string]*Description{}
	for _, d := range games {
		byName[d.Name] = d
	}
	return byName
})

// Names returns the names of the games known without a file, sorted.
func Names() []string {
	var names []string
	for name := range builtins() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// width returns how many words the sets of a board have.
func (d *Description) width() int {
	switch n := d.Files * d.Ranks; {
	case n <= 64:
		return 1
	case n <= 128:
		return 2
	}
	return 4
}

// A counter is what perft needs of a position of any width.
type counter interface {
	perft(depth int, stop func() bool) uint64
	fen() string
}

// parse reads a position of a game.
func (d *Description) parse(fen string) (counter, error) {
	switch d.width() {
	case 1:
		return parseWith[[1]uint64](d, fen)
	case 2:
		return parseWith[[2]uint64](d, fen)
	}
	return parseWith[[4]uint64](d, fen)
}

func parseWith[S set](d *Description, fen string) (counter, error) {
	r, err := compile[S](d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Name, err)
	}
	return r.parseFEN(fen)
}
