package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/gonum"

	"github.com/heterodox-chess/heterodox/internal/nnue"
)

// NetFitOptions say how a network is fitted. Start from DefaultNetFitOptions.
type NetFitOptions struct {
	Epochs  int     // passes over the data
	Blend   float64 // as in FitOptions
	HoldOut float64 // as in FitOptions
	K       float64 // as in FitOptions
	Rate    float64 // how far a step goes at first; it falls to nothing
	Decay   float64 // by which share of Rate a step shrinks the weights
	Seed    uint64  // of the weights at the start and of the order of positions
	Workers int     // goroutines; they do not change what comes out
	// Start is the network to begin with, of as many inputs as the data's, nil for random
	// numbers, and StartName what to call it.
	Start     *nnue.Network
	StartName string
}

// DefaultNetFitOptions returns 8 epochs, a tenth of the target from the result
// and the rest from the score, and a fiftieth of the games held out.
func DefaultNetFitOptions() NetFitOptions {
	return NetFitOptions{Epochs: 8, Blend: 0.1, HoldOut: 0.02, Rate: 0.002, Decay: 0.2, Seed: 1, Workers: 2}
}

// batch is the number of positions that make a step, and shards that of its
// parts, which are summed up in order.
const (
	batch  = 8192
	shards = 8
)

// A NetFit is what came out.
type NetFit struct {
	Options NetFitOptions
	Network *nnue.Network
	K       float64 // as in Fit
	// The positions fitted to, and those held out; before is without a network.
	Fitted, HeldOut Share
}

// The places of the parts of a network in a netParams, the inputs last.
const (
	hidden      = nnue.Hidden
	atOutputs   = hidden
	atOutBiases = atOutputs + nnue.Buckets*2*hidden
	atInputs    = atOutBiases + nnue.Buckets
)

// netParams holds the numbers of a network in one list.
type netParams []float32

// newNetParams returns those of a network with so many inputs.
func newNetParams(inputs int) netParams { return make(netParams, atInputs+inputs*hidden) }

func (p netParams) input(i uint16) []float32 {
	return p[atInputs+int(i)*hidden : atInputs+(int(i)+1)*hidden]
}
func (p netParams) biases() []float32 { return p[:atOutputs] }
func (p netParams) outputs(bucket uint8, side int) []float32 {
	at := atOutputs + (2*int(bucket)+side)*hidden
	return p[at : at+hidden]
}
func (p netParams) outBias(bucket uint8) *float32 { return &p[atOutBiases+int(bucket)] }

// bound is the largest weight that fits into a Network.
const bound = float32(nnue.Limit) / nnue.Step

// quantised returns the network in whole numbers, and rounds its own to what
// they stand for.
func (p netParams) quantised() *nnue.Network {
	round := func(x *float32, one float64) float64 {
		whole := math.Round(float64(*x) * one)
		*x = float32(whole / one)
		return whole
	}
	n := nnue.New((len(p) - atInputs) / hidden)
	for i := range n.Inputs {
		row := p.input(uint16(i))
		for j := range row {
			n.Inputs[i][j] = int16(round(&row[j], nnue.One))
		}
	}
	biases := p.biases()
	for j := range biases {
		n.Biases[j] = int16(round(&biases[j], nnue.One))
	}
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			weights := p.outputs(uint8(bucket), side)
			for j := range weights {
				n.Outputs[bucket][side][j] = int16(round(&weights[j], nnue.Step))
			}
		}
		n.OutputBiases[bucket] = int32(round(p.outBias(uint8(bucket)), nnue.One*nnue.Step))
	}
	return n
}

// from sets the numbers to those of a network.
func (p netParams) from(n *nnue.Network) {
	for i := range n.Inputs {
		for j, x := range n.Inputs[i] {
			p.input(uint16(i))[j] = float32(x) / nnue.One
		}
	}
	for j, x := range n.Biases {
		p.biases()[j] = float32(x) / nnue.One
	}
	for bucket := range n.Outputs {
		for side := range n.Outputs[bucket] {
			for j, x := range n.Outputs[bucket][side] {
				p.outputs(uint8(bucket), side)[j] = float32(x) / nnue.Step
			}
		}
		*p.outBias(uint8(bucket)) = float32(n.OutputBiases[bucket]) / (nnue.One * nnue.Step)
	}
}

