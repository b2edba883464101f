package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/variants"
)

// netSynthetic returns games of 20 random positions each. What the inputs add to
// the base tells their worth exactly; results are drawn as a K of 0.004 says.
func netSynthetic(games int) *NetData {
	const inputs, k = 20, 0.004
	random := rand.New(rand.NewPCG(1, 2))
	d := &NetData{reading: reading{games: games}, width: inputs + 1}
	for number := range games {
		for range 20 {
			s := game.NetSample{Bucket: random.IntN(2), Base: float64(random.IntN(101) - 50), Scale: 1 - float64(random.IntN(3))/4}
			sum := s.Base
			for i := range inputs {
				worth := float64(40 * (i%7 - 3))
				if random.IntN(3) == 0 {
					s.Us = append(s.Us, uint16(i))
					sum += worth
				}
				if random.IntN(3) == 0 {
					s.Them = append(s.Them, uint16(i))
					sum -= worth
				}
			}
			result := float32(0)
			if random.Float64() < sigmoid(k*s.Scale*sum) {
				result = 1
			}
			d.add(s, float32(s.Scale*sum), result, number)
		}
	}
	return d
}

// quickNet returns options for a fit to few positions.
func quickNet() NetFitOptions {
	o := DefaultNetFitOptions()
	o.Epochs, o.Rate, o.HoldOut = 60, 0.02, 0.2
	return o
}

