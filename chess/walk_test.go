package chess_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/variants"
)

// randomRulesets returns every named variant and so many random compositions.
func randomRulesets(t testing.TB, random *rand.Rand, compositions int) []*chess.Ruleset {
	t.Helper()
	var all []*chess.Ruleset
	names := variants.Names()
	for _, name := range names {
		all = append(all, variants.MustCompile(name))
	}
	seen := map[string]bool{}
	for len(all) < len(names)+compositions {
		var parts []string
		for _, i := range random.Perm(len(names))[:2+random.IntN(5)] {
			parts = append(parts, names[i])
		}
		rules, err := variants.Compile(strings.Join(parts, "+"))
		if err != nil || seen[rules.Name()] {
			continue // the parts contradict each other
		}
		seen[rules.Name()] = true
		all = append(all, rules)
	}
	return all
}

// walkGames plays random games of some length and shows visit every position in
// them, the last included, with its legal moves, which may be none.
func walkGames(random *rand.Rand, start chess.Position, games, plies int, visit func(p chess.Position, moves []chess.Move)) {
	var buf [chess.MaxMoves]chess.Move
	for range games {
		p := start
		for range plies {
			moves := p.Moves(buf[:0])
			visit(p, moves)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
	}
}

// mustFEN returns the position of a FEN that is known to be right, the start
// position for an empty one.
func mustFEN(t testing.TB, variant, fen string) chess.Position {
	t.Helper()
	rules := variants.MustCompile(variant)
	if fen == "" {
		return rules.Start()
	}
	p, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", variant, err)
	}
	return p
}
