package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/internal/tune/vector"
)

// batch is the number of positions per step, and shards the number of parts of a batch,
// whose gradients are added up in order.
const (
	batch  = 8192
	shards = 8
)

// groupSamples is the minimum number of samples in memory, if there are that many: blocks
// are read together until it is reached.
const groupSamples = 1 << 19

// A netWorker processes one sample at a time.
type netWorker struct {
	k        float64
	blend    float64
	params   netParams
	at       netSample
	sums     [2][]float32
	squares  [2][]float32
	slope    []float32
	gradient *netParams // of the samples so far, nil if it is not needed
}

func newNetWorker(k, blend float64, params netParams) netWorker {
	w := netWorker{k: k, blend: blend, params: params, slope: make([]float32, params.hidden)}
	for side := range 2 {
		w.sums[side], w.squares[side] = make([]float32, params.hidden), make([]float32, params.hidden)
	}
	return w
}

// value returns the value of a sample for the side to move, in centipawns, and leaves the
// first layer where spread needs it.
func (w *netWorker) value(s *netSample) float64 {
	out := *w.params.outBias(s.bucket)
	inputs := w.params.inputs()
	for side, list := range [2][]uint16{s.us, s.them} {
		inputs.Sum(w.sums[side], w.params.biases(), list)
		out += vector.Activate(w.squares[side], w.sums[side], w.params.outputs(s.bucket, side))
	}
	return float64(s.scale) * (float64(s.base) + nnue.Value*float64(out))
}

// target returns the expected result that the value of a sample should predict.
func (w *netWorker) target(s *netSample) float64 {
	if s.result == noResult {
		return sigmoid(w.k * float64(s.score))
	}
	return w.blend*float64(s.result)/2 + (1-w.blend)*sigmoid(w.k*float64(s.score))
}

// sample returns the cross entropy of a sample, and adds to the gradient.
func (w *netWorker) sample(s *netSample) float64 {
	x, target := w.k*w.value(s), w.target(s)
	if w.gradient != nil {
		w.spread(s, float32((sigmoid(x)-target)*float64(s.scale)*nnue.Value*w.k))
	}
	return crossEntropy(x, target)
}

// spread adds g times the gradient of a sample's output to the gradient. Call it after
// value.
func (w *netWorker) spread(s *netSample, g float32) {
	*w.gradient.outBias(s.bucket) += g
	inputs := w.gradient.inputs()
	for side, list := range [2][]uint16{s.us, s.them} {
		vector.Backward(w.slope, w.gradient.outputs(s.bucket, side), w.gradient.biases(),
			w.squares[side], w.sums[side], w.params.outputs(s.bucket, side), g)
		inputs.Scatter(w.slope, list)
	}
}

// A netTraining improves a network step by step (vector.Adam). Values and gradients are
// those of the rounded numbers (quantisation-aware training with a straight-through
// estimator), so that the fit makes up for the rounding.
type netTraining struct {
	options      NetFitOptions
	k            float64
	data         *NetData
	params       netParams
	rounded      netParams // params as a Network can represent them
	mean, square netParams // of the gradients
	workers      []netWorker
	shards       [shards]netParams
	steps        int // so far
	seen         int // samples of all steps so far
	epochs       []Epoch
}

func newNetTraining(d *NetData, k float64, o NetFitOptions) *netTraining {
	shape := func() netParams { return newNetParams(d.width, o.Hidden) }
	t := &netTraining{options: o, k: k, data: d, params: shape(), rounded: shape(), mean: shape(), square: shape()}
	if o.Start != nil {
		t.params.from(o.Start)
	} else {
		t.params.random(o.Seed)
	}
	t.round()
	for range max(o.Workers, 1) {
		t.workers = append(t.workers, newNetWorker(k, o.Blend, t.rounded))
	}
	for i := range t.shards {
		t.shards[i] = shape()
	}
	return t
}

// round brings the rounded numbers up to date.
func (t *netTraining) round() { t.params.roundTo(t.rounded, 0, len(t.params.all)) }

// run performs the epochs that are not in a checkpoint.
func (t *netTraining) run(ctx context.Context, progress func(Epoch)) error {
	if err := t.resume(); err != nil {
		return err
	}
	if progress == nil {
		progress = func(Epoch) {}
	}
	for _, e := range t.epochs {
		progress(e)
	}
	for len(t.epochs) < t.options.Epochs {
		e, err := t.epoch(ctx, len(t.epochs)+1)
		if err != nil {
			return err
		}
		t.epochs = append(t.epochs, e)
		if err := t.checkpoint(); err != nil {
			return err
		}
		progress(e)
	}
	return nil
}

// clearUnseen sets the numbers of inputs that no position had, which have had no gradient, to
// 0: they are still the random ones of the start.
func (t *netTraining) clearUnseen() {
	numbers, width := t.params.inputs().Numbers, t.params.hidden
	at := 0
	for squares := range slices.Chunk(t.square.inputs().Numbers, width) {
		if !slices.ContainsFunc(squares, func(x float32) bool { return x != 0 }) {
			clear(numbers[at : at+width])
		}
		at += width
	}
}

