// Package spsa tunes options of an engine by simultaneous perturbation stochastic
// approximation (J. C. Spall, 1992): in each pair of games all values are varied at once,
// each either way at random, by one side up and by the other down, and then follow the
// winner a little. The schedule is that of fishtest.
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

// Options say how it is tuned.
type Options struct {
	Pairs int // of games: the iterations
	// Batch is how many pairs are played with the values after the batch before: so many
	// may be in progress at a time.
	Batch int
	Seed  uint64
	// The k-th pair, from 1, varies a value by c/k^Gamma, and changes it by
	// a/(A·Pairs+k)^Alpha, divided by that, for each game by which it is won.
	A, Alpha, Gamma float64
}

// DefaultOptions returns the customary settings.
func DefaultOptions() Options {
	return Options{Pairs: 10_000, Batch: 8, Seed: 1, A: 0.1, Alpha: 0.602, Gamma: 0.101}
}

// A Tuning is a match.Tuner: the first engine is varied one way, the second the other. It is
// safe for concurrent use.
type Tuning struct {
	options Options
	params  []Param

	mu    sync.Mutex
	now   []float64 // the values after the pairs that are taken
	begun []float64 // those at the beginning of the batch
	taken int       // pairs
	void  int       // of them those that say nothing
}

// New begins to tune parameters.
func New(params []Param, options Options) *Tuning {
	t := &Tuning{options: options, params: params}
	for i := range params {
		t.now = append(t.now, params[i].Start)
	}
	t.begun = append(t.begun, t.now...)
	return t
}

// Terms says what is tuned, and how.
func (t *Tuning) Terms() any {
	return struct {
		Options
		Params []Param
	}{t.options, t.params}
}

// step returns by how much a pair, from 0, varies a parameter, and by how much it changes
// it for each game by which it is won.
func (t *Tuning) step(pair int, p *Param) (c, change float64) {
	o := &t.options
	k, n := float64(pair+1), float64(o.Pairs)
	c = p.CEnd * math.Pow(n/k, o.Gamma)
	a := p.REnd * p.CEnd * p.CEnd * math.Pow((o.A*n+n)/(o.A*n+k), o.Alpha)
	return c, a / c
}

// random returns the source of what is drawn for a pair. That of openings is another.
func (t *Tuning) random(pair int) *rand.Rand {
	return rand.New(rand.NewPCG(t.options.Seed, ^uint64(pair)))
}

// flips returns in which direction the first engine's values are varied: -1 or 1.
func flips(random *rand.Rand, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(2*random.IntN(2) - 1)
	}
	return list
}

// Options returns with which values the engines play a pair. A value between two whole
// numbers is rounded to the one or the other at random, the more often to the nearer.
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

// Take lets the values follow the winner of a pair.
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

// Taken returns how many pairs have been taken, and how many of them say nothing.
func (t *Tuning) Taken() (pairs, void int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.taken, t.void
}

// Params returns the parameters with the values of now as those to start from.
func (t *Tuning) Params() []Param {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := append([]Param(nil), t.params...)
	for i := range list {
		list[i].Start = math.Round(t.now[i]*1000) / 1000
	}
	return list
}

// WriteTable writes where the parameters began and where they are.
func (t *Tuning) WriteTable(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "parameter\tstart\tnow\tchange\tin C_END\t")
	for i, p := range t.Params() {
		start := t.params[i].Start
		fmt.Fprintf(w, "%s\t%s\t%.3f\t%+.3f\t%+.2f\t\n", p.Name, number(start), p.Start, p.Start-start, (p.Start-start)/p.CEnd)
	}
	return w.Flush()
}

// Short says in a few words which parameter has changed most.
func (t *Tuning) Short() string {
	name, most := "nothing", 0.0
	for i, p := range t.Params() {
		if change := (p.Start - t.params[i].Start) / p.CEnd; math.Abs(change) > math.Abs(most) {
			name, most = p.Name, change
		}
	}
	return fmt.Sprintf("changed most: %s by %+.2f C_END", name, most)
}
