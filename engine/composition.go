package engine

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// All games with several parts share one network. It has the inputs of any other network;
// then, for each part in order, as many again, whose rows are what the part adds to the
// first ones; and last, an input for each part, whose row is what the part adds to the
// biases. The network that a game plays with is the first with what its parts add (see
// composed).
const (
	compositionInputs = (1+len(parts))*netInputs + len(parts)
	partBiases        = (1 + len(parts)) * netInputs // the first of the inputs for biases
)

// networkOf returns the network that a game plays with, nil if there is none.
func networkOf(r *chess.Ruleset) *nnue.Network {
	name := NetworkName(r)
	n := networkNamed(name)
	if name != Compositions || n == nil {
		return n
	}
	list := partsOf(r)
	key := fmt.Sprint(name, list)
	known, ok := networks.Load(key)
	if !ok {
		known, _ = networks.LoadOrStore(key, composed(n, list))
	}
	return known.(*nnue.Network)
}

// composed returns the network of games with the listed parts, from that of all
// compositions.
func composed(all *nnue.Network, list []int) *nnue.Network {
	n := *all
	size := netInputs * n.Hidden
	n.Inputs, n.Biases = slices.Clone(all.Inputs[:size]), slices.Clone(all.Biases)
	add := func(to, numbers []int16) {
		for i, x := range numbers {
			to[i] += x
		}
	}
	for _, part := range list {
		add(n.Inputs, all.Inputs[(1+part)*size:(2+part)*size])
		add(n.Biases, all.Row(partBiases+part))
	}
	return &n
}

// addParts appends, to the active inputs of a side, those of each part that correspond to
// them, and those of the parts themselves.
func addParts(inputs []uint16, list []int) []uint16 {
	n := len(inputs)
	for _, part := range list {
		for _, input := range inputs[:n] {
			inputs = append(inputs, uint16((1+part)*netInputs)+input)
		}
		inputs = append(inputs, uint16(partBiases+part))
	}
	return inputs
}
