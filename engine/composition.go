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

// CompositionStart returns a network of compositions for a fit to start from: the mean of
// the networks of chess and of all parts, to which each part adds the difference of its own
// network from the mean. The output weights are the mean alone, the output biases those of
// chess.
func CompositionStart() *nnue.Network {
	of := []*nnue.Network{networkNamed(orthodoxFile)}
	for _, p := range parts {
		of = append(of, networkNamed(p.file))
	}
	n := nnue.New(compositionInputs, of[0].Hidden)
	size := netInputs * n.Hidden
	mean := func(to []int16, rows func(*nnue.Network) []int16) {
		for i := range to {
			sum := 0
			for _, own := range of {
				sum += int(rows(own)[i])
			}
			to[i] = int16(sum / len(of))
		}
	}
	mean(n.Inputs[:size], func(n *nnue.Network) []int16 { return n.Inputs })
	mean(n.Biases, func(n *nnue.Network) []int16 { return n.Biases })
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			mean(n.Outputs[bucket][side], func(n *nnue.Network) []int16 { return n.Outputs[bucket][side] })
		}
	}
	n.OutputBiases = of[0].OutputBiases
	differ := func(to, own, base []int16) {
		for i := range to {
			to[i] = own[i] - base[i]
		}
	}
	for part, own := range of[1:] {
		differ(n.Inputs[(1+part)*size:(2+part)*size], own.Inputs, n.Inputs)
		differ(n.Row(partBiases+part), own.Biases, n.Biases)
	}
	return n
}
