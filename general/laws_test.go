package general

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
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
		ruleset, err := Builtin().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		playout(t, ruleset, 7, 40, func(p game.Position) {
			fen := p.FEN()
			again, err := ruleset.ParsePosition(fen)
			if err != nil {
				t.Fatalf("%s: %s: %v", name, fen, err)
			}
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
		ruleset, err := Builtin().Open(name)
		if err != nil {
			t.Fatal(err)
		}
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

// The key that moves update is the key of the position as it is read.
func TestKeys(t *testing.T) {
	for _, name := range Builtin().Names() {
		ruleset, err := Builtin().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		playout(t, ruleset, 3, 60, func(p game.Position) {
			again, err := ruleset.ParsePosition(p.FEN())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if p.Key() != again.Key() {
				t.Errorf("%s: the key of %s", name, p.FEN())
			}
			if len(p.Moves()) == 0 != p.Outcome().Over() && p.Halfmove() < 90 {
				t.Errorf("%s: %s: %d moves, %v", name, p.FEN(), len(p.Moves()), p.Outcome())
			}
		})
	}
}
