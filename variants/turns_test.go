package variants_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// The turns of a game from a file are those of the same rule on the fast machine and, where
// a game of the catalogue has them, of that game: the same moves, positions and results.
func TestTurnsOfFiles(t *testing.T) {
	for list, name := range map[rules.Turns]string{
		rules.FibonacciTurns: "fibonacci", rules.ProgressiveTurns: "progressive", rules.MarseillaisTurns: "marseillais",
		"2 1": "", "1 2 4 …": "", "3 1 1 2": "", "1 3 5 ...": "", "2": "", "1": "chess",
	} {
		machine, err := chess.Compile(rules.Variant{Name: "x", Rules: []rules.Rule{rules.Turns(list)}})
		if err != nil {
			t.Fatal(err)
		}
		file, err := variants.Derive("[x:chess]\nturns = "+string(list)+"\n", general.Fitted{})
		if err != nil {
			t.Fatal(err)
		}
		games := []game.Rules{fast.Game(machine), file}
		if name != "" {
			games = append(games, variants.MustOpen(name))
		}
		for seed := range uint64(4) {
			playAlike(t, string(list), games, rand.New(rand.NewPCG(seed, 1)))
		}
	}
}

// playAlike plays a random game by several rules at once.
func playAlike(t *testing.T, list string, games []game.Rules, random *rand.Rand) {
	t.Helper()
	at := make([]game.Position, len(games))
	for i, g := range games {
		at[i] = g.Start()
	}
	for range 120 {
		var moves []string
		for i, p := range at {
			var texts []string
			for _, m := range p.Moves() {
				texts = append(texts, p.UCI(m))
			}
			slices.Sort(texts)
			switch {
			case i == 0:
				moves = texts
			case !slices.Equal(texts, moves):
				t.Fatalf("%s: %s: %v, not %v", list, p.FEN(), texts, moves)
			case p.FEN() != at[0].FEN() || p.Outcome() != at[0].Outcome():
				t.Fatalf("%s: %s (%v), not %s (%v)", list, p.FEN(), p.Outcome(), at[0].FEN(), at[0].Outcome())
			}
		}
		if len(moves) == 0 || at[0].Outcome().Over() {
			return
		}
		move := moves[random.IntN(len(moves))]
		for i, p := range at {
			m := must.Get(t, p.ParseMove, move)
			at[i] = p.Play(m)
		}
	}
}

// Turns cannot be combined with a variant that has turns of its own.
func TestTurnsTwice(t *testing.T) {
	_, err := variants.Derive("[x:chess]\nturns = 2\n[y:fibonacci+x]\n", general.Fitted{})
	if err == nil || !strings.Contains(err.Error(), "fibonacci cannot be combined with x, which already has turns of several moves") {
		t.Error(err)
	}
}
