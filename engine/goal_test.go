package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

// The immediate wins found are those that trying every move finds, in random games and also
// in compositions; where moves can end the game in other ways too, no win is invented.
func TestWinsAtOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 11))
	for _, c := range []struct {
		name  string
		rules []rules.Rule
		exact bool // the game is decided by the goal alone
	}{
		{"threecheck", checkRules, true},
		{"kingofthehill", hillRules, true},
		{"racingkings", raceRules, true},
		{"threecheck+kingofthehill", append(slices.Clone(checkRules), hillRules...), true},
		{"threecheck+fibonacci", append(slices.Clone(checkRules), rules.FibonacciTurns), true},
		{"kingofthehill+extinction", append(slices.Clone(hillRules), extinctionRules...), false},
		{"threecheck+gun", append(slices.Clone(checkRules), rules.Shooting{}), true},
		{"extinction", extinctionRules, true},
		{"extinction+gun", append(slices.Clone(extinctionRules), rules.Shooting{}), true},
		{"extinction+fibonacci", append(slices.Clone(extinctionRules), rules.FibonacciTurns), true},
		{"extinction+crazyhouse", append(slices.Clone(extinctionRules), rules.Pockets{}), true},
		{"extinction+antichess", append(slices.Clone(extinctionRules), rules.CompulsoryCaptures{}), true},
		{"extinction+atomic", append(slices.Clone(extinctionRules), rules.Explosions{}), false},
	} {
		wins := 0
		for range 40 {
			first := start(t, c.rules...)
			s := node(t, first.FEN(), c.rules...)
			for range 150 {
				f := &s.frames[1]
				s.set(1, *s.pos(0))
				pos := s.pos(1)
				moves := pos.Moves(nil)
				if pos.Decided().Over() || len(moves) == 0 {
					break
				}
				us := pos.Side()
				want := slices.ContainsFunc(moves, func(m chess.Move) bool {
					if s.model.takesLast && m.IsCapture() && m.CapturedSquare() != m.To() {
						return false // captures en passant are left to the search
					}
					next := pos.Play(m)
					return next.Decided().Result == rules.WinFor(us)
				})
				_, won := s.chess.winsAtOnce(1, false)
				if won {
					wins++
					if next := pos.Play(chess.Move(f.line[0])); len(f.line) != 1 || !hasWon(&next, us) {
						t.Errorf("%s %s: %v wins nothing", c.name, pos.FEN(), f.line)
					}
				}
				if won != want && (won || c.exact) {
					t.Errorf("%s %s: wins at once: %v, want %v", c.name, pos.FEN(), won, want)
				}
				s.set(0, pos.Play(moves[random.IntN(len(moves))]))
			}
		}
		if wins == 0 {
			t.Errorf("%s: no position with a win", c.name)
		}
	}
}

// Quiescence sees a goal one quiet move away, and a check that brings it near.
func TestQuiescenceSeesGoals(t *testing.T) {
	for _, c := range []struct {
		fen   string
		rules []rules.Rule
		moves int // of the win
	}{
		{"4k3/8/8/8/8/8/8/3RK3 w - - 0 1 +2+0", checkRules, 1},
		{"4k3/8/8/8/8/8/8/3RK3 b - - 0 1 +0+2", checkRules, 0},
		{"7k/8/8/8/8/2K5/8/8 w - - 0 1", hillRules, 1},
		{"7k/8/8/8/8/2K5/8/8 w - - 0 1 +2+0", append(slices.Clone(checkRules), hillRules...), 1}, // no check to give
		{"8/7K/k7/8/8/8/8/8 w - - 0 1", raceRules, 1},
	} {
		s := node(t, c.fen, c.rules...)
		s.set(1, *s.pos(0))
		score := s.quiesce(1, -infinity, infinity, s.traits.quiescenceDepth)
		if score > maxEval != (c.moves > 0) {
			t.Errorf("%v %s: quiescence says %v", c.rules, c.fen, score)
		}
	}
	// Two checks are missing: no move wins, but giving one of them is worth more than
	// standing pat.
	s := node(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 +1+1", checkRules...)
	s.set(1, *s.pos(0))
	s.quiesce(1, -infinity, infinity, s.traits.quiescenceDepth)
	if line := s.frames[1].line; len(line) == 0 || line[0] != moveOf(t, *s.pos(1), "d1d8") {
		t.Errorf("quiescence plays %v, not the check", line)
	}
}

// The networks of three-check and of compositions see how many checks are left to give,
// from both sides and however the board is mirrored; others do not.
func TestNetworkSeesChecks(t *testing.T) {
	inputs := func(fen string, ruleset ...rules.Rule) (us, them []uint16) {
		pos := of(t, fen, ruleset...)
		s, ok := NewNetSampler(pos.Rules()).Sample(&pos, nil, nil)
		if !ok {
			t.Fatalf("%s: there is no sample", fen)
		}
		slices.Sort(s.Us)
		slices.Sort(s.Them)
		return s.Us, s.Them
	}
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	none, _ := inputs(board + " w KQkq - 0 1")
	seen := map[string]bool{}
	for _, given := range []string{"+0+0", "+1+0", "+0+1", "+2+0", "+0+2", "+2+2"} {
		us, _ := inputs(board+" w KQkq - 0 1 "+given, checkRules...)
		if len(us) != len(none)+4 {
			t.Errorf("%s: %d inputs, %d without checks", given, len(us), len(none))
		}
		text := fmt.Sprint(us)
		if seen[text] {
			t.Errorf("%s: the inputs are those of another count", given)
		}
		seen[text] = true
	}
	white, black := inputs(board+" w KQkq - 0 1 +2+1", checkRules...)
	turned, other := inputs(board+" b KQkq - 0 1 +1+2", checkRules...)
	if !slices.Equal(white, turned) || !slices.Equal(black, other) {
		t.Error("Black does not see what White does")
	}
	const parts = 2
	us, _ := inputs(board+" w KQkq - 0 1 +2+1", append(slices.Clone(checkRules), rules.Shooting{})...)
	if want := (len(none)+4)*(1+parts) + parts; len(us) != want {
		t.Errorf("a composition: %d inputs, want %d", len(us), want)
	}
}
