package general

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
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
	m := must.Get(t, p.ParseMove, text)
	return p.Play(m)
}

// A game keeps its own ends when it is combined with our parts.
func TestEndsOfCompositions(t *testing.T) {
	const bare, arrived, stayed = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "nnnnnnnnn/9/9/9/4N4/9/9/9/NNNN1NNNN b - - 0 1", "nnn2nnnn/9/3n5/9/4N4/9/9/9/NNNN1NNNN w - - 0 1"
	for _, c := range []struct{ name, fen, want string }{
		{"gun+shatranj", bare, "1-0 (extinction)"},
		{"fibonacci+shatranj", bare, "1-0 (extinction)"},
		{"atomic+shatranj", bare, "1-0 (extinction)"},
		// Of its parent, shatranj, chaturanga has no ends that others could change.
		{"extinction+chaturanga", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", "1-0 (extinction)"},
		{"kinglet+chaturanga", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "1-0 (extinction)"},
		{"antichess+chaturanga", "4k3/8/8/8/8/8/PPP5/RNBQK3 w - - 0 1", "*"},
		{"antichess+chaturanga", "8/8/8/8/8/8/8/4K3 w - - 0 1", "0-1 (extinction)"},
		{"losers+chaturanga", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "0-1 (extinction)"},
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
		pos := must.Get(t, ruleset.ParsePosition, c.fen)
		if got := pos.Outcome().String(); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.name, c.fen, got, c.want)
		}
	}
}

// No game is over before its first move because it is combined with a part of ours, whatever
// pieces the sides have.
func TestCombinedGamesCanBegin(t *testing.T) {
	for _, part := range []string{"extinction", "atomic", "antichess", "kingofthehill", "threecheck", "crazyhouse", "gun"} {
		for _, name := range Builtin().Names() {
			ruleset, err := Compose(part+"+"+name, Builtin())
			if err != nil {
				continue // they exclude each other
			}
			if start := ruleset.Start(); start.Outcome().Over() || len(start.Moves()) == 0 {
				t.Errorf("%s+%s: %d moves, %v", part, name, len(start.Moves()), start.Outcome())
			}
		}
	}
}

// Kings that may explode can be in check, and what follows from that holds for them as for
// royal kings; common kings cannot.
func TestChecksOfKingsThatExplode(t *testing.T) {
	for _, c := range []struct{ name, fen, moves, want string }{
		{"atomic+minixiangqi", "2k4/7/7/7/7/3R3/4K2 w - - 0 1", "d2c2 c7d7 c2d2 d7c7 d2c2 c7d7 c2d2 d7c7", "0-1 (perpetual check)"},
		{"atomic+xiangqi", "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", "e2d2 d10e10 d2e2 e10d10 e2d2 d10e10 d2e2 e10d10", "0-1 (perpetual check)"},
		{"atomic+shogi", "3lkl3/9/4G4/9/9/9/9/9/4K4[P] w - - 0 1", "P@e8", "0-1 (checkmate)"}, // a pawn may not be dropped to mate
		{"atomic+janggimodern", "3k5/9/9/9/9/9/9/9/8R/3K5 w - - 9 9", "i2i3 d10d9 i3i2 d9e9 i2i3 e9f9 i3i2 f9f10 i2i3", "0-1 (repetition)"},
		// Kings may chase, royal or not.
		{"kinglet+xiangqi", "3ak4/4a4/9/9/9/9/9/3c5/4K4/9 w - - 0 1", "e2d2 d3e3 d2e2 e3d3 e2d2 d3e3 d2e2 e3d3", "1/2-1/2 (threefold repetition)"},
		{"crazyhouse+capablanca", "4k5/10/10/10/10/10/10/R3K5[] w - - 99 80", "a1a2", "*"}, // has no fifty-move rule
	} {
		if got := playedFrom(t, c.name, c.fen, c.moves).Outcome().String(); got != c.want {
			t.Errorf("%s: %s, %s: %s, want %s", c.name, c.fen, c.moves, got, c.want)
		}
	}
	for fen, want := range map[string]string{
		"4k5/10/10/10/10/10/10/4RK4 w - - 0 1":  "the black king on e8 is in check, but it is White's move",
		"4k5/10/10/10/10/10/10/3KRK4 b - - 0 1": "2 white kings instead of at most one",
	} {
		ruleset, err := Compose("atomic+capablanca", Builtin())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ruleset.ParsePosition(fen); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", fen, err, want)
		}
	}
	if file, _, err := Export("atomic+chaturanga", Builtin()); err != nil || strings.Contains(file, "PieceCount") { // of its parent, shatranj
		t.Errorf("%v:\n%s", err, file)
	}
	for name, want := range map[string]string{
		"atomic+coregal":             "has several royal pieces",
		"kingofthehill+breakthrough": "has no king",
		"atomic+janggi":              "may end when the royal kings face each other",
	} {
		if _, err := Compose(name, Builtin()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	after := playedFrom(t, "threecheck+shoshogi", "4k4/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a2a9").Position().FEN()
	if want := "R3k4/9/9/9/9/9/9/9/4K4 b - - 2+3 1 1"; after != want {
		t.Errorf("a check of a pseudo-royal king: %s, want %s", after, want)
	}
}
