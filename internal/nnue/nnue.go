// Package nnue holds the small networks that value positions, of the kind called NNUE:
// their numbers, the arithmetic on them, and their files. What the inputs of a network
// mean is up to the game: package engine says it for the fast machine's games, package
// general for its own.
//
// A network looks at the board from both sides. Each side's inputs that are on are
// summed up to Hidden numbers, which are clipped, squared and weighed by the weights
// of one of Buckets outputs.
package nnue

import "slices"

const (
	Hidden  = 128
	Buckets = 8
)

// A network is held in whole numbers: a sum of One is clipped as 1, an output weight
// of Step counts as 1, and an output of 1 stands for Value centipawns.
const (
	One   = 255
	Step  = 64
	Value = 400
	// Limit bounds the output weights, so that products fit into 16 bits.
	Limit = 127
	// MaxInputs bounds the inputs of a network, so that 16 bits number them.
	MaxInputs = 1 << 16
)

// A Row holds one number for each hidden one.
type Row [Hidden]int16

// A Network values positions on top of the weights of an evaluation: what it returns
// is added to their sum.
type Network struct {
	Inputs       []Row // one for each input
	Biases       Row
	Outputs      [Buckets][2]Row // for the side to move, and for the other
	OutputBiases [Buckets]int32  // in One·Step ths
}

// New returns a network of so many inputs that says nothing.
func New(inputs int) *Network { return &Network{Inputs: make([]Row, inputs)} }

// Equal reports whether two networks are the same.
func (n *Network) Equal(other *Network) bool {
	return slices.Equal(n.Inputs, other.Inputs) && n.Biases == other.Biases &&
		n.Outputs == other.Outputs && n.OutputBiases == other.OutputBiases
}

// zero changes nothing.
var zero Row

// Add adds what an input says to the sums of a side.
func (n *Network) Add(sums *Row, input int) { shift(sums, sums, &n.Inputs[input], &zero) }

// Update sets the sums of a side to those of before, with some inputs switched on and
// others off; sums may be the same as before.
func (n *Network) Update(sums, before *Row, on, off []uint16) {
	for i := range max(len(on), len(off), 1) {
		plus, minus := &zero, &zero
		if i < len(on) {
			plus = &n.Inputs[on[i]]
		}
		if i < len(off) {
			minus = &n.Inputs[off[i]]
		}
		shift(sums, before, plus, minus)
		before = sums
	}
}

// Output weighs the sums of the side to move and of the other, in centipawns for the
// side to move.
func (n *Network) Output(us, them *Row, bucket int) int {
	weights := &n.Outputs[bucket&(Buckets-1)]
	sum := int64(dot(us, &weights[0])) + int64(dot(them, &weights[1]))
	return int((sum/One + int64(n.OutputBiases[bucket&(Buckets-1)])) * Value / (One * Step))
}

// Bucket returns which output values a board with so many pieces, of so many that
// there can be.
func Bucket(pieces, most int) int { return min(max(pieces-1, 0)*Buckets/most, Buckets-1) }

// plainShift sets dst to src + plus − minus.
func plainShift(dst, src, plus, minus *Row) {
	for i := range dst {
		dst[i] = src[i] + plus[i] - minus[i]
	}
}

// plainDot returns the sum of the products of the squares of the numbers, clipped to
// 0..One, and the weights.
func plainDot(sums, weights *Row) int32 {
	var total int32
	for i, x := range sums {
		clipped := int32(min(max(x, 0), One))
		total += clipped * clipped * int32(weights[i])
	}
	return total
}
