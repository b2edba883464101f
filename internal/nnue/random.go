package nnue

import "math/rand/v2"

// Random returns a network of random numbers for tests. Its sums are sometimes within the
// clipping bounds and sometimes beyond.
func Random(random *rand.Rand, inputs, hidden int) *Network {
	n := New(inputs, hidden)
	copy(n.Inputs, randomRow(random, inputs*hidden, 60))
	copy(n.Biases, randomRow(random, hidden, 60))
	for b := range n.Outputs {
		n.Outputs[b] = [2][]int16{randomRow(random, hidden, Limit), randomRow(random, hidden, Limit)}
		n.OutputBiases[b] = int32(random.IntN(20000) - 10000)
	}
	return n
}

// randomRow returns n numbers from -limit to limit.
func randomRow(random *rand.Rand, n, limit int) []int16 {
	row := make([]int16, n)
	for i := range row {
		row[i] = int16(random.IntN(2*limit+1) - limit)
	}
	return row
}
