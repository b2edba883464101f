package engine

import (
	"testing"

	"github.com/heterodox-chess/heterodox/game"
)

// Depth, score and agreement count; of those that agree, the deepest is elected.
func TestElect(t *testing.T) {
	const a, b = game.Code(1), game.Code(2)
	type voter struct {
		move  game.Code
		score Score
		depth int
	}
	for name, test := range map[string]struct {
		voters []voter
		want   int
	}{
		"alone":                     {[]voter{{a, -30, 5}}, 0},
		"nothing found":             {[]voter{{a, -infinity, 0}, {b, -infinity, 0}}, 0},
		"deeper":                    {[]voter{{a, 20, 10}, {b, 20, 11}}, 1},
		"much better":               {[]voter{{a, 20, 10}, {b, 90, 9}}, 1},
		"a little better":           {[]voter{{a, 20, 12}, {b, 21, 9}}, 0},
		"better of two good ones":   {[]voter{{a, 400, 12}, {b, 430, 9}}, 1},
		"two agree":                 {[]voter{{b, 20, 11}, {a, 20, 9}, {a, 20, 10}}, 2},
		"a win":                     {[]voter{{b, 400, 20}, {a, Mate - 5*turnCost, 8}}, 1},
		"the same move, one deeper": {[]voter{{a, 20, 10}, {a, 15, 12}}, 1},
	} {
		var searchers []*searcher
		for _, v := range test.voters {
			searchers = append(searchers, &searcher{roots: []rootMove{{move: v.move, score: v.score}}, finished: v.depth})
		}
		if got := elect(searchers); got != searchers[test.want] {
			t.Errorf("%s: searcher %d is not elected", name, test.want)
		}
	}
}
