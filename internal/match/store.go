package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/ledger"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A store is the file of the finished games: a line of JSON that describes the
// match, then one per game. A game counts once its line is on disk. Lines between
// the games record engines that have changed or have started for the first time, and
// the speeds that the clocks refer to.
type store struct {
	*ledger.Ledger
	builds     []Build           // of the engines, as last recorded
	references map[string]uint64 // speeds that the clocks refer to, by variant; nil if irrelevant
	purged     bool              // games of some workers have been removed
}

// A header describes the match, so that another is not resumed by mistake.
type header struct {
	Format     string
	Engines    []Engine
	Variants   []string
	Gauntlet   bool
	Openings   Openings
	Book       string `json:",omitempty"` // checksum of the openings file
	Seed       uint64
	SPRT       *stats.SPRT `json:",omitempty"`
	Adjudicate Adjudication
	Tuning     any     `json:",omitempty"` // the Terms of the Tuner
	Builds     []Build `json:",omitempty"` // of the engines
	referred
}

// A rebuilt line gives the engines' builds from there on.
type rebuilt struct {
	Builds []Build
}

// A referred line gives the speed in each variant that the clocks refer to.
type referred struct {
	References map[string]uint64 `json:",omitempty"`
}

// The formats of stores. Those of the first have neither checksums nor builds.
// Nothing can be purged from a store of tuning, because later games depend on
// earlier results.
const (
	firstFormat  = "heterodox match 1"
	storeFormat  = "heterodox match 2"
	tuningFormat = "heterodox tuning 1"
)

func (c *Config) header(book string, builds []Build) header {
	h := header{storeFormat, c.Engines, nil, c.Gauntlet, c.Openings, book, c.Seed, c.SPRT, c.Adjudication, nil, builds, referred{}}
	if c.Tuner != nil {
		h.Format, h.Tuning = tuningFormat, c.Tuner.Terms()
	}
	for _, v := range c.Variants {
		h.Variants = append(h.Variants, v.Name())
	}
	return h
}

// openStore opens or creates the file. have is called for each game in it.
func openStore(ctx context.Context, c *Config, book string, builds []Build, have func(Record) error) (*store, error) {
	s := &store{}
	if c.Resume {
		err := s.resume(ctx, c, book, builds, have)
		if begun := !errors.Is(err, ledger.ErrMissing) && !errors.Is(err, ledger.ErrEmpty); begun {
			return s, storeError(c.Store, err)
		}
		c.note("store %s: %v, so the match starts", c.Store, err)
	}
	s.builds = builds
	var err error
	if s.references, err = c.references(ctx); err != nil {
		return s, err
	}
	h := c.header(book, builds)
	h.References = s.references
	s.Ledger, err = ledger.Create(c.Store, h, c.Force)
	return s, storeError(c.Store, err)
}

func storeError(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ledger.ErrExists):
		return fmt.Errorf("store %s exists: use --resume to continue it, --force to overwrite it, or another name", name)
	case errors.Is(err, safefile.ErrLocked):
		return fmt.Errorf("store %s: another match is using it", name)
	}
	return fmt.Errorf("store %s: %w", name, err)
}

// resume opens the store of a match that is to continue.
func (s *store) resume(ctx context.Context, c *Config, book string, builds []Build, have func(Record) error) (err error) {
	summed := false // not of the first format
	s.Ledger, err = ledger.Open(c.Store, func(l ledger.Line) error {
		if l.Number == 1 {
			var err error
			s.builds, s.references, summed, err = c.sameMatch(l.Text, book)
			return err
		}
		if summed && !l.Summed {
			return errors.New("it has no checksum, unlike the other lines")
		}
		return s.line(l.Text, have)
	})
	if err != nil {
		return err
	}
	if err = s.sameBuilds(c, builds); err == nil && s.references == nil {
		s.references, err = c.references(ctx)
		if err == nil && s.references != nil {
			err = s.Append(referred{s.references})
		}
	}
	if err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

// line reads a line after the header.
func (s *store) line(text []byte, have func(Record) error) error {
	var l struct {
		Record
		Builds     []Build
		References map[string]uint64
		jobs.Purged
	}
	l.Game = -1
	if err := json.Unmarshal(text, &l); err != nil {
		return notJSON(err)
	}
	if l.Builds != nil {
		s.builds = l.Builds
		return nil
	}
	if l.References != nil {
		s.references = l.References
		return nil
	}
	if l.Purged.Purged != "" {
		s.purged = true
		return nil
	}
	return have(l.Record)
}

// notJSON explains why a line cannot be read.
func notJSON(err error) error {
	if t := (*json.UnmarshalTypeError)(nil); errors.As(err, &t) {
		return fmt.Errorf("%s cannot be a %s", strings.TrimPrefix(t.Field, "Record."), t.Value)
	}
	if s := (*json.SyntaxError)(nil); errors.As(err, &s) {
		return fmt.Errorf("it is not JSON from byte %d on", s.Offset)
	}
	return errors.New("it is not JSON of a match")
}

// sameMatch checks that the header of the file belongs to this match. It returns the
// builds and the speeds from the header, and whether the lines have checksums.
func (c *Config) sameMatch(text []byte, book string) (builds []Build, references map[string]uint64, summed bool, err error) {
	var h header
	format := c.header(book, nil).Format
	if err := json.Unmarshal(text, &h); err != nil || h.Format != format && (h.Format != firstFormat || c.Tuner != nil) {
		return nil, nil, false, fmt.Errorf("not the header of a %s", strings.Fields(format)[1])
	}
	var old, now map[string]json.RawMessage
	current, err := json.Marshal(c.header(book, nil))
	if err == nil {
		err = errors.Join(json.Unmarshal(text, &old), json.Unmarshal(current, &now))
	}
	if err != nil {
		return nil, nil, false, err
	}
	for _, key := range []string{"Engines", "Variants", "Gauntlet", "Openings", "Book", "Seed", "SPRT", "Adjudicate", "Tuning"} {
		if !bytes.Equal(old[key], now[key]) {
			return nil, nil, false, fmt.Errorf("it belongs to another match: %s was %.300s, is %.300s", key, old[key], now[key])
		}
	}
	if h.Builds == nil {
		h.Builds = make([]Build, len(c.Engines))
	}
	return h.Builds, h.References, h.Format != firstFormat, nil
}

// sameBuilds compares the engines with those of the earlier games and records any
// changes.
func (s *store) sameBuilds(c *Config, now []Build) error {
	news := false
	for i := range now {
		e := c.Engines[i].Name
		if i >= len(s.builds) {
			return fmt.Errorf("it names %d engines", len(s.builds))
		}
		what := s.builds[i].differs(now[i])
		if what != "" && !c.MixBuilds {
			return fmt.Errorf("engine %s has changed since the match started: %s; use --mix-builds to continue", e, what)
		}
		if what != "" {
			c.note("engine %s has changed since the match started: %s", e, what)
		}
		now[i] = now[i].with(s.builds[i])
		news = news || !now[i].equal(s.builds[i])
	}
	if s.builds = now; news {
		return s.Append(rebuilt{now})
	}
	return nil
}
