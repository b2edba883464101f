package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/internal/bench"
)

// A Pace describes how fast the clocks of a game ran. Both speeds are nodes per
// second of this program's engine in the variant, with as many concurrent searches
// as games.
type Pace struct {
	Reference uint64 // of the machine whose clocks run as the match specifies
	Speed     uint64 // of the machine where the game was played
}

// factor returns the factor by which times are multiplied; 1 for nil.
func (p *Pace) factor() float64 {
	if p == nil {
		return 1
	}
	return float64(p.Reference) / float64(p.Speed)
}

// Machines that differ too much cannot share a match: with other caches and other
// engines the factor is only roughly right.
const (
	maxFactor = 3.0
	maxSpread = 0.1 // between the samples of a measurement
)

// check returns an error if a machine is too fast or too slow.
func (p *Pace) check() error {
	if p.Reference == 0 || p.Speed == 0 || p.factor() > maxFactor || p.factor() < 1/maxFactor {
		return fmt.Errorf("%d nodes/s here, %d where the match started: more than %g times as slow or fast", p.Speed, p.Reference, maxFactor)
	}
	return nil
}

// times returns the limits with all times multiplied, rounded to milliseconds.
func (t TimeControl) times(factor float64) TimeControl {
	scale := func(d *time.Duration) {
		if *d > 0 {
			*d = max(time.Millisecond, time.Duration(math.Round(float64(*d)*factor/1e6))*time.Millisecond)
		}
	}
	if factor != 1 {
		scale(&t.Time)
		scale(&t.Increment)
		scale(&t.MoveTime)
	}
	return t
}

// timed reports whether a time limits the engine.
func (t *TimeControl) timed() bool { return t.Time > 0 || t.MoveTime > 0 }

// timed reports whether a time limits any engine.
func (t *Terms) timed() bool {
	return slices.ContainsFunc(t.Engines, func(e Engine) bool { return e.Limits.timed() })
}

var errUnknownSpeed = errors.New("the speed of this machine, which clocks need, could not be measured")

// A Gauge measures how fast this program's engine is in a variant on this machine,
// under the load of a match.
type Gauge func(ctx context.Context, variant string) (bench.Speed, error)

// steady measures up to three times until the samples agree, which they do not
// while the machine is busy with something else.
func (g Gauge) steady(ctx context.Context, variant string) (uint64, error) {
	if g == nil {
		return 0, errUnknownSpeed
	}
	var s bench.Speed
	for range 3 {
		var err error
		if s, err = g(ctx, variant); err != nil {
			return 0, err
		}
		if s.Spread <= maxSpread && s.NPS >= 1 {
			return uint64(math.Round(s.NPS)), nil
		}
	}
	return 0, fmt.Errorf("%s: the speed of this machine varies by %.0f %%, and clocks need it within %.0f %%: is it busy?",
		variant, 100*s.Spread, 100*maxSpread)
}

// paces measures this machine in all variants that references name, and returns
// the pace of each.
func (g Gauge) paces(ctx context.Context, references map[string]uint64) (map[string]*Pace, error) {
	list := map[string]*Pace{}
	for _, variant := range slices.Sorted(maps.Keys(references)) {
		speed, err := g.steady(ctx, variant)
		if err != nil {
			return nil, err
		}
		p := &Pace{references[variant], speed}
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", variant, err)
		}
		list[variant] = p
	}
	return list, nil
}

// references measures the speeds that the clocks refer to, for a match that begins
// on this machine; nil if it is not for a cluster or has no clocks.
func (c *Config) references(ctx context.Context) (map[string]uint64, error) {
	if c.Gauge == nil || !c.timed() {
		return nil, nil
	}
	list := map[string]uint64{}
	for _, v := range c.Variants {
		speed, err := c.Gauge.steady(ctx, v.Name())
		if err != nil {
			return nil, err
		}
		list[v.Name()] = speed
	}
	return list, nil
}

// paced returns an error if a game was not played with the right clocks.
func (m *Match) paced(r *Record) error {
	reference, timed := m.store.references[r.Variant]
	switch {
	case timed != (r.Pace != nil) || timed && r.Pace.Reference != reference:
		return fmt.Errorf("game %d was played with the wrong clocks", r.Game+1)
	case timed:
		if err := r.Pace.check(); err != nil {
			return fmt.Errorf("game %d: %w", r.Game+1, err)
		}
	}
	for color, engine := range []int{r.White, r.Black} {
		if want := m.Engines[engine].Limits.times(r.Pace.factor()).String(); r.Controls[color] != want {
			return fmt.Errorf("game %d was played at %.40q, not %q", r.Game+1, r.Controls[color], want)
		}
	}
	return nil
}

// Clocks summarises the paces at which games were played.
type Clocks struct {
	References map[string]uint64 `json:"references"` // nodes per second, by variant
	Least      float64           `json:"least"`      // factor by which clocks ran longer than the match specifies
	Most       float64           `json:"most"`
}

// with returns the clocks including one more game.
func (c *Clocks) with(r *Record) *Clocks {
	if r.Pace == nil {
		return c
	}
	f := r.Pace.factor()
	if c == nil {
		c = &Clocks{map[string]uint64{}, f, f}
	}
	c.References[r.Variant] = r.Pace.Reference
	c.Least, c.Most = min(c.Least, f), max(c.Most, f)
	return c
}

func (c *Clocks) clone() *Clocks {
	if c == nil {
		return nil
	}
	return &Clocks{maps.Clone(c.References), c.Least, c.Most}
}
