package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Tuner chooses the options of two otherwise identical engines for each pair and learns
// from the results. Its methods are never called concurrently.
type Tuner interface {
	// Terms describes the Tuner, for JSON: a match continues only with the same terms.
	Terms() any
	// Options returns the options of the first and the second engine in a pair, always the
	// same ones. ok is false while it still waits for the results of earlier pairs.
	Options(pair int) (options [2][]Option, ok bool)
	// Take receives the half points of the first engine in a pair, 0 to 4, or -1 if the
	// pair has no result. Pairs arrive in the order of their numbers.
	Take(pair, halves int)
}

// mostFailures is how many games in a row may end in a crash before tuning stops.
const mostFailures = 10

// tuned reports whether the options of a pair are known.
func (m *Match) tuned(pair int) bool {
	if m.Tuner == nil {
		return true
	}
	_, ok := m.Tuner.Options(pair)
	return ok
}

// learn passes completed pairs to the Tuner, in order.
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

// fails counts a game, and reports whether too many in a row have ended in a crash for
// tuning to go on.
func (m *Match) fails(r *Record) bool {
	if m.Tuner == nil || r.Termination != Abandoned {
		m.failed = 0
		return false
	}
	m.failed++
	return m.failed >= mostFailures
}

// await is Next, but also waits for the results that a Tuner needs.
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

// A Spin is a UCI option of type spin, with integer values.
type Spin struct {
	Name              string // as the engine writes it
	Initial, Min, Max int64
}

// Spins starts an engine and returns its descriptions of options, which must be spins.
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
