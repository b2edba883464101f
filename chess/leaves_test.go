package chess_test

import (
	"sync/atomic"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
)

// A count that has been stopped comes back at once, however deep it is: this
// test would not end if any walk went on.
func TestLeavesStops(t *testing.T) {
	var stop atomic.Bool
	stop.Store(true)
	for _, name := range benchNames {
		p := benchPosition(name)
		p.Leaves(12, nil, &stop)
		p.Leaves(12, chess.NewCountTable(1<<16, 1), &stop)
		p.ListedLeaves(12, &stop)
	}
}

// The four ways to count agree.
func TestLeavesAgree(t *testing.T) {
	for _, name := range benchNames {
		p := benchPosition(name)
		var byHand uint64
		for _, m := range p.Moves(nil) {
			next := p.Play(m)
			byHand += uint64(next.CountMoves())
		}
		table := chess.NewCountTable(1<<16, 1)
		for _, n := range []uint64{p.Leaves(2, nil, nil), p.Leaves(2, table, nil), p.Leaves(2, table, nil), p.ListedLeaves(2, nil)} {
			if n != byHand {
				t.Errorf("%s: %d leaves, want %d", name, n, byHand)
			}
		}
	}
}
