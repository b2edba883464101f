package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/variants"
)

// netSynthetic returns games of 20 random positions each, a share of which is held out.
// The inputs and the base determine their score exactly; results are drawn with a K of
// 0.004. change, if not nil, modifies a position of a game before it is added.
func netSynthetic(t *testing.T, games int, holdOut float64, change func(s *netSample, game int)) *NetData {
	t.Helper()
	const inputs, k = 20, 0.004
	random := rand.New(rand.NewPCG(1, 2))
	d, err := NewNetData(t.TempDir(), holdOut, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	d.games, d.width = games, inputs+1
	for number := range games {
		for range 20 {
			s := netSample{bucket: uint8(random.IntN(2)), base: float32(random.IntN(101) - 50), scale: 1 - float32(random.IntN(3))/4}
			sum := s.base
			for i := range inputs {
				worth := float32(40 * (i%7 - 3))
				if random.IntN(3) == 0 {
					s.us = append(s.us, uint16(i))
					sum += worth
				}
				if random.IntN(3) == 0 {
					s.them = append(s.them, uint16(i))
					sum -= worth
				}
			}
			if random.Float64() < sigmoid(k*float64(s.scale*sum)) {
				s.result = 2
			}
			s.score = int16(s.scale * sum)
			if change != nil {
				change(&s, number)
			}
			if err := d.add(&s, s.appendTo(nil), number); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}

// samplesOf returns the samples of blocks.
func samplesOf(t *testing.T, d *NetData, blocks ...*netBlock) (samples []netSample) {
	t.Helper()
	var g netGroup
	if err := g.load(blocks, d.width); err != nil {
		t.Fatal(err)
	}
	for _, start := range g.starts {
		var s netSample
		if _, err := s.read(g.text[start:]); err != nil {
			t.Fatal(err)
		}
		samples = append(samples, s)
	}
	return samples
}

// quickNet returns options for a fit to few positions.
func quickNet() NetFitOptions {
	o := DefaultNetFitOptions()
	o.Hidden, o.Epochs, o.Rate = 64, 60, 0.02
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

// The gradient is that of the cross entropy, as a small step of each number shows. Some
// of the hidden numbers are clipped at either end.
func TestNetGradient(t *testing.T) {
	d := netSynthetic(t, 1, 0, nil)
	const hidden = 64
	params := newNetParams(d.width, hidden)
	params.random(1)
	for j := range params.biases() {
		params.biases()[j] = []float32{-3, 0.5, 4}[j%3]
	}
	for i := range params.all {
		switch {
		case i >= params.atInputs():
			params.all[i] /= 8 // so that steps do not cross the clipping bounds
		case i >= hidden:
			params.all[i] *= 5
		}
	}
	w := newNetWorker(0.004, 0.3, params)
	moving := 0
	samples := samplesOf(t, d, d.blocks...)
	for i := range samples[:3] {
		s := &samples[i]
		gradient := newNetParams(d.width, hidden)
		w.gradient = &gradient
		loss := w.sample(s)
		w.gradient = nil
		if again := w.sample(s); again != loss {
			t.Errorf("sample %d: cross entropy %v, without the gradient %v", i, loss, again)
		}
		for at, slope := range gradient.all {
			if at >= params.atInputs() {
				if row := uint16((at - params.atInputs()) / hidden); !slices.Contains(s.us, row) && !slices.Contains(s.them, row) {
					if slope != 0 {
						t.Fatalf("sample %d: derivative %v by input %d, which is off", i, slope, row)
					}
					continue
				}
			}
			const step = 1.0 / 32
			old := params.all[at]
			params.all[at] = old + step
			up := w.sample(s)
			params.all[at] = old - step
			down := w.sample(s)
			params.all[at] = old
			want := (up - down) / (2 * step)
			if math.Abs(float64(slope)-want) > 1e-2*math.Abs(want)+5e-5 { // because of float32 rounding
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

// A fit predicts its positions better than before, and the held-out ones too if there is
// something to learn.
func TestFitNetLearns(t *testing.T) {
	d := netSynthetic(t, 200, 0.2, nil)
	o := quickNet()
	o.Blend, o.K = 0, 0.004
	epochs, least := 0, math.Inf(1)
	f, err := d.FitNet(t.Context(), o, func(e Epoch) {
		if epochs++; e.Number != epochs {
			t.Errorf("epoch %d reported after %d", e.Number, epochs-1)
		}
		least = min(least, e.Fitted, e.HeldOut)
	})
	if err != nil {
		t.Fatal(err)
	}
	if f.Fitted.Games != 160 || f.Fitted.Positions != 3200 || f.HeldOut.Games != 40 || f.HeldOut.Positions != 800 || epochs != o.Epochs {
		t.Errorf("fitted to %v, held out %v, %d epochs", f.Fitted, f.HeldOut, epochs)
	}
	var floor float64 // no network can do better
	for _, s := range samplesOf(t, d, append(d.blocks, d.held)...) {
		x := 0.004 * float64(s.score)
		floor += crossEntropy(x, sigmoid(x)) / 4000
	}
	for name, s := range map[string]Share{"fitted to": f.Fitted, "held out": f.HeldOut} {
		if s.Before-floor < 0.02 || s.After-floor > 0.2*(s.Before-floor) {
			t.Errorf("%s: %v; %.5f is the least there can be", name, s, floor)
		}
	}
	counts := func(x int16) bool { return x != 0 }
	if last := d.width - 1; slices.ContainsFunc(f.Network.Row(last), counts) || !slices.ContainsFunc(f.Network.Row(last-1), counts) {
		t.Errorf("an input that never occurs has %v, another %v", f.Network.Row(last), f.Network.Row(last-1))
	}
	if math.Abs(f.Fitted.After-least) > 0.01 {
		t.Errorf("%v, but %v on the way", f.Fitted, least)
	}
}

// wholeValue returns what a network adds to the base of a sample, in centipawns,
// computed in integers like in package engine.
func wholeValue(n *nnue.Network, s *netSample) int {
	sum := 0
	for side, list := range [2][]uint16{s.us, s.them} {
		for j, bias := range n.Biases {
			x := int(bias)
			for _, i := range list {
				x += int(n.Row(int(i))[j])
			}
			x = min(max(x, 0), nnue.One)
			sum += x * x * int(n.Outputs[s.bucket][side][j])
		}
	}
	return (sum/nnue.One + int(n.OutputBiases[s.bucket])) * nnue.Value / (nnue.One * nnue.Step)
}

// The values of a fit are those of the network in integers, but for the rounding of sums, and
// so are the reported errors.
func TestNetQuantised(t *testing.T) {
	d := netSynthetic(t, 60, 0.2, nil)
	o := quickNet()
	f := fitNet(t, d, o)

	training := newNetTraining(d, f.K, o)
	if err := training.run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	last := training.epochs[len(training.epochs)-1].HeldOut
	if held, err := training.lossOf(t.Context(), []*netBlock{d.held}, training.rounded); err != nil || held != last {
		t.Errorf("cross entropy %v of the positions held out, %v in the last epoch: %v", held, last, err)
	}
	training.clearUnseen()
	training.round()
	n := training.rounded.network()
	if !n.Equal(f.Network) {
		t.Fatal("not the network of the fit")
	}
	w, exact := &training.workers[0], newNetWorker(f.K, o.Blend, training.params)
	mean, loss := 0.0, 0.0
	samples := samplesOf(t, d, d.blocks...)
	for i := range samples {
		s := &samples[i]
		rounded, whole := w.value(s), float64(s.scale)*(float64(s.base)+float64(wholeValue(n, s)))
		if math.Abs(rounded-whole) > 1.1 {
			t.Errorf("sample %d: %v with rounded numbers, %v in whole ones", i, rounded, whole)
		}
		mean += math.Abs(exact.value(s)-whole) / float64(len(samples))
		loss += crossEntropy(f.K*whole, w.target(s)) / float64(len(samples))
	}
	if mean > 10 || mean == 0 {
		t.Errorf("rounding makes a difference of %v centipawns on average", mean)
	}
	if math.Abs(loss-f.Fitted.After) > 1e-3 {
		t.Errorf("cross entropy %v, reported %v", loss, f.Fitted.After)
	}
}

// A fit that starts from a network and does not change it returns it.
func TestNetStart(t *testing.T) {
	d := netSynthetic(t, 60, 0.2, nil)
	o := quickNet()
	first := fitNet(t, d, o).Network
	o.Start, o.Rate = first, 0
	if again := fitNet(t, d, o).Network; !again.Equal(first) {
		t.Error("not the network it started from")
	}
}

// However long the steps, the numbers stay within the limits of a file.
func TestNetNumbersAreBounded(t *testing.T) {
	o := quickNet()
	o.Rate, o.Decay = 1, 0
	f := fitNet(t, netSynthetic(t, 30, 0.2, nil), o)
	if _, _, err := nnue.Decode(f.Network.Encode(1, "")); err != nil {
		t.Error(err)
	}
	largest := int16(0)
	for _, row := range f.Network.Outputs[0] {
		largest = max(largest, slices.Max(row), -slices.Min(row))
	}
	if largest != nnue.Limit {
		t.Errorf("the largest output weight is %d", largest)
	}
}

// Decay shrinks numbers that no position needs.
func TestNetDecay(t *testing.T) {
	last := func(decay float64) float64 {
		o := quickNet()
		o.Decay = decay
		d := netSynthetic(t, 20, 0.2, nil)
		training := newNetTraining(d, 0.004, o)
		if err := training.run(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		numbers, sum := training.params.inputs().Numbers, 0.0
		for _, x := range numbers[len(numbers)-o.Hidden:] { // active in no position
			sum += math.Abs(float64(x))
		}
		return sum
	}
	if free, held := last(0), last(3); free == 0 || held > 0.5*free {
		t.Errorf("%v without decay, %v with", free, held)
	}
}

// Neither the number of goroutines nor a repetition changes the result; another seed
// gives another network.
func TestFitNetRepeatsItself(t *testing.T) {
	text := play(t, "chess", playOptions(12))
	fitted := func(workers int, seed uint64) (*NetFit, []byte) {
		d, err := NewNetData(t.TempDir(), 0.2, seed, workers)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if err := d.Read(t.Context(), "games.txt", strings.NewReader(text), variants.Open); err != nil {
			t.Fatal(err)
		}
		o := quickNet()
		o.Epochs, o.Workers, o.Seed, o.K = 12, workers, seed, 0.004
		f := fitNet(t, d, o)
		return f, f.Network.Encode(1, "")
	}
	first, one := fitted(1, 1)
	if first.Fitted.After >= first.Fitted.Before {
		t.Errorf("nothing is learned from real games: %v", first.Fitted)
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

// K is as requested, or derived from the fitted positions alone.
func TestFitNetScale(t *testing.T) {
	d := netSynthetic(t, 200, 0.2, nil)
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
	other := netSynthetic(t, 200, 0.2, func(s *netSample, game int) {
		if isHeldOut(game, 0.2) {
			s.result = 2 - s.result
		}
	})
	if f := fitNet(t, other, o); f.K != found.K {
		t.Errorf("K %v, with other results of games held out %v", found.K, f.K)
	}
}

// The blend sets the target between score and result.
func TestFitNetBlend(t *testing.T) {
	o := quickNet()
	o.K, o.Epochs = 0.004, 5
	networks := map[float64]*nnue.Network{}
	for _, blend := range []float64{0, 0.5, 1} {
		o.Blend = blend
		networks[blend] = fitNet(t, netSynthetic(t, 20, 0.2, nil), o).Network
		changed := netSynthetic(t, 20, 0.2, func(s *netSample, _ int) {
			switch blend {
			case 0:
				s.result = 1
			case 1:
				s.score = 0
			}
		})
		if again := fitNet(t, changed, o).Network; !again.Equal(networks[blend]) {
			t.Errorf("with a blend of %v, the unused target has an effect", blend)
		}
	}
	if networks[0].Equal(networks[0.5]) || networks[0.5].Equal(networks[1]) {
		t.Error("the blend changes nothing")
	}
	o.Blend = 0.5
	searched := netSynthetic(t, 20, 0.2, func(s *netSample, _ int) { s.result = noResult })
	if !fitNet(t, searched, o).Network.Equal(networks[0]) {
		t.Error("positions that were only searched have another target than their score")
	}
	o.K = 0
	if _, err := searched.FitNet(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "use --scale") {
		t.Errorf("error %v where no position has a result", err)
	}
}

func TestFitNetFails(t *testing.T) {
	backwards := netSynthetic(t, 50, 0.2, func(s *netSample, _ int) { s.result = 2 - s.result })
	for want, d := range map[string]*NetData{
		"no positions to fit to":                       netSynthetic(t, 0, 0, nil),
		"the search scores do not predict the results": backwards,
	} {
		if _, err := d.FitNet(t.Context(), quickNet(), nil); err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	last := 0
	f, err := netSynthetic(t, 5, 0, nil).FitNet(ctx, quickNet(), func(e Epoch) {
		if last = e.Number; last == 2 {
			stop()
		}
	})
	if f != nil || !errors.Is(err, context.Canceled) || last != 2 {
		t.Errorf("interrupted in epoch 2: %v after epoch %d", err, last)
	}
}

// An interrupted fit continues from its checkpoint and ends with the same network; a
// checkpoint of another fit, or a damaged one, is refused and not overwritten.
func TestNetCheckpoint(t *testing.T) {
	d := netSynthetic(t, 40, 0.2, nil)
	o := quickNet()
	o.Epochs = 6
	want := fitNet(t, d, o).Network
	o.Checkpoint = filepath.Join(t.TempDir(), "fit")
	ctx, stop := context.WithCancel(t.Context())
	if _, err := d.FitNet(ctx, o, func(e Epoch) {
		if e.Number == 4 {
			stop()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	kept := must.Get(t, os.ReadFile, o.Checkpoint)
	seen := 0
	f, err := d.FitNet(t.Context(), o, func(e Epoch) {
		if seen++; e.Number != seen {
			t.Errorf("epoch %d after %d", e.Number, seen-1)
		}
	})
	if err != nil || seen != o.Epochs || !f.Network.Equal(want) {
		t.Fatalf("%v after %d epochs, or a different network", err, seen)
	}
	broken := bytes.Clone(kept)
	broken[len(broken)/2] ^= 1
	longer := o
	longer.Epochs = 7
	for _, c := range []struct {
		want    string
		file    []byte
		options NetFitOptions
	}{
		{"belongs to another fit", kept, longer},
		{"damaged", broken, o},
		{"damaged", kept[:len(kept)-1], o},
		{"not a checkpoint", []byte("hello"), o},
	} {
		if err := os.WriteFile(o.Checkpoint, c.file, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := d.FitNet(t.Context(), c.options, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		if file, err := os.ReadFile(o.Checkpoint); err != nil || !bytes.Equal(file, c.file) {
			t.Errorf("%s: the checkpoint is changed, %v", c.want, err)
		}
	}
}

// The picture shows both errors of every epoch.
func TestCurve(t *testing.T) {
	picture := string(Curve("chess", []Epoch{{1, 0.5, 0.6}, {2, 0.4, 0.55}}))
	for _, want := range []string{">chess<", ">0.40000<", ">0.60000<", `points="70.0,175.0 620.0,320.0"`, `points="70.0,30.0 620.0,102.5"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("no %s in %s", want, picture)
		}
	}
	if one := string(Curve("x", []Epoch{{1, 0.5, 0}})); strings.Contains(one, "NaN") || strings.Contains(one, "dasharray") {
		t.Errorf("one epoch: %s", one)
	}
}

// BenchmarkNetStep measures a step of a network with 768 inputs and 256 hidden numbers,
// for positions of 30 men, on one processor.
func BenchmarkNetStep(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	d := &NetData{width: 768}
	d.parts[0].Positions = batch
	o := DefaultNetFitOptions()
	o.Hidden, o.Workers = 256, 1
	t := newNetTraining(d, 0.004, o)
	var g netGroup
	for range batch {
		s := netSample{bucket: uint8(random.IntN(8)), scale: 1, score: int16(random.IntN(400) - 200)}
		for i := range uint16(30) {
			s.us = append(s.us, i*25+uint16(random.IntN(25)))
			s.them = append(s.them, i*25+uint16(random.IntN(25)))
		}
		g.starts = append(g.starts, len(g.text))
		g.text = s.appendTo(g.text)
	}
	for b.Loop() {
		t.step(&g, g.starts)
	}
	b.ReportMetric(float64(batch*b.N)/b.Elapsed().Seconds(), "positions/s")
}
