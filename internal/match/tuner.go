package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Tuner says with which options two engines, which are one otherwise, play each pair, and
// learns from the results. One method is called at a time.
type Tuner interface {
	// Terms are what it does, to be written as JSON: a match goes on only with the same.
	Terms() any
	// Options returns those of the first and of the second engine in a pair, the same
	// whenever it is asked for. It is not ok as long as Take is to tell of pairs before it.
	Options(pair int) (options [2][]Option, ok bool)
	// Take tells how many half points the first engine has made in a pair, 0 to 4, or -1 if
	// the pair says nothing. The pairs come in the order of their numbers.
	Take(pair, halves int)
}

// mostFailures is how many games in a row may end because an engine breaks down until
// tuning stops.
const mostFailures = 10

// tuned reports whether it is known with which options a pair is to be played.
func (m *Match) tuned(pair int) bool {
	if m.Tuner == nil {
		return true
	}
	_, ok := m.Tuner.Options(pair)
	return ok
}

// learn tells the Tuner of the pairs that are whole, in their order.
func (m *Match) learn() {
	if m.Tuner == nil {
		return
	}
	for {
		halves, whole := m.tally.pair(m.learnt)
		if !whole {
			break
		}
		m.Tuner.Take(m.learnt, halves)
		m.learnt++
	}
	close(m.more)
	m.more = make(chan struct{})
}

// fails counts a game, and reports whether too many in a row have ended because an engine
// broke down for tuning to go on.
func (m *Match) fails(r *Record) bool {
	if m.Tuner == nil || r.Termination != Abandoned {
		m.failed = 0
		return false
	}
	m.failed++
	return m.failed >= mostFailures
}

// await is Next, but where a Tuner waits for results it waits for them, too.
func (m *Match) await(ctx context.Context) (p Pair, ok bool, err error) {
	for {
		m.mu.Lock()
		more := m.more
		m.mu.Unlock()
		if p, ok, err = m.Next(ctx); ok || err != nil || m.Tuner == nil || m.Over() {
			return p, ok, err
		}
		select {
		case <-more:
		case <-ctx.Done():
			return Pair{}, false, nil
		}
	}
}

// A Spin is an option of an engine whose values are whole numbers.
type Spin struct {
	Name              string // as the engine writes it
	Initial, Min, Max int64
}

// Spins starts an engine, and returns how it describes options, which are to be spins.
func (c *Config) Spins(ctx context.Context, e Engine, names []string) ([]Spin, error) {
	p, err := c.host().newPlayer(ctx, &e)
	if f := (*failure)(nil); errors.As(err, &f) {
		return nil, fmt.Errorf("engine %s: %w", e.Name, err)
	}
	if err != nil {
		return nil, err
	}
	defer p.close()
	spins := make([]Spin, len(names))
	for i, name := range names {
		o, known := p.offers[strings.ToLower(name)]
		initial, notNumber := strconv.ParseInt(o.initial, 10, 64)
		what := ""
		switch {
		case !known:
			what = "is not one of its options"
		case o.kind != "spin":
			what = fmt.Sprintf("is of type %.20s, not spin", o.kind)
		case notNumber != nil || !o.ranged || o.min > o.max:
			what = "has no default, min and max that are numbers"
		}
		if what != "" {
			return nil, &badOption{e.Name, fmt.Sprintf("option %.40q %s", name, what)}
		}
		spins[i] = Spin{o.name, initial, o.min, o.max}
	}
	return spins, nil
}
