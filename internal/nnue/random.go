package nnue

import "math/rand/v2"

// Random returns a network of random numbers, whose sums are now within the bounds of the
// clipping and now without: for tests.
func Random(random *rand.Rand, inputs int) *Network {
	n := New(inputs)
	for i := range n.Inputs {
		n.Inputs[i] = *randomRow(random, 60)
	}
	n.Biases = *randomRow(random, 60)
	for b := range n.Outputs {
		n.Outputs[b] = [2]Row{*randomRow(random, Limit), *randomRow(random, Limit)}
		n.OutputBiases[b] = int32(random.IntN(20000) - 10000)
	}
	return n
}

// randomRow returns numbers from -limit to limit.
func randomRow(random *rand.Rand, limit int) *Row {
	var row Row
	for i := range row {
		row[i] = int16(random.IntN(2*limit+1) - limit)
	}
	return &row
}
