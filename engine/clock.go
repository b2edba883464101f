package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A budget is the time that a move may take. After each iteration the search ends if it has
// used up soft, stretched or shrunk as the pacer says; in any case it ends at hard. Zero
// means no limit. The remaining moves of a long turn, which are then chosen by static
// evaluation, may take rest beyond that.
type budget struct{ soft, hard, rest time.Duration }

const (
	// shortest is the least time that a search takes, however little there is.
	shortest = time.Millisecond
	// usualMoves is the number of further moves that the clock is divided among, and
	// usualTurns the number of turns where they grow long. Where an increment will pay for
	// the moves beyond, there are paidMoves at the start of a game, five fewer every eight
	// moves, but no fewer than fewestPaid: games are mostly decided between the opening
	// and the endgame, and sooner where captures are compulsory.
	usualMoves       = 30
	paidMoves        = 28
	fewestPaid       = 13
	forcedPaidMoves  = 20
	forcedFewestPaid = 10
	usualTurns       = 5
	// safetyMargin is kept on the clock, as far as there is enough, in case the machine is
	// busy for a moment. A clock below lowClock recovers.
	safetyMargin = 100 * time.Millisecond
	lowClock     = 400 * time.Millisecond
	// lateMoveTime is the time kept for each further move of a turn after the search, and
	// stopRest the time that all of them may take after a stop.
	lateMoveTime = 100 * time.Microsecond
	stopRest     = 3 * time.Millisecond
	// usualShare is the share of its nodes that a search is taken to spend on the best move
	// where that is not known.
	usualShare = 0.6
)

// A timed position says whose clock runs, and how far the game and the turn are.
type timed interface {
	Side() rules.Color
	Turn() (number, left uint64)
	Fullmove() int
}

// newBudget divides up the time that the limits give for a move in a position, keeping the
// overhead back; forced says that captures are compulsory.
func newBudget(l *game.Limits, p timed, forced bool, overhead time.Duration) budget {
	var b budget
	_, left := p.Turn()
	if l.MoveTime != 0 {
		b.hard = max(l.MoveTime, overhead+shortest) - overhead
		b.soft = b.hard
		if left > 0 && l.WholeTurn {
			b.rest = min(time.Duration(min(left-1, maxTurnMoves))*lateMoveTime, b.hard/2)
			b.soft, b.hard = b.hard-b.rest, b.hard-b.rest
		}
	}
	if l.Clock {
		clock := clockBudget(l, p.Side(), left, p.Fullmove(), forced, overhead)
		if b.hard == 0 || clock.hard < b.hard {
			b = clock
		}
	}
	return b
}

// clockBudget divides up the time on the clock of the side to move, which has left moves to
// make in this turn (0 where a turn is one), at a full move of the game.
func clockBudget(l *game.Limits, side rules.Color, left uint64, fullmove int, forced bool, overhead time.Duration) budget {
	clock := max(l.Time[side&1], 0)
	remaining := max(clock-overhead-min(clock/2, safetyMargin), shortest)
	increment := min(max(l.Increment[side&1], 0), remaining)
	moves, kept := time.Duration(usualMoves), time.Duration(0)
	if increment > 0 {
		most, fewest := paidMoves, fewestPaid
		if forced {
			most, fewest = forcedPaidMoves, forcedFewestPaid
		}
		moves = time.Duration(max(most-min(fullmove, 8*most)*5/8, fewest))
	}
	if left > 0 {
		moves = usualTurns
		rest := time.Duration(min(left-1, maxTurnMoves))
		if l.WholeTurn {
			kept = min(rest*lateMoveTime, remaining/2)
			remaining -= kept
		} else {
			moves += rest // each is searched on its own, on the same clock
		}
	}
	if l.MovesToGo > 0 {
		moves = min(moves, time.Duration(l.MovesToGo))
	}
	// The overhead is due again at each of the moves to come; a quarter of the increment
	// goes towards it. If it is more than there is, as on tiny clocks, some of it is
	// risked, more where an increment gives lost time back.
	spare := max(remaining-(moves-1)*max(overhead-increment/4, 0), 0)
	risk := remaining / 4
	if increment > 0 {
		risk = remaining * 3 / 4
	}
	// Three quarters of the increment may be spent, less while the clock is low,
	// so that it recovers.
	gain := increment * 3 / 4
	if clock < lowClock {
		gain = gain * clock / lowClock
	}
	soft := max(spare, risk)/moves + gain
	hard := soft + time.Duration(3*float64(soft)*float64(spare)/float64(remaining))
	if l.MovesToGo == 0 || l.MovesToGo > 2 {
		soft, hard = min(soft, remaining/3), min(hard, remaining/2)
	}
	soft, hard = min(soft, remaining*8/10), min(hard, remaining*8/10)
	return budget{max(soft, shortest), max(hard, shortest), kept}
}

