package tune

import (
	"math"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/internal/tune/vector"
)

// netParams holds the numbers of a network in one list: the biases of the hidden layer,
// the output weights, the output biases, and last the input weights.
type netParams struct {
	hidden int
	all    []float32
}

// outBiasRoom is the room for the output biases, so that the input weights start at a
// multiple of vector.Lanes.
const outBiasRoom = nnue.Buckets

// newNetParams returns the parameters of a network with these dimensions.
func newNetParams(inputs, hidden int) netParams {
	p := netParams{hidden: hidden}
	p.all = make([]float32, p.atInputs()+inputs*hidden)
	return p
}

func (p netParams) atOutBiases() int { return (1 + 2*nnue.Buckets) * p.hidden }
func (p netParams) atInputs() int    { return p.atOutBiases() + outBiasRoom }

func (p netParams) biases() []float32 { return p.all[:p.hidden] }
func (p netParams) outputs(bucket uint8, side int) []float32 {
	at := (1 + 2*int(bucket) + side) * p.hidden
	return p.all[at : at+p.hidden]
}
func (p netParams) outBias(bucket uint8) *float32 { return &p.all[p.atOutBiases()+int(bucket)] }
func (p netParams) inputs() vector.Table {
	return vector.Table{Width: p.hidden, Numbers: p.all[p.atInputs():]}
}

// bound is the largest weight that fits into a Network.
const bound = float32(nnue.Limit) / nnue.Step

// each calls f with every list of numbers, the corresponding list of the integer network,
// and the integer that represents 1 there; the output biases are left out.
func (p netParams) each(n *nnue.Network, f func(numbers []float32, whole []int16, one float64)) {
	f(p.inputs().Numbers, n.Inputs, nnue.One)
	f(p.biases(), n.Biases, nnue.One)
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			f(p.outputs(uint8(bucket), side), n.Outputs[bucket][side], nnue.Step)
		}
	}
}

// roundTo sets the numbers of whole from an index on, up to another, to those of p, rounded
// to what a Network can represent.
func (p netParams) roundTo(whole netParams, from, to int) {
	for _, part := range []struct {
		from, to int
		one      float64 // the integer that represents 1
	}{
		{0, p.hidden, nnue.One},
		{p.hidden, p.atOutBiases(), nnue.Step},
		{p.atOutBiases(), p.atInputs(), nnue.One * nnue.Step},
		{p.atInputs(), len(p.all), nnue.One},
	} {
		for i := max(from, part.from); i < min(to, part.to); i++ {
			whole.all[i] = float32(math.Round(float64(p.all[i])*part.one) / part.one)
		}
	}
}

// network returns the network in integers. The numbers must be rounded.
func (p netParams) network() *nnue.Network {
	n := nnue.New(len(p.inputs().Numbers)/p.hidden, p.hidden)
	p.each(n, func(numbers []float32, whole []int16, one float64) {
		for i, x := range numbers {
			whole[i] = int16(math.Round(float64(x) * one))
		}
	})
	for bucket := range n.OutputBiases {
		n.OutputBiases[bucket] = int32(math.Round(float64(*p.outBias(uint8(bucket))) * nnue.One * nnue.Step))
	}
	return n
}

// from sets the numbers to those of a network of the same dimensions.
func (p netParams) from(n *nnue.Network) {
	p.each(n, func(numbers []float32, whole []int16, one float64) {
		for i, x := range whole {
			numbers[i] = float32(float64(x) / one)
		}
	})
	for bucket, x := range n.OutputBiases {
		*p.outBias(uint8(bucket)) = float32(x) / (nnue.One * nnue.Step)
	}
}

// random sets the initial numbers, with which the output is almost 0.
func (p netParams) random(seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	inputs := p.inputs().Numbers
	for i := range inputs {
		inputs[i] = float32(random.NormFloat64() * 0.1)
	}
	for i := range p.biases() {
		p.biases()[i] = 0.1
	}
	for i := p.hidden; i < p.atOutBiases(); i++ {
		p.all[i] = float32(random.NormFloat64() * 0.02)
	}
}
