// Package nnue implements the small networks that evaluate positions, of the kind called
// NNUE: their numbers, the arithmetic on them, and their files. What the inputs of a
// network mean is up to the game: package engine defines it for the fast machine's games,
// package general for its own.
//
// A network views the board from both sides. For each side, the rows of the active inputs
// are summed to Hidden numbers, which are clipped, squared and weighted by the weights of
// one of Buckets outputs.
package nnue

import "slices"

const (
	// The number of hidden numbers is a multiple of HiddenStep and at most MaxHidden: with
	// more, the sum of an output would overflow 32 bits.
	HiddenStep = 64
	MaxHidden  = 256
	// Buckets is the number of outputs.
	Buckets = 8
)

// A network consists of integers: a sum of One is clipped as 1, an output weight of Step
// counts as 1, and an output of 1 stands for Value centipawns.
const (
	One   = 255
	Step  = 64
	Value = 400
	// Limit bounds the absolute output weights, so that products fit into 16 bits.
	Limit = 127
	// MaxInputs bounds the number of inputs, so that their indices fit into 16 bits.
	MaxInputs = 1 << 16
)

// Sums holds the hidden numbers of a side: as many as the network has, the rest is unused.
type Sums [MaxHidden]int16

// A Network evaluates positions, alone or on top of the weights of an evaluation: then its
// output is added to their sum. Its rows hold one number for each hidden number.
type Network struct {
	Alone        bool                // without weights
	Hidden       int                 // a multiple of HiddenStep up to MaxHidden
	Inputs       []int16             // a row for each input, one after another
	Biases       []int16             // a row
	Outputs      [Buckets][2][]int16 // a row for the side to move, and one for the other
	OutputBiases [Buckets]int32      // in units of 1/(One·Step)
}

// New returns a network of the given dimensions whose output is always 0.
func New(inputs, hidden int) *Network {
	n := &Network{Hidden: hidden, Inputs: make([]int16, inputs*hidden), Biases: make([]int16, hidden)}
	for bucket := range n.Outputs {
		n.Outputs[bucket] = [2][]int16{make([]int16, hidden), make([]int16, hidden)}
	}
	return n
}

// NumInputs returns the number of inputs of the network.
func (n *Network) NumInputs() int { return len(n.Inputs) / n.Hidden }

// Row returns the row of an input.
func (n *Network) Row(input int) []int16 { return n.Inputs[input*n.Hidden : (input+1)*n.Hidden] }

// Equal reports whether two networks are the same.
func (n *Network) Equal(other *Network) bool {
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			if !slices.Equal(n.Outputs[bucket][side], other.Outputs[bucket][side]) {
				return false
			}
		}
	}
	return n.Alone == other.Alone && n.Hidden == other.Hidden && slices.Equal(n.Inputs, other.Inputs) && slices.Equal(n.Biases, other.Biases) &&
		n.OutputBiases == other.OutputBiases
}

// Start sets the sums of a side to those of an empty board.
func (n *Network) Start(sums *Sums) { copy(sums[:], n.Biases) }

// Add adds the rows of some inputs to the sums of a side.
func (n *Network) Add(sums *Sums, inputs ...uint16) { shift(sums, sums, n, inputs, nil) }

// Update sets the sums of a side to before, with some inputs switched on and others off;
// sums and before may be the same.
func (n *Network) Update(sums, before *Sums, on, off []uint16) { shift(sums, before, n, on, off) }

// Output returns the output for the sums of the side to move and of the other, in
// centipawns for the side to move.
func (n *Network) Output(us, them *Sums, bucket int) int {
	weights := &n.Outputs[bucket&(Buckets-1)]
	sum := int64(dot(us[:n.Hidden], weights[0])) + int64(dot(them[:n.Hidden], weights[1]))
	return int((sum/One + int64(n.OutputBiases[bucket&(Buckets-1)])) * Value / (One * Step))
}

// Bucket returns the output to use for a board with this many pieces, of at most most.
func Bucket(pieces, most int) int { return min(max(pieces-1, 0)*Buckets/most, Buckets-1) }

// plainShift sets dst to src plus the rows of the inputs on, minus those of the inputs
// off.
func plainShift(dst, src *Sums, n *Network, on, off []uint16) {
	copy(dst[:n.Hidden], src[:n.Hidden])
	for _, input := range on {
		for i, x := range n.Row(int(input)) {
			dst[i] += x
		}
	}
	for _, input := range off {
		for i, x := range n.Row(int(input)) {
			dst[i] -= x
		}
	}
}

// plainDot returns the sum of the products of the squares of the numbers, clipped to
// 0..One, and the weights.
func plainDot(sums, weights []int16) int32 {
	var total int32
	for i, x := range sums {
		clipped := int32(min(max(x, 0), One))
		total += clipped * clipped * int32(weights[i])
	}
	return total
}