// random sets the numbers of the start, with which the network says next to
// nothing.
func (p netParams) random(seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	for i := atInputs; i < len(p); i++ {
		p[i] = float32(random.NormFloat64() * 0.1)
	}
	for i := range p.biases() {
		p[i] = 0.1
	}
	for i := atOutputs; i < atOutBiases; i++ {
		p[i] = float32(random.NormFloat64() * 0.02)
	}
}

// A netWorker computes with one sample at a time.
type netWorker struct {
	data     *NetData
	k        float64
	blend    float64
	params   netParams
	sums     [2][hidden]float32
	squares  [2][hidden]float32
	slope    [hidden]float32
	gradient netParams // of the samples so far, nil where it is not wanted
}

// blas adds up lists of numbers.
var blas gonum.Implementation

// value returns the value of a sample for the side to move, in centipawns, and
// leaves the first layer where sample finds it.
func (w *netWorker) value(s *netSample) float64 {
	var lists [2][]uint16
	lists[0], lists[1] = w.data.of(s)
	out := *w.params.outBias(s.bucket)
	for side, list := range lists {
		sums := w.sums[side][:]
		copy(sums, w.params.biases())
		for _, i := range list {
			blas.Saxpy(hidden, 1, w.params.input(i), 1, sums, 1)
		}
		squares := &w.squares[side]
		for j, x := range sums {
			x = min(max(x, 0), 1)
			squares[j] = x * x
		}
		out += blas.Sdot(hidden, squares[:], 1, w.params.outputs(s.bucket, side), 1)
	}
	return float64(s.scale) * (float64(s.base) + nnue.Value*float64(out))
}

// target returns what the value of a sample shall foretell.
func (w *netWorker) target(s *netSample) float64 {
	return w.blend*float64(s.result) + (1-w.blend)*sigmoid(w.k*float64(s.score))
}

// sample returns the cross entropy of a sample, and adds to the gradient.
func (w *netWorker) sample(s *netSample) float64 {
	x, target := w.k*w.value(s), w.target(s)
	if w.gradient != nil {
		w.spread(s, float32((sigmoid(x)-target)*float64(s.scale)*nnue.Value*w.k))
	}
	return crossEntropy(x, target)
}

// spread adds to the gradient what a change of a sample's output does, times g.
// It follows value.
func (w *netWorker) spread(s *netSample, g float32) {
	var lists [2][]uint16
	lists[0], lists[1] = w.data.of(s)
	*w.gradient.outBias(s.bucket) += g
	for side, list := range lists {
		weights := w.params.outputs(s.bucket, side)
		blas.Saxpy(hidden, g, w.squares[side][:], 1, w.gradient.outputs(s.bucket, side), 1)
		for j, x := range w.sums[side] {
			w.slope[j] = 0
			if x > 0 && x < 1 {
				w.slope[j] = 2 * g * x * weights[j]
			}
		}
		blas.Saxpy(hidden, 1, w.slope[:], 1, w.gradient.biases(), 1)
		for _, i := range list {
			blas.Saxpy(hidden, 1, w.slope[:], 1, w.gradient.input(i), 1)
		}
	}
}

// FitNet fits a network to the data. progress is told after each epoch of the
// mean cross entropies of what was fitted to, on the way, and of what is held
// out, 0 if nothing is.
func (d *NetData) FitNet(ctx context.Context, o NetFitOptions, progress func(epoch int, fitted, heldOut float64)) (*NetFit, error) {
	fitted, held := d.split(o.HoldOut)
	if len(fitted) == 0 {
		return nil, errors.New("no positions to fit to")
	}
	f := &NetFit{Options: o, K: o.K, Fitted: d.share(fitted), HeldOut: d.share(held)}
	if f.K == 0 {
		var err error
		if f.K, err = d.scale(fitted); err != nil {
			return nil, err
		}
	}
	t := newNetTraining(d, f.K, o)
	f.Fitted.Before, f.HeldOut.Before = t.lossOf(fitted, true), t.lossOf(held, true)
	if err := t.run(ctx, fitted, held, progress); err != nil {
		return nil, err
	}
	f.Network = t.params.quantised()
	f.Fitted.After, f.HeldOut.After = t.lossOf(fitted, false), t.lossOf(held, false)
	return f, nil
}

// A netTraining brings a network on step by step, by the method of Adam with
// decoupled decay (Loshchilov and Hutter, 2019).
type netTraining struct {
	options      NetFitOptions
	params       netParams
	mean, square netParams // of the gradients
	workers      []netWorker
	shards       [shards]netParams
	done, steps  int
}

