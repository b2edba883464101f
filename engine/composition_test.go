package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/rules"
)

// The network that a game plays with says of a position what the network of compositions
// says of it with the inputs of the game's parts active.
func TestComposedIsTheSum(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	all := nnue.Random(random, compositionInputs, 64)
	for i := range all.Inputs {
		all.Inputs[i] /= 4 // so that not all sums are clipped
	}
	for _, c := range []struct {
		of   []rules.Rule
		want []string
	}{
		{[]rules.Rule{rules.Shooting{}, rules.Amazons{}}, []string{"gun", "fairy"}},
		{[]rules.Rule{rules.Pockets{}, rules.CheckLimit(3), rules.Amazons{}}, []string{pocketsFile, "fairy", checksFile}},
	} {
		pos := start(t, c.of...)
		r := pos.Rules()
		list := partsOf(r)
		var names []string
		for _, p := range list {
			names = append(names, parts[p].file)
		}
		if !slices.Equal(names, c.want) || NetworkName(r) != Compositions {
			t.Fatalf("parts %v, network %s; want %v", names, NetworkName(r), c.want)
		}
		m := newModel(r)
		m.network = composed(all, list)
		sampler := NewNetSampler(r)
		if sampler.NetInputs() != compositionInputs {
			t.Fatalf("%d inputs", sampler.NetInputs())
		}
		for range 60 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break
			}
			pos = pos.Play(moves[random.IntN(len(moves))])
			sample, ok := sampler.Sample(&pos, nil, nil)
			if !ok {
				continue
			}
			var us, them nnue.Sums
			all.Start(&us)
			all.Start(&them)
			all.Add(&us, sample.Us...)
			all.Add(&them, sample.Them...)
			e := evaluation{model: m, pos: &pos}
			e.sort()
			if got, want := e.scratch(m.network), Score(all.Output(&us, &them, sample.Bucket)); got != want {
				t.Fatalf("%v %s: %d, the sum of the parts %d", names, pos.FEN(), got, want)
			}
		}
	}
}

// In the network of compositions, a game that is no composition has the inputs of the parts
// it has.
func TestCompositionSampler(t *testing.T) {
	for _, c := range []struct {
		of    []rules.Rule
		parts int
	}{{nil, 0}, {[]rules.Rule{rules.Shooting{}}, 1}} {
		pos := start(t, c.of...)
		own, wide := inputsOfStart(t, NewNetSampler(pos.Rules()), &pos), inputsOfStart(t, NewCompositionSampler(pos.Rules()), &pos)
		if want := len(own)*(1+c.parts) + c.parts; len(wide) != want || !slices.Equal(wide[:len(own)], own) {
			t.Errorf("%v: %d inputs, want %d", c.of, len(wide), want)
		}
	}
}

func inputsOfStart(t *testing.T, s *NetSampler, pos *chess.Position) []uint16 {
	sample, ok := s.Sample(pos, nil, nil)
	if !ok {
		t.Fatal("there is no sample")
	}
	return sample.Us
}
