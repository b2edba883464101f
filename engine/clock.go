package engine

import (
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
)

// A budget is the time a move may take: no new iteration starts after soft,
// and the search stops at hard. Zero means no limit.
type budget struct{ soft, hard time.Duration }

// shortest is the time a search takes at least, however little there is.
const shortest = time.Millisecond

// usualMovesToGo is how many more moves a game is expected to last.
const usualMovesToGo = 30

// newBudget shares out the time that the limits give for a move of the
// position, keeping the overhead back.
func newBudget(l *Limits, p *chess.Position, overhead time.Duration) budget {
	var b budget
	if l.MoveTime > 0 {
		b.hard = max(l.MoveTime-overhead, shortest)
		b.soft = b.hard
	}
	if l.Clock {
		clock := clockBudget(l, p, overhead)
		if b.hard == 0 || clock.hard < b.hard {
			b = clock
		}
	}
	return b
}

// clockBudget shares out the time on the clock of the side to move.
func clockBudget(l *Limits, p *chess.Position, overhead time.Duration) budget {
	remaining := max(l.Time[p.Side()&1]-overhead, shortest)
	increment := min(max(l.Increment[p.Side()&1], 0), remaining)
	moves := time.Duration(usualMovesToGo)
	if l.MovesToGo > 0 {
		moves = time.Duration(min(l.MovesToGo, usualMovesToGo))
	}
	if _, left := p.Turn(); left > 1 && !l.WholeTurn {
		// Every move of the turn is searched on its own, on the same clock.
		moves += time.Duration(min(left-1, 1000))
	}
	// The overhead is due again at each of the moves to come.
	spare := max(remaining-(moves-1)*overhead, remaining/4)
	soft := min(spare/moves+increment*3/4, remaining*8/10)
	hard := min(soft*4, remaining*8/10)
	if l.MovesToGo == 0 || l.MovesToGo > 2 {
		soft, hard = min(soft, remaining/3), min(hard, remaining/2)
	}
	return budget{max(soft, shortest), max(hard, shortest)}
}

// A stopwatch holds a search to its budget. While pondering no time counts.
type stopwatch struct {
	start  time.Time
	budget budget
	// counting is when the budget began to count, as time since start; notYet
	// while pondering.
	counting atomic.Int64
}

const notYet = -1

// begin starts the stopwatch.
func (w *stopwatch) begin(b budget, pondering bool) {
	w.start, w.budget = time.Now(), b
	w.counting.Store(0)
	if pondering {
		w.counting.Store(notYet)
	}
}

// count lets the budget count from now on, if it does not yet.
func (w *stopwatch) count() {
	w.counting.CompareAndSwap(notYet, int64(time.Since(w.start)))
}

// spent returns the time since the start, and how much of it counts.
func (w *stopwatch) spent() (elapsed, counted time.Duration) {
	elapsed = time.Since(w.start)
	if from := w.counting.Load(); from != notYet {
		counted = elapsed - time.Duration(from)
	}
	return elapsed, counted
}

// late reports whether a limit, soft or hard, has passed.
func (w *stopwatch) late(limit time.Duration) bool {
	if limit == 0 {
		return false
	}
	_, counted := w.spent()
	return counted >= limit
}
