package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// What the tuner sees is what the search uses: the sum over the features is the
// evaluation.
func TestLinearisedIsEvaluated(t *testing.T) {
	random, checked := rand.New(rand.NewPCG(5, 5)), 0
	for _, variant := range compositions() {
		ruleset := variants.MustCompile(variant)
		weights := engine.Weights(ruleset)
		pos := ruleset.Start()
		for range 80 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
			score, terms := engine.EvaluateChess(&pos)
			if pos.Side() == rules.Black {
				score = -score
			}
			l := engine.Linearise(&pos, nil)
			if len(l.Features) == 0 {
				continue // a bare king
			}
			var sum float64
			if last := terms[len(terms)-1]; last.Name == "network" {
				sum = float64(last.White)
			}
			if len(terms) == 1 {
				continue // the network evaluates alone
			}
			checked++
			for _, f := range l.Features {
				w := weights[f.Index]
				sum += float64(f.Count) * (w.MG*l.Phase + w.EG*(1-l.Phase))
			}
			if sum *= l.Scale; math.Abs(sum-float64(score)) > 2 {
				t.Fatalf("%s %s: %v, evaluated %v", variant, pos.FEN(), sum, score)
			}
		}
	}
	if checked < 300 {
		t.Errorf("only %d positions were checked", checked)
	}
}

// The groups cover all weights, one after the other.
func TestGroupsCoverTheWeights(t *testing.T) {
	next := 0
	for _, g := range engine.Groups() {
		if g.First != next || g.Len <= 0 || g.Len%g.Row != 0 {
			t.Errorf("group %+v, after weight %d", g, next)
		}
		next += g.Len
	}
	if all := len(engine.Weights(variants.MustCompile("chess"))); next != all {
		t.Errorf("groups of %d weights, but there are %d", next, all)
	}
}

// A composition adds what its parts add to chess.
func TestCompositionsAddTheirParts(t *testing.T) {
	of := func(name string) []game.Weight { return engine.Weights(variants.MustCompile(name)) }
	chess, gun, fairy, both := of("chess"), of("gun"), of("fairy"), of("gun+fairy")
	for i := range both {
		want := game.Weight{MG: gun[i].MG + fairy[i].MG - chess[i].MG, EG: gun[i].EG + fairy[i].EG - chess[i].EG}
		if both[i] != want {
			t.Fatalf("weight %d: %v, want %v", i, both[i], want)
		}
	}
}
