package chess

import "sync/atomic"

// A LeafCounter counts leaves as Position.Leaves does, for many positions of one
// game and one depth, and makes room for the way down only once. It is for one
// goroutine at a time.
type LeafCounter struct {
	walker *walker
	depth  int
}

// NewLeafCounter makes a LeafCounter; table and stop are those of Position.Leaves.
func (r *Ruleset) NewLeafCounter(depth int, table *CountTable, stop *atomic.Bool) *LeafCounter {
	return &LeafCounter{newWalker(r, max(depth, 0), table, stop), depth}
}

// Leaves returns what p.Leaves would.
func (c *LeafCounter) Leaves(p *Position) uint64 {
	if c.depth <= 0 {
		return 1
	}
	return c.walker.leaves(p, c.depth)
}
