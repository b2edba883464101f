// Package match is the referee: it lets engines play each other in any variant,
// checks every move against the rules, and keeps score. An engine is a program
// that speaks UCI, or a function of this program that does. An engine's faults
// cost it the game and affect nobody else.
//
// A match works in three steps. The schedule lists the pairs of games
// (schedule.go, openings.go); it depends on the Config alone. A Slot plays a Pair
// (slot.go), here or elsewhere, and produces Records. These are written to disk
// before they are counted (store.go, tally.go), each once, so that a match that
// was killed can be resumed.
package match

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/stats"
)

// A Variant is a game to be played.
type Variant struct {
	Rules game.Rules
	// Names are what engines may call the game, the preferred name first.
	Names []string
}

// Name returns the name of the variant in records and reports.
func (v Variant) Name() string { return v.Rules.Name() }

// A Config describes a match. Start from DefaultConfig.
type Config struct {
	Terms
	Variants []Variant // one or more
	// Rounds is the number of openings of each variant. Each pair of engines plays
	// each opening twice, with colours exchanged.
	Rounds int
	// With Gauntlet, only the first engine plays, against each of the others.
	Gauntlet bool
	Openings Openings
	// Open, if not nil, finds a game by any name that a file of openings may have for it.
	Open func(name string) (game.Rules, error)
	Seed uint64 // of the openings

	Concurrency int         // pairs at a time, at least 1
	SPRT        *stats.SPRT // stops a match of two engines, if not nil
	Tuner       Tuner       // chooses options of two engines for each pair, if not nil

	Store  string // file for the finished games
	PGN    string // file for the same games in PGN, none if empty
	Event  string // for the PGN tag
	Resume bool   // continue with the games in Store, if there are any
	Force  bool   // overwrite Store and PGN
	// MixBuilds lets a match continue with engines that have changed.
	MixBuilds bool

	// Note, if not nil, receives other messages before the first game.
	Note func(text string)

	// Gauge measures this machine for a match of a cluster, whose clocks are
	// relative to the machine on which it begins. Without one, a match with clocks
	// can only be played by Run.
	Gauge Gauge

	// Self is the engine that the command self stands for. It speaks UCI until the
	// end of its input or of the context.
	Self func(ctx context.Context, in io.Reader, out io.Writer) error
	// Bench is the number of nodes of a fixed search by Self, which helps to
	// identify it; 0 if unknown.
	Bench uint64
}

// Patience limits the time an engine may take for things that no clock measures.
type Patience struct {
	Start  time.Duration // from its start to uciok
	Ready  time.Duration // to answer isready; a large table takes long to clear
	Silent time.Duration // to answer a go limited by nodes or depth only
	Stop   time.Duration // to obey stop and quit
}

// DefaultConfig returns the customary settings, without engines and variants.
func DefaultConfig() Config {
	return Config{
		Terms: Terms{
			Margin: 50 * time.Millisecond,
			Patience: Patience{
				Start: 15 * time.Second, Ready: 30 * time.Second, Silent: 2 * time.Minute, Stop: 2 * time.Second,
			},
			Adjudication: Adjudication{MaxPlies: 5000},
		},
		Rounds:      10,
		Openings:    Openings{Plies: 8},
		Seed:        1,
		Concurrency: 1,
		Store:       "match.jsonl",
		Event:       "Heterodox match",
	}
}

// note passes a message to Note.
func (c *Config) note(format string, args ...any) {
	if c.Note != nil {
		c.Note(fmt.Sprintf(format, args...))
	}
}