func fitNet(t *testing.T, d *NetData, o NetFitOptions) *NetFit {
	t.Helper()
	f, err := d.FitNet(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The gradient is that of the cross entropy, as a small step of each number
// shows. Some of the hidden numbers are clipped at either end.
func TestNetGradient(t *testing.T) {
	d := netSynthetic(1)
	params := newNetParams(d.width)
	params.random(1)
	for j := range params.biases() {
		params.biases()[j] = []float32{-3, 0.5, 4}[j%3]
	}
	for i := range params {
		switch {
		case i >= atInputs:
			params[i] /= 8 // so that steps do not lead over the ends
		case i >= atOutputs:
			params[i] *= 5
		}
	}
	w := netWorker{data: d, k: 0.004, blend: 0.3, params: params}
	moving := 0
	for i := range d.samples[:3] {
		s := &d.samples[i]
		w.gradient = make(netParams, len(params))
		loss := w.sample(s)
		gradient := w.gradient
		w.gradient = nil
		if again := w.sample(s); again != loss {
			t.Errorf("sample %d: cross entropy %v, without the gradient %v", i, loss, again)
		}
		us, them := d.of(s)
		for at, slope := range gradient {
			if at >= atInputs {
				if row := uint16((at - atInputs) / hidden); !slices.Contains(us, row) && !slices.Contains(them, row) {
					if slope != 0 {
						t.Fatalf("sample %d: derivative %v by input %d, which is off", i, slope, row)
					}
					continue
				}
			}
			const step = 1.0 / 32
			old := params[at]
			params[at] = old + step
			up := w.sample(s)
			params[at] = old - step
			down := w.sample(s)
			params[at] = old
			want := (up - down) / (2 * step)
			if math.Abs(float64(slope)-want) > 1e-2*math.Abs(want)+5e-5 { // float32s are rounded
				t.Fatalf("sample %d, number %d: derivative %v, want %v", i, at, slope, want)
			}
			if math.Abs(want) > 1e-3 {
				moving++
			}
		}
	}
	if moving < 500 {
		t.Errorf("only %d numbers matter", moving)
	}
}

// A fit foretells what it is fitted to better than before, and what is held out
// too where there is something to be learned.
func TestFitNetLearns(t *testing.T) {
	d := netSynthetic(200)
	o := quickNet()
	o.Blend, o.K = 0, 0.004
	epochs, least := 0, math.Inf(1)
	f, err := d.FitNet(t.Context(), o, func(epoch int, fitted, heldOut float64) {
		if epochs++; epoch != epochs {
			t.Errorf("told of epoch %d after %d", epoch, epochs-1)
		}
		least = min(least, fitted, heldOut)
	})
	if err != nil {
		t.Fatal(err)
	}
	if f.Fitted.Games != 160 || f.Fitted.Positions != 3200 || f.HeldOut.Games != 40 || f.HeldOut.Positions != 800 || epochs != o.Epochs {
		t.Errorf("fitted to %v, held out %v, %d epochs", f.Fitted, f.HeldOut, epochs)
	}
	var floor float64 // no network can do better
	for i := range d.samples {
		x := 0.004 * float64(d.samples[i].score)
		floor += crossEntropy(x, sigmoid(x)) / float64(len(d.samples))
	}
	for name, s := range map[string]Share{"fitted to": f.Fitted, "held out": f.HeldOut} {
		if s.Before-floor < 0.02 || s.After-floor > 0.2*(s.Before-floor) {
			t.Errorf("%s: %v; %.5f is the least there can be", name, s, floor)
		}
	}
	if math.Abs(f.Fitted.After-least) > 0.01 {
		t.Errorf("%v, but %v on the way", f.Fitted, least)
	}
}

// wholeValue returns what a network adds to the base of a sample, in centipawns and
// in the whole numbers that package engine computes with.
func (d *NetData) wholeValue(n *nnue.Network, s *netSample) int {
	var lists [2][]uint16
	lists[0], lists[1] = d.of(s)
	sum := 0
	for side, list := range lists {
		for j, bias := range n.Biases {
			x := int(bias)
			for _, i := range list {
				x += int(n.Inputs[i][j])
			}
			x = min(max(x, 0), nnue.One)
			sum += x * x * int(n.Outputs[s.bucket][side][j])
		}
	}
	return (sum/nnue.One + int(n.OutputBiases[s.bucket])) * nnue.Value / (nnue.One * nnue.Step)
}

// Rounded to whole numbers a network says nearly what it said before, and the
// errors that are told are those of what is written.
func TestNetQuantised(t *testing.T) {
	d := netSynthetic(60)
	o := quickNet()
	o.HoldOut = 0
	f := fitNet(t, d, o)

	training := newNetTraining(d, f.K, o)
	all, _ := d.split(0)
	if err := training.run(t.Context(), all, nil, nil); err != nil {
		t.Fatal(err)
	}
	w := &training.workers[0]
	exact := make([]float64, len(d.samples))
	for i := range d.samples {
		exact[i] = w.value(&d.samples[i])
	}
	n := training.params.quantised()
	if !n.Equal(f.Network) {
		t.Fatal("not the network of the fit")
	}
	mean, loss := 0.0, 0.0
	for i := range d.samples {
		s := &d.samples[i]
		rounded, whole := w.value(s), float64(s.scale)*(float64(s.base)+float64(d.wholeValue(n, s)))
		if math.Abs(rounded-whole) > 1.1 {
			t.Errorf("sample %d: %v with rounded numbers, %v in whole ones", i, rounded, whole)
		}
		mean += math.Abs(exact[i]-whole) / float64(len(d.samples))
		loss += crossEntropy(f.K*whole, w.target(s)) / float64(len(d.samples))
	}
	if mean > 10 || mean == 0 {
		t.Errorf("rounding makes a difference of %v centipawns on average", mean)
	}
	if math.Abs(loss-f.Fitted.After) > 1e-3 {
		t.Errorf("cross entropy %v, told %v", loss, f.Fitted.After)
	}
}

// A fit that begins with a network and does not move ends with it.
func TestNetStart(t *testing.T) {
	d := netSynthetic(60)
	o := quickNet()
	first := fitNet(t, d, o).Network
	o.Start, o.Rate = first, 0
	if again := fitNet(t, d, o).Network; !again.Equal(first) {
		t.Error("another network than it began with")
	}
}

// However far a fit goes, the numbers stay within what a file may hold.
func TestNetNumbersAreBounded(t *testing.T) {
	o := quickNet()
	o.Rate, o.Decay = 1, 0
	f := fitNet(t, netSynthetic(30), o)
	if _, _, err := nnue.Decode(f.Network.Encode(1, "")); err != nil {
		t.Error(err)
	}
	largest := int16(0)
	for _, row := range f.Network.Outputs[0] {
		largest = max(largest, slices.Max(row[:]), -slices.Min(row[:]))
	}
	if largest != nnue.Limit {
		t.Errorf("the largest output weight is %d", largest)
	}
}

// Decay shrinks what no position asks for.
func TestNetDecay(t *testing.T) {
	last := func(decay float64) float64 {
		o := quickNet()
		o.Decay = decay
		d := netSynthetic(20)
		n := fitNet(t, d, o).Network
		var sum float64
		for _, x := range n.Inputs[d.width-1] { // on in no position
			sum += math.Abs(float64(x))
		}
		return sum
	}
	if free, held := last(0), last(3); free == 0 || held > 0.5*free {
		t.Errorf("%v without decay, %v with", free, held)
	}
}

// The number of goroutines changes nothing, and neither does running it again;
// another seed finds another network.
func TestFitNetRepeatsItself(t *testing.T) {
	text := play(t, "chess", playOptions(12))
	fitted := func(workers int, seed uint64) (*NetFit, []byte) {
		var d NetData
		if err := d.Read(t.Context(), "games.txt", strings.NewReader(text), variants.Open); err != nil {
			t.Fatal(err)
		}
		o := quickNet()
		o.Epochs, o.Workers, o.Seed, o.K = 12, workers, seed, 0.004
		f := fitNet(t, &d, o)
		return f, f.Network.Encode(1, "")
	}
	first, one := fitted(1, 1)
	if first.Fitted.After >= first.Fitted.Before {
		t.Errorf("nothing is learned of real games: %v", first.Fitted)
	}
	for _, workers := range []int{1, 3, 20} {
		f, again := fitted(workers, 1)
		if !bytes.Equal(one, again) || f.Fitted != first.Fitted || f.HeldOut != first.HeldOut {
			t.Errorf("%d goroutines: %v, %v; one: %v, %v", workers, f.Fitted, f.HeldOut, first.Fitted, first.HeldOut)
		}
	}
	if _, other := fitted(1, 2); bytes.Equal(one, other) {
		t.Error("the same network from another seed")
	}
}

// K is as asked for, or comes from what is fitted to alone.
func TestFitNetScale(t *testing.T) {
	d := netSynthetic(200)
	o := quickNet()
	o.Epochs, o.K = 1, 0.01
	if f := fitNet(t, d, o); f.K != 0.01 {
		t.Errorf("K %v, want 0.01", f.K)
	}
	o.K = 0
	found := fitNet(t, d, o)
	if math.Abs(found.K-0.004) > 0.0005 {
		t.Errorf("K %v, results were drawn with 0.004", found.K)
	}
	_, held := d.split(o.HoldOut)
	for _, i := range held {
		d.samples[i].result = 1 - d.samples[i].result
	}
	if f := fitNet(t, d, o); f.K != found.K {
		t.Errorf("K %v, with other results of games held out %v", found.K, f.K)
	}
}

// The blend says how far the target is that of the score or of the result.
func TestFitNetBlend(t *testing.T) {
	o := quickNet()
	o.K, o.Epochs = 0.004, 5
	networks := map[float64]*nnue.Network{}
	for _, blend := range []float64{0, 0.5, 1} {
		o.Blend = blend
		d := netSynthetic(20)
		networks[blend] = fitNet(t, d, o).Network
		for i := range d.samples {
			switch blend {
			case 0:
				d.samples[i].result = 0.5
			case 1:
				d.samples[i].score = 0
			}
		}
		if again := fitNet(t, d, o).Network; !again.Equal(networks[blend]) {
			t.Errorf("a blend of %v takes notice of the other", blend)
		}
	}
	if networks[0].Equal(networks[0.5]) || networks[0.5].Equal(networks[1]) {
		t.Error("the blend changes nothing")
	}
}

func TestFitNetFails(t *testing.T) {
	backwards := netSynthetic(50)
	for i := range backwards.samples {
		backwards.samples[i].result = 1 - backwards.samples[i].result
	}
	for want, d := range map[string]*NetData{
		"no positions to fit to":                       {},
		"the search scores do not predict the results": backwards,
	} {
		if _, err := d.FitNet(t.Context(), quickNet(), nil); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	last := 0
	f, err := netSynthetic(5).FitNet(ctx, quickNet(), func(epoch int, _, _ float64) {
		if last = epoch; epoch == 2 {
			stop()
		}
	})
	if f != nil || !errors.Is(err, context.Canceled) || last != 2 {
		t.Errorf("interrupted in epoch 2: %v after epoch %d", err, last)
	}
}
