package chess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// walkGames plays two random games of every named variant and of compositionCount
// random compositions (twenty times as many with HETERODOX_DEEP=1), one from the
// start and one from a position of the suites, and calls visit for each position with
// its legal moves, of which there may be none.
func walkGames(t testing.TB, seed uint64, compositionCount, plies int, visit func(p chess.Position, moves []chess.Move, random *rand.Rand)) {
	t.Helper()
	if deep() {
		compositionCount *= 20
	}
	random := rand.New(rand.NewPCG(seed, seed))
	fens := openings(t)
	var buf [chess.MaxMoves]chess.Move
	for _, name := range compositions(random, compositionCount) {
		rules := variants.MustCompile(name)
		for _, p := range []chess.Position{rules.Start(), anyOpening(rules, fens, random)} {
			for range plies {
				moves := p.Moves(buf[:0])
				visit(p, moves, random)
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[random.IntN(len(moves))])
			}
		}
	}
}

// mustFEN returns the position of a FEN that is known to be valid, or the start
// position for an empty one.
func mustFEN(t testing.TB, variant, fen string) chess.Position {
	t.Helper()
	rules := variants.MustCompile(variant)
	if fen == "" {
		return rules.Start()
	}
	return must.Get(t, rules.ParseFEN, fen)
}
