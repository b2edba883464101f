package variants

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// Open returns the game of a name, ready to be played: any that Compile
// understands, or "cube" with the length of an edge, 2 to 10 ("cube3").
func Open(name string) (game.Rules, error) {
	if edge, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(name)), "cube"); ok {
		n, err := strconv.Atoi(edge)
		if err != nil {
			return nil, fmt.Errorf("%.40q: a cube is named with its edge, cube%d to cube%d", name, cubic.MinSize, cubic.MaxStart)
		}
		return cubic.Rules(n)
	}
	rules, err := Compile(name)
	if err != nil {
		return nil, err
	}
	return game.Fast(rules), nil
}

// MustOpen is Open for names known to be right; it panics on others.
func MustOpen(name string) game.Rules {
	rules, err := Open(name)
	if err != nil {
		panic(err)
	}
	return rules
}