func newNetTraining(d *NetData, k float64, o NetFitOptions) *netTraining {
	t := &netTraining{options: o, params: newNetParams(d.width), mean: newNetParams(d.width), square: newNetParams(d.width)}
	if o.Start != nil {
		t.params.from(o.Start)
	} else {
		t.params.random(o.Seed)
	}
	for range max(o.Workers, 1) {
		t.workers = append(t.workers, netWorker{data: d, k: k, blend: o.Blend, params: t.params})
	}
	for i := range t.shards {
		t.shards[i] = newNetParams(d.width)
	}
	return t
}

// run goes through the epochs. It puts fitted into another order.
func (t *netTraining) run(ctx context.Context, fitted, held []int32, progress func(epoch int, fitted, heldOut float64)) error {
	t.steps = (len(fitted) + batch - 1) / batch * t.options.Epochs
	order := rand.New(rand.NewPCG(t.options.Seed, 2))
	for epoch := range t.options.Epochs {
		order.Shuffle(len(fitted), func(i, j int) { fitted[i], fitted[j] = fitted[j], fitted[i] })
		var sum float64
		for part := range slices.Chunk(fitted, batch) {
			if err := ctx.Err(); err != nil {
				return err
			}
			sum += t.step(part)
		}
		if progress != nil {
			progress(epoch+1, sum/float64(len(fitted)), t.lossOf(held, false))
		}
	}
	return nil
}

// share lets the workers do a list in parts; part is called with a worker and
// the number of the part.
func (t *netTraining) share(part func(w *netWorker, i int)) {
	numbers := make(chan int, shards)
	for i := range shards {
		numbers <- i
	}
	close(numbers)
	var group sync.WaitGroup
	for i := range t.workers {
		group.Go(func() {
			for n := range numbers {
				part(&t.workers[i], n)
			}
		})
	}
	group.Wait()
}

// lossOf returns the mean cross entropy of some samples; without says that the
// network is to say nothing.
func (t *netTraining) lossOf(list []int32, without bool) float64 {
	if len(list) == 0 {
		return 0
	}
	var sums [shards]float64
	params := t.params
	if without {
		params = make(netParams, len(params))
	}
	t.share(func(w *netWorker, n int) {
		w.gradient, w.params = nil, params
		for _, i := range list[n*len(list)/shards : (n+1)*len(list)/shards] {
			sums[n] += w.sample(&w.data.samples[i])
		}
		w.params = t.params
	})
	var total float64
	for _, sum := range sums {
		total += sum
	}
	return total / float64(len(list))
}

// step brings the network on by what some samples say, and returns the sum of
// their cross entropies before.
func (t *netTraining) step(list []int32) float64 {
	var sums [shards]float64
	t.share(func(w *netWorker, n int) {
		clear(t.shards[n])
		w.gradient = t.shards[n]
		for _, i := range list[n*len(list)/shards : (n+1)*len(list)/shards] {
			sums[n] += w.sample(&w.data.samples[i])
		}
	})
	t.done++
	const (
		forget       = 0.9
		forgetSquare = 0.999
		tiny         = 1e-8
	)
	o := &t.options
	rate := o.Rate * (1 + math.Cos(math.Pi*float64(t.done)/float64(t.steps))) / 2
	grown := float32(1 / (1 - math.Pow(forget, float64(t.done))))
	grownSquare := float32(1 / (1 - math.Pow(forgetSquare, float64(t.done))))
	shrink, size := float32(1-rate*o.Decay), 1/float32(len(list))
	t.share(func(_ *netWorker, n int) {
		for i := n * len(t.params) / shards; i < (n+1)*len(t.params)/shards; i++ {
			var g float32
			for s := range t.shards {
				g += t.shards[s][i]
			}
			g *= size
			t.mean[i] = forget*t.mean[i] + (1-forget)*g
			t.square[i] = forgetSquare*t.square[i] + (1-forgetSquare)*g*g
			change := float32(rate) * t.mean[i] * grown / (float32(math.Sqrt(float64(t.square[i]*grownSquare))) + tiny)
			t.params[i] = min(max(t.params[i]*shrink-change, -bound), bound)
		}
	})
	var total float64
	for _, sum := range sums {
		total += sum
	}
	return total
}
