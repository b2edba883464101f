//go:build (amd64 || arm64) && !purego

package nnue

// check panics if there is no row for one of the inputs.
func (n *Network) check(inputs []uint16) {
	for _, input := range inputs {
		_ = n.Inputs[int(input)*n.Hidden]
	}
}

// checkLengths returns the length of both lists, and panics if they differ.
func checkLengths(sums, weights []int16) int {
	if len(sums) == 0 || len(weights) != len(sums) {
		panic("nnue: rows of different lengths")
	}
	return len(sums)
}
