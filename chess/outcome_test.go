package chess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/rules"
)

func TestOutcome(t *testing.T) {
	for _, test := range []struct{ variant, fen, want string }{
		{"chess", "", "*"},
		{"chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "1-0 (checkmate)"},
		{"chess", "k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "0-1 (checkmate)"},
		{"chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "1/2-1/2 (stalemate)"},
		// Checkmate on the board precedes the fifty-move rule, and so does stalemate.
		{"chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80", "1-0 (checkmate)"},
		{"chess", "7k/5Q2/8/8/8/8/8/K7 b - - 100 80", "1/2-1/2 (stalemate)"},
		{"chess", "7k/8/8/8/8/8/5Q2/K7 b - - 100 80", "1/2-1/2 (fifty-move rule)"},
		{"chess", "7k/8/8/8/8/8/5Q2/K7 b - - 150 80", "1/2-1/2 (fifty-move rule)"},
		{"chess", "7k/8/8/8/8/8/5Q2/K7 b - - 99 80", "*"},
		{"madhouse", "7k/8/8/8/8/8/5Q2/K7 b - - 100 80", "1/2-1/2 (fifty-move rule)"},

		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1/2-1/2 (insufficient material)"},
		{"chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "1/2-1/2 (insufficient material)"},
		{"chess", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", "1/2-1/2 (insufficient material)"},
		{"chess", "4kb2/8/8/8/8/B7/8/2B1K3 w - - 0 1", "1/2-1/2 (insufficient material)"},
		{"chess", "4k1b1/8/8/8/8/B7/8/2B1K3 w - - 0 1", "*"},
		{"chess", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", "*"},
		{"chess", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", "*"},
		{"chess", "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", "*"},
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "*"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "*"},
		{"chess", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "*"},
		{"fischerandom", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1/2-1/2 (insufficient material)"},
		{"fairy", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1/2-1/2 (insufficient material)"},
		{"fairy", "4k3/8/8/8/8/8/8/4K2A w - - 0 1", "*"},
		// Elsewhere kings can be lost without mating material, or the rules do not say.
		{"fibonacci", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "*"},
		{"gun", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "*"},
		{"madhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "*"},
		{"blackhole", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "*"},
		{"baseline", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "*"},

		{"blackhole", "4k3/8/8/8/8/8/8/8 w - - 0 1", "0-1 (king vanished)"},
		{"blackhole", "4k3/8/8/8/8/8/8/8 b - - 0 1", "0-1 (king vanished)"},
		{"blackhole", "8/8/8/8/8/8/8/4K3 b - - 0 1", "1-0 (king vanished)"},
		{"blackhole", "8/8/8/8/8/8/8/R7 w - - 0 1", "1/2-1/2 (king vanished)"},
		{"blackhole", "4k3/8/8/8/8/8/8/8 w - - 100 80", "0-1 (king vanished)"},
		{"blackhole+baseline", "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1", "*"},
		{"blackhole+extinction", "rnbqk3/p7/8/8/8/8/P7/RNBQ4 w - - 0 1", "0-1 (extinction)"},

		{"extinction", "rnbqk3/p7/8/8/8/8/P7/RNBQK3 w - - 0 1", "*"},
		{"extinction", "rnbqk3/p7/8/8/8/8/8/RNBQK3 w - - 0 1", "0-1 (extinction)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/R1BQK3 w - - 0 1", "0-1 (extinction)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/RN1QK3 w - - 0 1", "0-1 (extinction)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/1NBQK3 w - - 0 1", "0-1 (extinction)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/RNB1K3 w - - 0 1", "0-1 (extinction)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/RNBQ4 w - - 0 1", "0-1 (extinction)"},
		// The side that moved last has lost a type of its own.
		{"extinction", "rnbqk3/p7/8/8/8/8/8/RNBQK3 b - - 0 1", "0-1 (extinction)"},
		// Both lack one: the side that moved last wins.
		{"extinction", "rnbqk3/8/8/8/8/8/8/RNBQK3 w - - 0 1", "0-1 (extinction)"},
		{"extinction", "rnbqk3/8/8/8/8/8/8/RNBQK3 b - - 0 1", "1-0 (extinction)"},
		{"extinction+fairy", "rnbak3/p7/8/8/8/8/P7/RNBAK3 w - - 0 1", "*"},
		{"extinction+baseline", "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1", "*"},
		// In the middle of a Fibonacci turn, the side that moved last is to move again.
		{"extinction+fibonacci", "rnbqk3/8/8/8/8/8/8/RNBQK3 w - - 0 3 5:4", "1-0 (extinction)"},
		{"extinction+fibonacci", "rnbqk3/8/8/8/8/8/8/RNBQK3 w - - 0 3 5:5", "0-1 (extinction)"},
		{"extinction+fibonacci", "rnbqk3/8/8/8/8/8/8/RNBQK3 b - - 0 3 6:3", "0-1 (extinction)"},
		{"extinction+fibonacci", "rnbqk3/p7/8/8/8/8/8/RNBQK3 w - - 0 3 5:4", "0-1 (extinction)"},
		// … and is stalemated if it has no move.
		{"fibonacci", "k7/8/8/8/8/1q6/8/K7 w - - 0 3 5:4", "1/2-1/2 (stalemate)"},
		{"fibonacci", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 3 5:4", "*"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		if got := p.Outcome().String(); got != test.want {
			t.Errorf("%s %s: %s, want %s", test.variant, test.fen, got, test.want)
		}
	}
}

// TestOutcomeAfterMove checks who wins after a move.
func TestOutcomeAfterMove(t *testing.T) {
	for _, test := range []struct{ variant, fen, move, want string }{
		{"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0 (checkmate)"},
		{"blackhole", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4d5", "0-1 (king vanished)"},
		{"blackhole", "8/8/4k3/8/8/8/8/4K3 b - - 0 1", "e6f5", "1-0 (king vanished)"},
		{"blackhole+fibonacci", "4k3/8/8/8/3K4/8/8/8 w - - 0 3 5:5", "d4d5", "0-1 (king vanished)"},
		{"extinction", "rnbqk3/p7/8/8/8/8/P7/QNBRK3 w - - 0 1", "d1d8", "1-0 (extinction)"},
		{"extinction", "rnbqk3/p2P4/8/8/8/8/8/RNBQK3 w - - 0 1", "d7c8q", "1-0 (extinction)"},
		{"extinction", "rnbqk2b/p5P1/8/8/8/8/8/RNBQK3 w - - 0 1", "g7g8q", "0-1 (extinction)"},
		{"extinction+blackhole", "rnbqk3/p7/8/8/3P4/8/8/RNBQK3 w - - 0 1", "d4d5", "0-1 (extinction)"},
		{"extinction+fibonacci", "rnbqk3/p7/8/8/8/8/P7/QNBRK3 w - - 0 3 5:5", "d1d8", "1-0 (extinction)"},
	} {
		p := mustFEN(t, test.variant, test.fen)
		m, err := p.ParseMove(test.move)
		if err != nil {
			t.Errorf("%s %s: %v", test.variant, test.fen, err)
			continue
		}
		p = p.Play(m)
		if got := p.Outcome().String(); got != test.want {
			t.Errorf("%s %s: after %s %s, want %s", test.variant, test.fen, test.move, got, test.want)
		}
		if n := p.CountMoves(); n != 0 {
			t.Errorf("%s %s: %d moves after %s has decided the game", test.variant, test.fen, n, test.move)
		}
	}
}

// TestOutcomeFitsMoves checks in random games that a position without legal moves is over, that
// one with moves is over only by a draw, and that nobody is checkmated where kings are not royal.
func TestOutcomeFitsMoves(t *testing.T) {
	walkGames(t, 3, 60, 120, func(p chess.Position, moves []chess.Move, _ *rand.Rand) {
		outcome := p.Outcome()
		drawn := outcome.Reason == rules.FiftyMoves || outcome.Reason == rules.InsufficientMaterial
		switch {
		case len(moves) == 0 && (!outcome.Over() || drawn),
			len(moves) > 0 && outcome.Over() && !drawn,
			outcome.Reason == rules.Checkmate && (!p.InCheck() || outcome.Result != rules.WinFor(p.Side().Opponent())),
			outcome.Reason == rules.Extinct && !p.Rules().Extinction(),
			outcome.Reason == rules.KingVanished && p.Rules().Holes() == 0,
			outcome.Over() != (outcome.Reason != rules.NoReason):
			t.Fatalf("%s: %d moves, %v", describe(&p), len(moves), outcome)
		}
	})
}