// A pacer decides after each iteration how much of its soft limit a search deserves: little
// if the best move stays the same, keeps its score and has left the others no chance.
type pacer struct {
	before  Score // that the side's last search ended with, or unknown
	best    game.Code
	steady  int     // iterations since it became the best
	average float64 // of the scores, the last counting most
}

// scale returns the factor for the soft limit after an iteration with that best move, on
// which the given share of all nodes was spent. The best move has changed changes times,
// of which each iteration halves those before it.
func (p *pacer) scale(best game.Code, score Score, share, changes float64) float64 {
	value := clearScore(score)
	if best == p.best {
		p.steady++
	} else {
		if p.best == noMove {
			p.average = value
		}
		p.best, p.steady = best, 0
	}
	fall := (p.average - value) / 80
	if p.before != unknown {
		fall += (clearScore(p.before) - value) / 150
	}
	trouble := min(max(1+fall, 0.85), 2.2)
	steadiness := 1.3 - 0.07*float64(min(p.steady, 8))
	p.average += (value - p.average) / 2
	return trouble * steadiness * (1.2 - 0.75*share) * (1 + 0.6*changes)
}

// clearScore returns a score without the differences among those so clear that they mean
// nothing.
func clearScore(s Score) float64 { return float64(min(max(s, -1000), 1000)) }

// A stopwatch holds a search to its budget. While pondering no time counts.
type stopwatch struct {
	now    func() time.Time
	start  time.Time
	budget budget
	// stopped is when overdue first saw that the search was stopped, as time since
	// start; 0 before.
	stopped time.Duration
	// counting is when the budget began to count, as time since start; notYet
	// while pondering.
	counting atomic.Int64
	// settled says that the search has had enough, or would have if the budget counted: it
	// then ends at the ponder hit.
	settled atomic.Bool
}

const notYet = -1

// begin starts the stopwatch, which uses now to read the time.
func (w *stopwatch) begin(now func() time.Time, b budget, pondering bool) {
	w.now, w.start, w.budget, w.stopped = now, now(), b, 0
	w.counting.Store(0)
	w.settled.Store(false)
	if pondering {
		w.counting.Store(notYet)
	}
}

// count starts the budget counting, if it is not yet.
func (w *stopwatch) count() {
	w.counting.CompareAndSwap(notYet, int64(w.elapsed()))
}

// elapsed returns the time since the start.
func (w *stopwatch) elapsed() time.Duration { return w.now().Sub(w.start) }

// spent returns the time since the start, and how much of it counts.
func (w *stopwatch) spent() (elapsed, counted time.Duration) {
	elapsed = w.elapsed()
	if from := w.counting.Load(); from != notYet {
		counted = elapsed - time.Duration(from)
	}
	return elapsed, counted
}

// late reports whether the hard limit has passed, or the search is settled and
// its budget counts.
func (w *stopwatch) late() bool {
	if w.budget.hard == 0 {
		return false
	}
	_, counted := w.spent()
	return counted >= w.budget.hard || counted > 0 && w.settled.Load()
}

// overdue reports whether there is no time left for the rest of a turn.
func (w *stopwatch) overdue(ctx context.Context) bool {
	elapsed, counted := w.spent()
	if w.budget.hard > 0 && counted >= w.budget.hard+w.budget.rest {
		return true
	}
	switch {
	case ctx.Err() == nil:
		return false
	case w.stopped == 0:
		w.stopped = max(elapsed, 1)
	}
	return elapsed-w.stopped >= stopRest
}

// settle reports whether enough of the soft limit is used up for the search to end. While
// pondering it should not end, but will at the ponder hit: time spent on the right reply
// counts.
func (w *stopwatch) settle(scale float64) bool {
	w.settled.Store(w.elapsed() >= time.Duration(scale*float64(w.budget.soft)))
	return w.settled.Load() && w.counting.Load() != notYet
}
