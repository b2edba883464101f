package general

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A game without our parts is the same if its ends are judged in their order, and if it has
// turns of several moves that do not come up: the same moves are legal, and it ends alike.
func TestSameInOurOrder(t *testing.T) {
	for _, name := range Builtin().Names() {
		composed := *Builtin().descriptions[name]
		composed.composed = true
		if composed.judge() == nil {
			ruleset, err := composed.open()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sameAs(t, name, ruleset, 150)
		}
		turns, errs := Check("[x:"+name+"]\nturns = "+strings.Repeat("1 ", 60)+"2\n", Builtin())
		if len(errs) == 0 { // else turns do not go with what the game has
			sameAs(t, name, openFrom(t, turns, "x"), 60)
		}
	}
}

// sameAs plays random games of a built-in game, of so many plies, and plays them in another
// game, too, which must be the same.
func sameAs(t *testing.T, name string, other game.Rules, plies int) {
	plain := openFrom(t, Builtin(), name)
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 2))
		p, q := plain.Start(), other.Start()
		for range plies {
			moves := p.Moves()
			a, b := p.Outcome(), q.Outcome()
			if len(moves) != len(q.Moves()) || a.Result != b.Result && a.Reason != rules.InsufficientMaterial {
				t.Errorf("%s: %s: %d moves, %v; %s: %d, %v", name, p.FEN(), len(moves), a, q.FEN(), len(q.Moves()), b)
				break
			}
			if len(moves) == 0 {
				break
			}
			text := p.UCI(moves[random.IntN(len(moves))])
			p, q = afterMove(t, p, text), afterMove(t, q, text)
		}
	}
}

func afterMove(t *testing.T, p game.Position, text string) game.Position {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return p.Play(m)
}

// A game keeps its own ends when it is combined with our parts.
func TestEndsOfCompositions(t *testing.T) {
	const bare, arrived, stayed = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "nnnnnnnnn/9/9/9/4N4/9/9/9/NNNN1NNNN b - - 0 1", "nnn2nnnn/9/3n5/9/4N4/9/9/9/NNNN1NNNN w - - 0 1"
	for _, c := range []struct{ name, fen, want string }{
		{"gun+shatranj", bare, "1-0 (extinction)"},
		{"fibonacci+shatranj", bare, "1-0 (extinction)"},
		{"atomic+shatranj", bare, "1-0 (extinction)"},
		{"gun+courier", "4k7/12/12/12/12/12/12/R3K7 w - - 0 1", "1-0 (extinction)"},
		{"gun+jesonmor", arrived, "*"}, // Black may still take the knight
		{"gun+jesonmor", stayed, "1-0 (goal reached)"},
		{"fibonacci+jesonmor", arrived, "*"},
		{"fibonacci+jesonmor", stayed, "1-0 (goal reached)"},
		{"gun+dobutsu", "L2/3/3/2l[] w - - 0 1", "1/2-1/2 (goal reached)"},
		{"gun+breakthrough", "pppPpppp/pppppppp/8/8/8/8/PPPPPPPP/PPPP1PPP b - - 0 1", "1-0 (goal reached)"},
	} {
		ruleset, err := Compose(c.name, Builtin())
		if err != nil {
			t.Fatal(err)
		}
		pos, err := ruleset.ParsePosition(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := pos.Outcome().String(); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.name, c.fen, got, c.want)
		}
	}
}
