// Package match is the referee: it lets engines play each other in any variant,
// judges every move by the rules machine, and keeps score. An engine is a
// program that speaks UCI, or a function of this one that does. Whatever an
// engine does wrong costs it the game and nobody else anything.
//
// A match goes three steps. The schedule says which pairs of games there are
// (schedule.go, openings.go); it follows from the Config alone. A Slot plays a
// Pair (slot.go), here or elsewhere, and makes Records. These are on disk before
// they count (store.go, tally.go), each once, so that a match that was killed can
// be resumed.
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
	// Names are what engines may call the game, the name of choice first.
	Names []string
}

// Name returns the name of the variant in records and reports.
func (v Variant) Name() string { return v.Rules.Name() }

// A Config describes a match. Start from DefaultConfig.
type Config struct {
	Terms
	Variants []Variant // one or more
	// Rounds is the number of openings of each variant. Each pair of engines
	// plays each of them twice, with colours exchanged.
	Rounds int
	// Gauntlet lets only the first engine play, against each of the others.
	Gauntlet bool
	Openings Openings
	Seed     uint64 // of the openings

	Concurrency int         // pairs at a time, at least 1
	SPRT        *stats.SPRT // stops a match of two engines, if not nil
	Tuner       Tuner       // chooses options of two engines for each pair, if not nil

	Store  string // file of the finished games
	PGN    string // file of the same games in PGN, none if empty
	Event  string // of the PGN
	Resume bool   // go on with the games in Store, if there are any
	Force  bool   // overwrite Store and PGN
	// MixBuilds lets a match go on with engines that are not what they were.
	MixBuilds bool

	// Note is told, if not nil, what else is worth a line before the first game.
	Note func(text string)

	// Gauge measures this machine if the match is for a cluster: its clocks are meant
	// for the machine on which it begins. Without one, clocks are only for Run.
	Gauge Gauge

	// Self talks UCI until the end of its input or of the context: what the
	// command self stands for.
	Self func(ctx context.Context, in io.Reader, out io.Writer) error
	// Bench are the nodes of a fixed search by it, by which it is known, too; 0 if
	// nobody knows.
	Bench uint64
}

// Patience says how long an engine may take for what no clock measures.
type Patience struct {
	Start  time.Duration // from its start to uciok
	Ready  time.Duration // to answer isready; a large table takes long to clear
	Silent time.Duration // to answer go with a limit of nodes or depth only
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

// note tells what is worth a line.
func (c *Config) note(format string, args ...any) {
	if c.Note != nil {
		c.Note(fmt.Sprintf(format, args...))
	}
}
