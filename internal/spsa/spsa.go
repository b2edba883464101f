// Package spsa tunes options of an engine by simultaneous perturbation stochastic
// approximation (J. C. Spall, 1992): in each pair of games all values are perturbed at
// once, each in a random direction for one side and in the opposite one for the other,
// and then move a little towards the winner's. The schedule is that of fishtest.
package spsa

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"text/tabwriter"

	"github.com/heterodox-chess/heterodox/internal/match"
)

// Options describe how parameters are tuned.
type Options struct {
	Pairs int // of games: the iterations
	// Batch is the number of pairs that are played with the values after the previous
	// batch; this many may be in progress at a time.
	Batch int
	Seed  uint64
	// The k-th pair, from 1, perturbs a value by c/k^Gamma, and changes it by
	// a/(A·Pairs+k)^Alpha, divided by the perturbation, per game of the winning margin.
	A, Alpha, Gamma float64
}

// DefaultOptions returns the customary settings.
func DefaultOptions() Options {
	return Options{Pairs: 10_000, Batch: 8, Seed: 1, A: 0.1, Alpha: 0.602, Gamma: 0.101}
}

// A Tuning is a match.Tuner: it perturbs the first engine one way, the second the other.
// It is safe for concurrent use.
type Tuning struct {
	options Options
	params  []Param

	mu    sync.Mutex
	now   []float64 // the values after the pairs taken so far
	begun []float64 // the values at the start of the batch
	taken int       // pairs
	void  int       // pairs without a result, among those taken
}

// New starts the tuning of parameters.
func New(params []Param, options Options) *Tuning {
	t := &Tuning{options: options, params: params}
	for i := range params {
		t.now = append(t.now, params[i].Start)
	}
	t.begun = append(t.begun, t.now...)
	return t
}

// Terms returns what is tuned, and how.
func (t *Tuning) Terms() any {
	return struct {
		Options
		Params []Param
	}{t.options, t.params}
}

// step returns by how much a pair, from 0, perturbs a parameter, and by how much it
// changes it per game of the winning margin.
func (t *Tuning) step(pair int, p *Param) (c, change float64) {
	o := &t.options
	k, n := float64(pair+1), float64(o.Pairs)
	c = p.CEnd * math.Pow(n/k, o.Gamma)
	a := p.REnd * p.CEnd * p.CEnd * math.Pow((o.A*n+n)/(o.A*n+k), o.Alpha)
	return c, a / c
}

// random returns the random source for a pair. It differs from that of the openings.
func (t *Tuning) random(pair int) *rand.Rand {
	return rand.New(rand.NewPCG(t.options.Seed, ^uint64(pair)))
}

// flips returns the directions in which the first engine's values are perturbed: -1 or 1.
func flips(random *rand.Rand, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(2*random.IntN(2) - 1)
	}
	return list
}

// Options returns the values with which the engines play a pair. A value between two
// integers is rounded to either at random, without bias.
func (t *Tuning) Options(pair int) (options [2][]match.Option, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if pair/t.options.Batch != t.taken/t.options.Batch || pair >= t.options.Pairs {
		return options, false
	}
	random := t.random(pair)
	flip := flips(random, len(t.params))
	for side, sign := range []float64{1, -1} {
		for i := range t.params {
			p := &t.params[i]
			c, _ := t.step(pair, p)
			x := p.clamp(t.begun[i] + sign*flip[i]*c)
			x = math.Floor(x + random.Float64())
			options[side] = append(options[side], match.Option{Name: p.Name, Value: strconv.FormatFloat(p.clamp(x), 'f', 0, 64)})
		}
	}
	return options, true
}

func (p *Param) clamp(x float64) float64 { return min(max(x, p.Min), p.Max) }

// Take moves the values towards those of the winner of a pair.
func (t *Tuning) Take(pair, halves int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	flip := flips(t.random(pair), len(t.params))
	for i := range t.params {
		p := &t.params[i]
		if _, change := t.step(pair, p); halves >= 0 {
			t.now[i] = p.clamp(t.now[i] + change*float64(halves-2)*flip[i])
		}
	}
	if halves < 0 {
		t.void++
	}
	if t.taken++; t.taken%t.options.Batch == 0 {
		copy(t.begun, t.now)
	}
}

// Taken returns the number of pairs taken, and how many of them had no result.
func (t *Tuning) Taken() (pairs, void int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken, t.void
}

// Params returns the parameters with the current values as Start.
func (t *Tuning) Params() []Param {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := append([]Param(nil), t.params...)
	for i := range list {
		list[i].Start = math.Round(t.now[i]*1000) / 1000
	}
	return list
}

// WriteTable writes the initial and current values of the parameters.
func (t *Tuning) WriteTable(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "parameter\tstart\tnow\tchange\tin C_END\t")
	for i, p := range t.Params() {
		start := t.params[i].Start
		fmt.Fprintf(w, "%s\t%s\t%.3f\t%+.3f\t%+.2f\t\n", p.Name, number(start), p.Start, p.Start-start, (p.Start-start)/p.CEnd)
	}
	return w.Flush()
}

// Short reports which parameter has changed most.
func (t *Tuning) Short() string {
	name, most := "nothing", 0.0
	for i, p := range t.Params() {
		if change := (p.Start - t.params[i].Start) / p.CEnd; math.Abs(change) > math.Abs(most) {
			name, most = p.Name, change
		}
	}
	return fmt.Sprintf("changed most: %s by %+.2f C_END", name, most)
}
