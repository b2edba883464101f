// Package perft counts the legal move sequences of a position: the measure by which
// move generators are verified and timed.
//
// The tree is cut into parts that worker goroutines take from a queue, so a count runs
// on any number of threads, reports its progress, and can be stopped. ReadSuite reads
// suites of known counts and RunSuite runs them; Verify walks a tree together with
// other implementations of the rules and finds the shortest line on which they differ.
package perft

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/leaves"
)

// MaxDepth is the greatest depth that can be counted.
const MaxDepth = 100

// ErrOverflow says that a count does not fit 64 bits. It is detected reliably without
// a table, and with one whose entries saturate.
var ErrOverflow = errors.New("the count exceeds 18446744073709551615")

// Options say how to count. The zero value counts on one thread, without a
// table.
type Options struct {
	// Threads is the number of worker goroutines; less than one means one.
	Threads int
	// HashMB is the maximum size in MiB of the table of subtree counts that the
	// workers share; 0 means none. A count too small to fill it gets a smaller table.
	HashMB int
	// Seed determines the hashes by which the table identifies positions: counts with
	// different seeds do not share any errors caused by collisions.
	Seed uint64
	// Lists counts the last ply by generating each list of legal moves and taking its
	// length, as a search would, instead of counting bits. It uses no table.
	Lists bool
	// Progress, if not nil, is called a few times a second from a separate goroutine
	// while the count runs, and not after it has returned.
	Progress func(Progress)
}

// Progress reports how far a count has come.
type Progress struct {
	Fraction float64 // of the tree: an estimate from 0 to 1 that never decreases
	Nodes    uint64  // leaves counted so far
	Elapsed  time.Duration
}

// A RootCount is the number of sequences that begin with one move.
type RootCount struct {
	Move     game.Move
	Nodes    uint64
	Complete bool // false if the count was stopped before this move was done
}

// A Result is a count with its parts.
type Result struct {
	Moves    []RootCount // in the order of Position.Moves; none at depth 0
	Nodes    uint64      // the sum
	Elapsed  time.Duration
	Complete bool // false if the count was stopped
}

// Finished returns the number of root moves whose count is complete.
func (r Result) Finished() int {
	finished := 0
	for _, m := range r.Moves {
		if m.Complete {
			finished++
		}
	}
	return finished
}

// Count returns the number of legal move sequences of a length, 1 for length 0.
// A sequence ends early only in a decided game, and is then not counted. The
// error is that of Divide.
func Count(ctx context.Context, pos game.Position, depth int, o Options) (uint64, error) {
	result, err := Divide(ctx, pos, depth, o)
	return result.Nodes, err
}

// Divide counts like Count, for each first move separately. If ctx ends first, it
// returns what has been counted so far together with ctx's error. Other errors are a
// depth outside 0 … MaxDepth and ErrOverflow.
//
// Tables and lists, and units of work smaller than a first move, are available for
// games of the fast machine; other games count each first move as a whole.
func Divide(ctx context.Context, pos game.Position, depth int, o Options) (Result, error) {
	return divide(ctx, pos, depth, o, &shelf{})
}

func divide(ctx context.Context, pos game.Position, depth int, o Options, tables *shelf) (Result, error) {
	if depth < 0 || depth > MaxDepth {
		return Result{}, fmt.Errorf("depth %d is not in 0 … %d", depth, MaxDepth)
	}
	if fast, ok := fast.Position(pos); ok {
		return divideFast(ctx, &fast, depth, o, tables)
	}
	return divideGame(ctx, pos, depth, o)
}

func divideFast(ctx context.Context, pos *chess.Position, depth int, o Options, tables *shelf) (Result, error) {
	start := time.Now()
	c := newCounter(pos, depth, o, tables.take(pos, depth, o))
	halt := context.AfterFunc(ctx, func() { c.stop.Store(true) })
	c.run(o)
	halt()
	result := c.result()
	result.Elapsed = time.Since(start)
	switch {
	case c.overflow.Load():
		return result, ErrOverflow
	case !result.Complete:
		return result, context.Cause(ctx)
	}
	return result, nil
}

// A counter is one count in progress.
type counter struct {
	roots []root
	tasks []task // the parts of the tree; workers take them in order
	next  atomic.Int64

	depth    int
	rules    *chess.Ruleset
	table    *leaves.Table
	lists    bool
	stop     atomic.Bool
	overflow atomic.Bool
	nodes    atomic.Uint64
	progress atomic.Uint64 // finished share of the tree, in units of 1/wholeTree
}

// wholeTree is the share of the root.
const wholeTree = 1 << 53

// A root is a move of the root position.
type root struct {
	move    chess.Move
	nodes   atomic.Uint64
	pending atomic.Int64 // tasks not yet done
}

// A task is a subtree to count.
type task struct {
	pos   chess.Position
	depth int // left
	root  int // index of the first move
	share uint64
}

// run counts all tasks and returns when they are done or the count is stopped.
func (c *counter) run(o Options) {
	done := make(chan struct{})
	var reporter sync.WaitGroup
	if o.Progress != nil {
		start := time.Now()
		reporter.Go(func() {
			report(o.Progress, done, func() Progress {
				return Progress{float64(c.progress.Load()) / wholeTree, c.nodes.Load(), time.Since(start)}
			})
		})
	}
	var workers sync.WaitGroup
	for range max(1, min(o.Threads, len(c.tasks))) {
		workers.Go(c.work)
	}
	workers.Wait()
	close(done)
	reporter.Wait()
}

// work takes tasks until there are none left.
func (c *counter) work() {
	w := worker{counter: c, leaves: leaves.NewCounter(c.rules, c.depth, c.table, &c.stop)}
	for !c.stop.Load() {
		i := c.next.Add(1) - 1
		if i >= int64(len(c.tasks)) {
			return
		}
		t := &c.tasks[i]
		w.root = &c.roots[t.root]
		if w.count(&t.pos, t.depth, t.share) {
			w.root.pending.Add(-1)
		}
	}
}

// result sums up the counts so far.
func (c *counter) result() Result {
	if c.depth == 0 {
		return Result{Nodes: 1, Complete: true}
	}
	r := Result{Complete: true}
	for i := range c.roots {
		root := &c.roots[i]
		part := RootCount{game.Move(root.move), root.nodes.Load(), root.pending.Load() == 0}
		r.Moves = append(r.Moves, part)
		r.Nodes += part.Nodes
		r.Complete = r.Complete && part.Complete
	}
	return r
}

// add counts leaves below a root move, and stops the whole count on overflow.
func (c *counter) add(root *root, nodes uint64) {
	root.nodes.Add(nodes)
	if sum := c.nodes.Add(nodes); sum < nodes || nodes == saturated {
		c.overflow.Store(true)
		c.stop.Store(true)
	}
}

// saturated is the value of a table entry whose count does not fit 64 bits.
const saturated = math.MaxUint64
