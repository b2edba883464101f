// Package engine searches positions for the best move, under limits, evaluates them, and
// proves forced wins. An Engine plays every game whose positions are of package chess or
// implement game.Walkable. It knows no game by name: the names that occur are those of the
// files with fitted numbers.
package engine

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// Options are the settings of an Engine. Start from DefaultOptions; the zero
// value is not valid.
type Options struct {
	// HashMB is the size of the transposition table in MiB, 1 to MaxHashMB.
	HashMB int
	// Threads is the number of searching goroutines, 1 to MaxThreads. Only
	// with one thread does a search repeat itself exactly.
	Threads int
	// MultiPV is the number of best lines to report, 1 to MaxMultiPV.
	MultiPV int
	// MoveOverhead is the time kept back at every move for what happens
	// outside the search, 0 to MaxMoveOverhead.
	MoveOverhead time.Duration
	// AnalyseMode keeps a search going where play needs no more: with a single legal move,
	// or when no shorter mate can be found.
	AnalyseMode bool
	// Skill is how well the engine plays, 0 (worst) to MaxSkill. At lower levels it
	// searches less and makes random errors.
	Skill int
	// Elo, if not 0, takes the place of Skill: a rating to play at, MinElo to
	// MaxElo.
	Elo int
	// Seed seeds the errors, so that they are the same after each Clear; with 0 they differ
	// in every game.
	Seed uint64
	// Tables, if not nil, is probed for positions with few men when the engine plays at
	// full strength. It must be comparable.
	Tables Tables
}

// The upper limits of the options.
const (
	MaxHashMB       = 1 << 20
	MaxThreads      = 512
	MaxMultiPV      = 500
	MaxMoveOverhead = 10 * time.Second
)

// DefaultOptions returns 16 MiB of hash, one thread, one line, 10 ms of overhead
// and full strength.
func DefaultOptions() Options {
	return Options{HashMB: 16, Threads: 1, MultiPV: 1, MoveOverhead: 10 * time.Millisecond, Skill: MaxSkill}
}

// check returns an error that names the first bad value.
func (o Options) check() error {
	for _, v := range []struct {
		name           string
		value, low, up int64
	}{
		{"hash", int64(o.HashMB), 1, MaxHashMB},
		{"threads", int64(o.Threads), 1, MaxThreads},
		{"MultiPV", int64(o.MultiPV), 1, MaxMultiPV},
		{"skill", int64(o.Skill), 0, MaxSkill},
		{"Elo", int64(cmp.Or(o.Elo, MinElo)), int64(MinElo), int64(MaxElo)},
	} {
		if v.value < v.low || v.value > v.up {
			return fmt.Errorf("%s %d is not in %d..%d", v.name, v.value, v.low, v.up)
		}
	}
	if o.MoveOverhead < 0 || o.MoveOverhead > MaxMoveOverhead {
		return fmt.Errorf("move overhead %v is not in 0s..%v", o.MoveOverhead, MaxMoveOverhead)
	}
	return nil
}

// An Engine searches games, one at a time: any whose positions are of package chess
// (package game/fast) or implement game.Walkable. It is a game.Searcher. It remembers what
// it has learned until Clear. While a search runs, no method except PonderHit may be
// called.
type Engine struct {
	options   Options
	rules     game.Rules // of the game searched last, nil before the first
	traits    traits     // of that game
	model     *model     // of that game, if it is one of package chess
	table     *table
	searchers []*searcher
	scores    [2]Score      // by side, of its last search on a clock; unknown before the first
	hits      chan struct{} // holds a PonderHit until the search takes it
	blank     bool          // nothing has been learned since Clear
	dice      *rand.Rand    // for the errors of a weakened engine
	now       func() time.Time
	observer  Observer
}

// An Observer is shown a position that a search has evaluated: its static value for the
// side to move, and a function that returns the position. It is called by all threads of
// the search.
type Observer func(value Score, at func() game.Position)

// Observe sets an observer of the searches from now on, nil for none. Only games of package
// chess and of a game.Learner are observed.
func (e *Engine) Observe(o Observer) { e.observer = o }

// unknownScores are the last scores of an engine before its first search.
var unknownScores = [2]Score{unknown, unknown}

// New returns an Engine. Options that SetOptions would refuse are replaced by
// the defaults.
func New(o Options) *Engine {
	e := &Engine{scores: unknownScores, hits: make(chan struct{}, 1), blank: true, now: time.Now}
	if e.SetOptions(o) != nil {
		_ = e.SetOptions(DefaultOptions()) // which are valid
	}
	return e
}

// Options returns the settings in force.
func (e *Engine) Options() Options { return e.options }

// SetOptions changes the settings, or returns an error that names the bad value and changes
// nothing. A new hash size empties the table.
func (e *Engine) SetOptions(o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.Tables != e.options.Tables {
		e.blank = false // what was learned without the tables is less than they know
		defer e.Clear()
	}
	if o.HashMB != e.options.HashMB {
		if e.table != nil { // the old and the new one may not both fit in memory
			e.table = nil
			for _, s := range e.searchers {
				s.run = nil // it holds the old table
			}
			debug.FreeOSMemory()
		}
		e.table = newTable(o.HashMB)
	}
	for len(e.searchers) < o.Threads {
		e.searchers = append(e.searchers, newSearcher())
	}
	e.searchers = slices.Clip(e.searchers[:o.Threads])
	if e.dice == nil || o.Seed != e.options.Seed {
		e.dice = newDice(o.Seed)
	}
	e.options = o
	return nil
}

// Clear forgets everything learned, for a new game.
func (e *Engine) Clear() {
	e.dice = newDice(e.options.Seed)
	if e.blank {
		return
	}
	e.table.clear()
	for _, s := range e.searchers {
		s.forget()
	}
	e.scores, e.blank = unknownScores, true
}

// renew replaces the memory that a panic may have left half changed.
func (e *Engine) renew() {
	for i := range e.searchers {
		e.searchers[i] = newSearcher()
	}
	e.blank = false
	e.Clear()
}

// adopt prepares the engine for a position.
func (e *Engine) adopt(rules game.Rules, at root) {
	if e.rules == rules {
		return
	}
	if e.rules != nil {
		e.Clear() // keys of different games must not meet in the table
	}
	e.rules = rules
	e.traits, e.model = at.model()
}

// PonderHit reports that the move pondered on was played: from now on the clock runs. It
// may be called at any time from any goroutine. A call before a search with Ponder has
// begun counts for that search, so call it only between the start and the end of such a
// search.
func (e *Engine) PonderHit() {
	select {
	case e.hits <- struct{}{}:
	default:
	}
}
