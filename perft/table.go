package perft

import (
	"math"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/leaves"
)

const (
	// entryBytes is the size of a table entry.
	entryBytes = 16
	// leastTable is the size below which saving memory is not worth it.
	leastTable = 16 << 20
)

// A shelf keeps the table of the last count for the next, while it is large enough and the
// game is the same: keys of different games must not be mixed. The zero value is empty.
type shelf struct {
	rules *chess.Ruleset
	table *leaves.Table
	bytes int
}

// take returns the table for a count, or nil for none.
func (s *shelf) take(pos *chess.Position, depth int, o Options) *leaves.Table {
	if o.HashMB <= 0 || o.Lists {
		return nil
	}
	bytes := tableBytes(pos, depth, o.HashMB)
	if s.rules != pos.Rules() || s.bytes < bytes {
		*s = shelf{pos.Rules(), leaves.NewTable(bytes, o.Seed), bytes}
	}
	return s.table
}

// tableBytes returns the table size that a count can use, at most limitMB: an entry
// for each node two or more plies above the leaves. Touching more memory for the
// first time would cost more than the table saves.
func tableBytes(pos *chess.Position, depth, limitMB int) int {
	moves := float64(pos.CountMoves())
	replies := float64(leaves.Count(pos, 2, nil, nil))
	growth := max(moves, replies/max(moves, 1))
	nodes := replies * math.Pow(growth, float64(depth-4))
	return int(min(max(nodes*entryBytes, leastTable), float64(limitMB<<20)))
}
