package chess

import "sync/atomic"

// A LeafCounter counts leaves as Position.Leaves and Position.ListedLeaves do, for
// many positions of one game, and makes room for the way down only once. It is for
// one goroutine at a time.
type LeafCounter struct{ walker *walker }

// NewLeafCounter makes a LeafCounter for depths up to a greatest one; table and stop
// are those of Position.Leaves.
func (r *Ruleset) NewLeafCounter(greatest int, table *CountTable, stop *atomic.Bool) *LeafCounter {
	return &LeafCounter{newWalker(r, max(greatest, 0), table, stop)}
}

// Leaves returns what p.Leaves would.
func (c *LeafCounter) Leaves(p *Position, depth int) uint64 { return c.count(p, depth, false) }

// ListedLeaves returns what p.ListedLeaves would. It is for counters without a table.
func (c *LeafCounter) ListedLeaves(p *Position, depth int) uint64 { return c.count(p, depth, true) }

func (c *LeafCounter) count(p *Position, depth int, listing bool) uint64 {
	if depth <= 0 {
		return 1
	}
	c.walker.listing = listing
	return c.walker.leaves(p, depth)
}