// epoch goes once through the samples to fit to, in a random order that depends on its
// number.
func (t *netTraining) epoch(ctx context.Context, number int) (Epoch, error) {
	order := rand.New(rand.NewPCG(t.options.Seed, 2<<32|uint64(number)))
	blocks := slices.Clone(t.data.blocks)
	order.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	sum := 0.0
	err := t.groups(ctx, blocks, func(g *netGroup) error {
		order.Shuffle(len(g.starts), func(i, j int) { g.starts[i], g.starts[j] = g.starts[j], g.starts[i] })
		for part := range slices.Chunk(g.starts, batch) {
			if err := ctx.Err(); err != nil {
				return err
			}
			sum += t.step(g, part)
		}
		return nil
	})
	if err != nil {
		return Epoch{}, err
	}
	held, err := t.lossOf(ctx, []*netBlock{t.data.held}, t.rounded)
	return Epoch{number, sum / float64(t.data.parts[0].Positions), held}, err
}

// groups reads blocks, several at a time, and passes them to use one group after another,
// while the next is being read.
func (t *netTraining) groups(ctx context.Context, blocks []*netBlock, use func(*netGroup) error) error {
	type loaded struct {
		group *netGroup
		err   error
	}
	ctx, stop := context.WithCancel(ctx)
	ready, free := make(chan loaded), make(chan *netGroup, 2)
	free <- &netGroup{}
	free <- &netGroup{}
	var reader sync.WaitGroup
	reader.Go(func() {
		defer close(ready)
		for len(blocks) > 0 {
			n, samples := 0, 0
			for ; n < len(blocks) && samples < groupSamples; n++ {
				samples += blocks[n].samples
			}
			g := <-free
			err := g.load(blocks[:n], t.data.width)
			blocks = blocks[n:]
			select {
			case ready <- loaded{g, err}:
			case <-ctx.Done():
				return
			}
		}
	})
	defer reader.Wait()
	defer stop()
	for l := range ready {
		if l.err != nil {
			return l.err
		}
		if err := use(l.group); err != nil {
			return err
		}
		free <- l.group
	}
	return ctx.Err()
}

// share distributes the parts of a list among the workers; part is called with a worker and
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

// samples adds up the cross entropies of a part of some samples, and their gradients unless
// gradient is nil.
func (w *netWorker) samples(g *netGroup, starts []int, part int, gradient *netParams) (sum float64) {
	w.gradient = gradient
	n := len(starts)
	for _, start := range starts[part*n/shards : (part+1)*n/shards] {
		w.at.read(g.text[start:]) // already checked
		sum += w.sample(&w.at)
	}
	return sum
}

// lossOf returns the mean cross entropy of the samples of blocks.
func (t *netTraining) lossOf(ctx context.Context, blocks []*netBlock, params netParams) (float64, error) {
	var total float64
	samples := 0
	err := t.groups(ctx, blocks, func(g *netGroup) error {
		var sums [shards]float64
		t.share(func(w *netWorker, n int) {
			own := w.params
			w.params = params
			sums[n] = w.samples(g, g.starts, n, nil)
			w.params = own
		})
		for _, sum := range sums {
			total += sum
		}
		samples += len(g.starts)
		return nil
	})
	return total / float64(max(samples, 1)), err
}

// step improves the network by some samples, and returns the sum of their cross entropies
// before the step.
func (t *netTraining) step(g *netGroup, starts []int) float64 {
	var sums [shards]float64
	t.share(func(w *netWorker, n int) { sums[n] = w.samples(g, starts, n, &t.shards[n]) })
	t.steps++
	t.seen += len(starts)
	const (
		forget       = 0.9
		forgetSquare = 0.999
	)
	o := &t.options
	rate := o.Rate * (1 + math.Cos(math.Pi*float64(t.seen)/float64(o.Epochs*t.data.parts[0].Positions))) / 2
	adam := vector.Adam{
		Size: 1 / float32(len(starts)), Forget: forget, ForgetSquare: forgetSquare,
		Rate:        float32(rate / (1 - math.Pow(forget, float64(t.steps)))),
		GrownSquare: float32(1 / (1 - math.Pow(forgetSquare, float64(t.steps)))),
		Tiny:        1e-8, Shrink: float32(1 - rate*o.Decay), Bound: bound,
	}
	all := len(t.params.all) / vector.Lanes
	t.share(func(_ *netWorker, n int) {
		from, to := n*all/shards*vector.Lanes, (n+1)*all/shards*vector.Lanes
		var gradients [shards][]float32
		for i := range t.shards {
			gradients[i] = t.shards[i].all[from:to]
		}
		adam.Step(t.params.all[from:to], t.mean.all[from:to], t.square.all[from:to], gradients[:])
		t.params.roundTo(t.rounded, from, to)
	})
	var total float64
	for _, sum := range sums {
		total += sum
	}
	return total
}
