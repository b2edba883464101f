package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// What an evaluator remembers of positions and pawns does not change values.
func TestRememberedValues(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, ruleset := range [][]rules.Rule{
		nil, {rules.Extinction{}, rules.CommonKings{}, rules.PromotionToKing{}}, {rules.Relocation{}, rules.Amazons{}},
		{rules.FibonacciTurns, rules.BlackHoles(bitboard.Of(bitboard.D5, bitboard.F5))},
	} {
		first := start(t, ruleset...)
		v := newEvaluator(newModel(first.Rules()))
		for range 20 {
			for pos, n := first, 0; n < 150; n++ {
				moves := pos.Moves(nil)
				if len(moves) == 0 {
					break
				}
				pos = pos.Play(moves[random.IntN(len(moves))])
				want, _ := EvaluateChess(&pos)
				for range 2 {
					if got := v.evaluate(&pos, pos.Key(), n%maxPly, new(threats)); got != want {
						t.Fatalf("%v %s: %d, from scratch %d", ruleset, pos.FEN(), got, want)
					}
				}
			}
		}
	}
}

// The upper and the lower half of a sum do not interfere with each other.
func TestTapered(t *testing.T) {
	var sum tapered
	var mg, eg int32
	for i := range int32(100) {
		p := pair{i*37 - 2000, 1500 - i*41}
		sum += p.tapered()
		sum -= pair{i, -i}.tapered() * 3
		mg += p.mg - 3*i
		eg += p.eg + 3*i
	}
	if sum.mg() != mg || sum.eg() != eg {
		t.Errorf("%d and %d, want %d and %d", sum.mg(), sum.eg(), mg, eg)
	}
}
