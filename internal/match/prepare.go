package match

import (
	"context"
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// check returns an error if the Config is invalid.
func (c *Config) check() error {
	names := map[string]bool{}
	for _, e := range c.Engines {
		if names[e.Name] {
			return fmt.Errorf("two engines have the name %s", e.Name)
		}
		names[e.Name] = true
	}
	switch {
	case len(c.Engines) < 2:
		return errors.New("a match needs at least two engines")
	case len(c.Variants) == 0:
		return errors.New("a match needs a variant")
	case c.Rounds < 1 || c.Concurrency < 1:
		return errors.New("a match needs rounds and a concurrency above 0")
	case c.SPRT != nil && len(c.Engines) != 2:
		return errors.New("an SPRT needs two engines")
	case c.Tuner != nil && len(c.Engines) != 2:
		return errors.New("a tuner needs two engines")
	}
	return c.distinct()
}

// distinct returns an error if an output file is the same as another output or
// an input.
func (c *Config) distinct() error {
	uses := []safefile.Use{{Role: "the openings file", Name: c.Openings.File}}
	for i := range c.Engines {
		for _, name := range c.Engines[i].files() {
			uses = append(uses, safefile.Use{Role: "engine " + c.Engines[i].Name, Name: name})
		}
	}
	return safefile.Distinct(append(uses,
		safefile.Use{Role: "the store", Name: c.Store, Output: true},
		safefile.Use{Role: "the lock file of the store", Name: safefile.LockName(c.Store), Output: true},
		safefile.Use{Role: "the PGN", Name: c.PGN, Output: true})...)
}

// meet starts every engine once, and checks that it accepts its options and
// knows the variants. Engines that do not start are tolerated as long as two
// do. It returns a slot with the running engines, and their builds.
func (h *Host) meet(ctx context.Context, variants []Variant) (*Slot, []Build, error) {
	first := h.NewSlot()
	builds := make([]Build, len(h.Engines))
	var faults []error
	for i := range h.Engines {
		builds[i] = h.buildOf(&h.Engines[i])
		p, err := h.newPlayer(ctx, &h.Engines[i])
		if f := (*failure)(nil); errors.As(err, &f) {
			faults = append(faults, fmt.Errorf("engine %s: %w", h.Engines[i].Name, err))
			continue
		}
		if err == nil {
			first.players[i] = p
			builds[i].Told = p.id
			for _, v := range variants {
				if _, unknown := p.variantCommands(v); unknown != nil && err == nil {
					err = unknown
				}
			}
		}
		if err != nil {
			first.Close()
			return nil, nil, err
		}
	}
	if len(first.players) < 2 {
		first.Close()
		return nil, nil, faults[0]
	}
	return first, builds, nil
}
