package general

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// playout plays random moves and calls each with every position on the way.
func playout(t *testing.T, ruleset game.Rules, seed uint64, plies int, each func(p game.Position)) {
	t.Helper()
	playoutFrom(ruleset.Start(), seed, plies, each)
}

func playoutFrom(pos game.Position, seed uint64, plies int, each func(p game.Position)) {
	random := rand.New(rand.NewPCG(seed, 1))
	for range plies {
		each(pos)
		moves := pos.Moves()
		if len(moves) == 0 {
			return
		}
		pos = pos.Play(moves[random.IntN(len(moves))])
	}
}

// In every game, positions and moves in UCI notation read back as they were
// written.
func TestRoundTrips(t *testing.T) {
	for _, name := range Builtin().Names() {
		ruleset := must.Get(t, Builtin().Open, name)
		playout(t, ruleset, 7, 40, func(p game.Position) {
			fen := p.FEN()
			again := must.Get(t, ruleset.ParsePosition, fen)
			if got := again.FEN(); got != fen {
				t.Errorf("%s: %s is read back as %s", name, fen, got)
			}
			moves := p.Moves()
			uci, san, steps := map[string]bool{}, map[string]bool{}, map[string]bool{}
			if len(moves) > 60 {
				moves = moves[:60]
			}
			for _, m := range moves {
				if text := p.UCI(m); uci[text] {
					t.Errorf("%s: %s: %s is two moves", name, fen, text)
				} else if back, err := p.ParseMove(text); err != nil || back != m {
					t.Errorf("%s: %s: %s: %v", name, fen, text, err)
				} else {
					uci[text] = true
				}
				_, _ = san, steps
			}
		})
	}
}

// composed are games of this machine with parts of our own.
var composed = []string{
	"gun+capablanca", "rifle+janus", "madhouse+grand", "blackhole+capablanca", "fibonacci+shako", "extinction+gothic",
	"marseillais+xiangqi", "progressive+hoppelpoppel", "atomic+capablanca", "antichess+grand", "baseline+embassy",
	"placement+capablanca", "crazyhouse+chancellor", "threecheck+knightmate", "kingofthehill+nightrider", "fairy+berolina",
	"gun+blackhole+fibonacci+courier", "madhouse+atomic+shako", "gun+madhouse+blackhole+extinction+janus", "nocastle+capablanca",
	"gun+shogi", "blackhole+xiangqi", "threecheck+janggi", "kingofthehill+janggicasual", "fibonacci+crazyhouse+capablanca", "baseline+madhouse+capablanca",
}

// Our own parts can be combined with games of this machine: what is written reads
// back as the same, and the game ends when there are no moves.
func TestComposed(t *testing.T) {
	for _, name := range composed {
		ruleset, err := Compose(name, Builtin())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		over := 0
		for seed := range uint64(2) {
			playout(t, ruleset, 20+seed, 30, func(p game.Position) {
				over += composedPosition(t, ruleset, p)
			})
		}
		t.Logf("%s: %d decided", name, over)
	}
}

// Games keep their own rules when they are combined with others.
func TestComposedKeepRules(t *testing.T) {
	threats := "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
	gates := "rebqkbhr/pppppppp/5n2/4P2Q/8/n6N/PPPPBPPP/RNBEK2R[H] w KQBCkq - 7 6"
	checked := "1r1k2ns/2s1m2r/2p2p1p/3pn1pP/M1P3P1/Pm2PP2/1SKN1S2/R3M1NR w - - 0 27"
	pinned := "rEb1k3/pQ2Bprp/4P2p/p1Ep1P2/p2HPq1P/P3nP2/1PP1NKPR/R2H1BN1[Nb] b FGac - 0 48"
	c := mustRead(t, `
[mustdrop:dragon]
mustDrop = true
[castlewin:threecheck+kingofthehill]
castlingWins = q
`)
	for _, test := range []struct {
		name, fen string
		moves     int
	}{
		{"threecheck+atomic+duck", threats, 1050}, // who castles moves the duck
		{"fischerandom+threecheck+duck", threats, 1050},
		{"threecheck+kingofthehill+seirawan", gates, 47}, // e1g1h, h1e1h
		{"atomic+seirawan", gates, 47},
		{"threecheck+kingofthehill+makpong", checked, 3}, // the king does not leave the check
		{"threecheck+kingofthehill+cambodian", "", 25},   // d1b2, d1f2
		{"threecheck+nocastle+atomar", "8/3k4/3K4/8/8/8/8/R6r w - - 0 1", 21},
		{"threecheck+kingofthehill+shouse", pinned, 62},
		// Where no drop is legal, other moves are; but not in our placement.
		{"gun+mustdrop", "", 20},
		{"madhouse+mustdrop", "", 20},
		{"atomic+mustdrop", "", 20},
		{"threecheck+kingofthehill+mustdrop", "", 20},
		// A captured piece is put only where it may go: an advisor on its palace, no pawn where it
		// could never move.
		{"madhouse+xiangqi", "3ak4/9/9/9/9/9/9/9/9/3R1K3 w - - 0 1", 20},
		{"madhouse+shoshogi", "4k4/9/9/4p4/4P4/9/9/9/4K4 w - - 0 1", 74},
		{"baseline+embassy", "r9/10/10/10/10/10/10/K9[N] w - - 0 1", 0},
		{"threecheck+baseline+embassy", "r9/10/10/10/10/10/10/K9[N] w - - 3+3 0 1", 0},
		{"castlewin", "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR b Kkq - 3+3 0 1", 19},
		{"castlewin", "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 3+3 0 1", 0},
	} {
		ruleset, err := Compose(test.name, c, Builtin())
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		pos := must.Position(t, ruleset, test.fen)
		if n := len(pos.Moves()); n != test.moves {
			t.Errorf("%s: %s: %d moves, want %d", test.name, pos.FEN(), n, test.moves)
		}
	}
}

