// Package selfplay tests the engine by letting it play against itself: if two
// machines know the game, it compares every move list and every move; in every game
// it checks that no move is listed twice and that SAN and FEN read back, and it
// watches every search for hangs, illegal moves and panics.
package selfplay

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/parallel"
	"github.com/heterodox-chess/heterodox/rules"
)

// Options describe how games are played. Start from DefaultOptions.
type Options struct {
	Limits      game.Limits // of each search; WholeTurn is chosen by Run
	Seed        uint64      // the same seed gives the same openings
	Concurrency int         // games at a time, at least 1
	MaxPlies    int         // single moves after which a game is left unfinished
	// OpeningPlies is the maximum number of random moves at the start of a game;
	// the minimum is half of it.
	OpeningPlies int
	// Patience is how long a search may exceed its limits before it is reported as
	// a hang, and how long it may then take to stop.
	Patience time.Duration
	HashMB   int // of each engine
}

// DefaultOptions returns 300 nodes a move, games of at most 400 single moves
// with 4 to 8 random ones at the start, and a patience of ten seconds.
func DefaultOptions() Options {
	return Options{
		Limits:       game.Limits{Nodes: 300},
		Seed:         1,
		Concurrency:  1,
		MaxPlies:     400,
		OpeningPlies: 8,
		Patience:     10 * time.Second,
		HashMB:       4,
	}
}

// allowance returns how long a search may take to reach its limits on a slow
// machine.
func (o *Options) allowance() time.Duration {
	if o.Limits.Depth > 0 {
		return 10 * time.Minute
	}
	return o.Limits.MoveTime + time.Duration(o.Limits.Nodes)*time.Millisecond
}

// A Job is a game to be played.
type Job struct {
	// Group is the line of the summary that the game counts towards.
	Group string
	Rules game.Rules
}

// A Fault is something that must not happen.
type Fault struct {
	Kind   string // "panic", "hang", "illegal move", …
	Detail string // one line
}

// A Game is the record of a job.
type Game struct {
	Job
	Number  int    // of the job, from 0
	Start   string // FEN of the start position
	Moves   []string
	Outcome rules.Outcome // Ongoing if it was cut off
	Checked int           // moves compared with the general machine
	Alone   bool          // only one machine knows the game, so that no moves were compared
	Faults  []Fault
}

// Run plays a game for each job and reports each when it ends, one at a time, in
// any order. It ends early when ctx does; unfinished games are not reported.
func Run(ctx context.Context, jobs []Job, o Options, report func(Game)) {
	var mu sync.Mutex
	parallel.Do(ctx, parallel.Range(len(jobs)), o.Concurrency, func(int) func(context.Context, int) error {
		return func(ctx context.Context, i int) error {
			g := play(ctx, newPlayer(o), jobs[i], i, o)
			if ctx.Err() == nil {
				mu.Lock()
				defer mu.Unlock()
				report(g)
			}
			return ctx.Err()
		}
	})
}

// RandomJobs returns n jobs of random compositions of the given names, joined with
// '+' for open; contradictory ones are skipped.
func RandomJobs(n int, seed uint64, names []string, open func(string) (game.Rules, error)) []Job {
	random := rand.New(rand.NewPCG(seed, 0x72616e646f6d))
	var jobs []Job
	for len(jobs) < n {
		name := ""
		for _, i := range random.Perm(len(names))[:1+random.IntN(min(len(names), 6))] {
			name += "+" + names[i]
		}
		if found, err := open(name[1:]); err == nil {
			jobs = append(jobs, Job{"compositions", found})
		}
	}
	return jobs
}