// Further ways to win leave the moves of a game as they are.
func TestFurtherWinsKeepMoves(t *testing.T) {
	compared := 0
	for _, name := range Builtin().Names() {
		with, err := Compose("threecheck+kingofthehill+"+name, Builtin())
		if err != nil {
			continue // it has such wins, or no royal king
		}
		playout(t, openFrom(t, Builtin(), name), 900, 60, func(p game.Position) {
			q, err := with.ParsePosition(p.FEN())
			if err != nil || p.Outcome().Over() || q.Outcome().Over() {
				return
			}
			compared++
			if one, two := len(p.Moves()), len(q.Moves()); one != two {
				t.Errorf("%s: %s: %d moves, want %d", with.Name(), p.FEN(), two, one)
			}
		})
	}
	if compared < 3000 {
		t.Errorf("only %d positions were compared", compared)
	}
}

func composedPosition(t *testing.T, ruleset game.Rules, p game.Position) (over int) {
	t.Helper()
	name, fen := ruleset.Name(), p.FEN()
	again, err := ruleset.ParsePosition(fen)
	switch {
	case err != nil:
		t.Fatalf("%s: %s: %v", name, fen, err)
	case again.FEN() != fen || again.Key() != p.Key():
		t.Errorf("%s: %s is read back as %s", name, fen, again.FEN())
	}
	moves := p.Moves()
	if p.Outcome().Over() {
		over = 1
	}
	if len(moves) == 0 && over == 0 || len(moves) > 0 && over == 1 && p.Halfmove() < 100 && p.Outcome().Reason != rules.InsufficientMaterial {
		t.Errorf("%s: %s: %d moves, %v", name, fen, len(moves), p.Outcome())
	}
	seen := map[string]bool{}
	for i, m := range moves {
		text := p.UCI(m)
		if seen[text] {
			t.Errorf("%s: %s: %s is two moves", name, fen, text)
		}
		seen[text] = true
		if i%41 != 0 {
			continue
		}
		if back, err := p.ParseMove(text); err != nil || back != m {
			t.Errorf("%s: %s: %s: %v", name, fen, text, err)
		}
		if len(moves) < 60 {
			san := p.SAN(m)
			if back, err := p.ParseSAN(san); err != nil || back != m {
				t.Errorf("%s: %s: %s: %v", name, fen, san, err)
			}
		}
	}
	return over
}

// SAN and the steps of a move belong to one move only.
func TestSANAndSteps(t *testing.T) {
	for _, name := range []string{"chess", "capablanca", "shogi", "xiangqi", "janggi", "seirawan", "crazyhouse", "kyotoshogi", "atomic", "grand", "snailtrail"} {
		ruleset := must.Get(t, Builtin().Open, name)
		playout(t, ruleset, 11, 25, func(p game.Position) {
			san, steps := map[string]bool{}, map[string]bool{}
			for _, m := range p.Moves() {
				text := p.SAN(m)
				if san[text] {
					t.Errorf("%s: %s: %s is two moves", name, p.FEN(), text)
				}
				san[text] = true
				if back, err := p.ParseSAN(text); err != nil || back != m {
					t.Errorf("%s: %s: %s: %s %v", name, p.FEN(), p.UCI(m), text, err)
				}
				key := ""
				for _, s := range screen.Of(p).Steps(m) {
					key += string(rune('0'+s.Kind)) + s.Square.String() + s.Letter + " "
				}
				if steps[key] {
					t.Errorf("%s: %s: steps %s twice", name, p.FEN(), key)
				}
				steps[key] = true
			}
		})
	}
}

// The steps of a move that is no promotion are found without a list of all moves, of which there
// may be thousands.
func TestStepsWithoutList(t *testing.T) {
	for _, name := range []string{"amazons", "duck"} {
		ruleset := must.Get(t, Builtin().Open, name)
		pos := ruleset.Start()
		m, p := pos.Moves()[0], screen.Of(pos)
		if n := testing.AllocsPerRun(10, func() { p.Steps(m) }); n > 2 {
			t.Errorf("%s: the steps of %s take %v allocations", name, pos.UCI(m), n)
		}
	}
}

// Signs without a move are no move, though passes, castling and drops have no squares to name.
func TestSignsAlone(t *testing.T) {
	for name, fen := range map[string]string{
		"janggi": "", "capablanca": "5k4/10/10/10/10/10/10/R4K4 w Q - 0 1", "shogi": "4k4/9/9/9/9/9/9/9/4K4[G] w - - 0 1",
	} {
		ruleset := must.Get(t, Builtin().Open, name)
		pos := must.Position(t, ruleset, fen)
		for _, text := range []string{"", "+", "#", "!?", " "} {
			if m, err := pos.ParseSAN(text); err == nil {
				t.Errorf("%s: %q is %s", name, text, pos.UCI(m))
			}
		}
	}
}

// The key that moves update is the key of the position as it is read.
func TestKeys(t *testing.T) {
	for _, name := range Builtin().Names() {
		ruleset := must.Get(t, Builtin().Open, name)
		playout(t, ruleset, 3, 60, func(p game.Position) {
			again := must.Get(t, ruleset.ParsePosition, p.FEN())
			if p.Key() != again.Key() {
				t.Errorf("%s: the key of %s", name, p.FEN())
			}
			if len(p.Moves()) == 0 != p.Outcome().Over() && p.Halfmove() < 90 {
				t.Errorf("%s: %s: %d moves, %v", name, p.FEN(), len(p.Moves()), p.Outcome())
			}
		})
	}
}
