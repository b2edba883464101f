package table

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/book"
)

// Thinkers run the searches of all tables of a program, no more at a time than they were made
// for. Moves of games and hints come first, in the order in which they are requested; analyses
// make room for them at once. Analyses take turns if there are more of them than can run.
type Thinkers struct {
	open func(game.Rules) game.Searcher
	// Book, if not nil, provides the engine's moves as long as it knows the position. Set
	// it before the first game.
	Book *book.Book
	// Tables, if not nil, give the distances of moves in an analysis. Set them before the first
	// game; searchers may use tables of their own.
	Tables Tables

	mu      sync.Mutex
	seats   int
	running []*job
	waiting []*job    // moves and hints before analyses, each in order of arrival
	idle    []thinker // the last ones used, kept for their tables
}

type thinker struct {
	table  *Table
	rules  game.Rules
	search game.Searcher
}

// A job has a seat or is waiting for one.
type job struct {
	analysis bool
	seated   chan struct{}      // closed when it may run
	rest     context.CancelFunc // ends the turn of an analysis
	resting  bool               // whether its turn has been ended
	turn     *time.Timer
}

// turn is how long an analysis runs while others wait.
const turn = time.Second

// NewThinkers allows n searches at a time; open makes the searcher for a
// game, nil if there is none.
func NewThinkers(n int, open func(game.Rules) game.Searcher) *Thinkers {
	return &Thinkers{open: open, seats: max(n, 1)}
}

// fromBook draws a move from the book; ok is false if it has none.
func (k *Thinkers) fromBook(pos game.Position) (m game.Move, ok bool) {
	moves, err := k.Book.Moves(pos)
	if err != nil {
		return game.NoMove, false // the search goes on without it
	}
	random := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	drawn, ok := book.Choose(moves, book.MaxVariety, random)
	return drawn.Move, ok
}

// play waits for a seat and runs a search for a move or a hint at a table; it does nothing
// if the context ends first.
func (k *Thinkers) play(ctx context.Context, t *Table, rules game.Rules, run func(game.Searcher)) {
	j := &job{}
	if k.sit(ctx, j) {
		k.run(t, rules, run)
		k.leave(j)
	}
}

// analyse runs an analysis in as many turns as it takes, until run reports that it is done or
// the context ends. The context of a turn ends when others need the seat.
func (k *Thinkers) analyse(ctx context.Context, t *Table, rules game.Rules, run func(context.Context, game.Searcher) (done bool)) {
	for done := false; !done && ctx.Err() == nil; {
		mine, rest := context.WithCancel(ctx)
		j := &job{analysis: true, rest: rest}
		if k.sit(ctx, j) {
			done = true // unless there is a searcher that is not
			k.run(t, rules, func(s game.Searcher) { done = run(mine, s) })
			k.leave(j)
		}
		rest()
	}
}

// sit waits for a seat; it returns false if the context ends first.
func (k *Thinkers) sit(ctx context.Context, j *job) bool {
	j.seated = make(chan struct{})
	k.mu.Lock()
	at := len(k.waiting)
	if first := slices.IndexFunc(k.waiting, func(w *job) bool { return w.analysis }); first >= 0 && !j.analysis {
		at = first
	}
	k.waiting = slices.Insert(k.waiting, at, j)
	k.seat()
	k.mu.Unlock()
	select {
	case <-j.seated:
		return true
	case <-ctx.Done():
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.Index(k.waiting, j); i >= 0 {
		k.waiting = slices.Delete(k.waiting, i, i+1)
		return false
	}
	k.stand(j) // it got the seat at the same time
	return false
}

// leave gives up a seat.
func (k *Thinkers) leave(j *job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stand(j)
}

func (k *Thinkers) stand(j *job) {
	if j.turn != nil {
		j.turn.Stop()
	}
	k.running = slices.DeleteFunc(k.running, func(r *job) bool { return r == j })
	k.seat()
}

// seat fills the free seats, and makes analyses give way to waiting moves and hints.
func (k *Thinkers) seat() {
	for len(k.running) < k.seats && len(k.waiting) > 0 {
		j := k.waiting[0]
		k.waiting = k.waiting[1:]
		k.running = append(k.running, j)
		if j.analysis {
			j.turn = time.AfterFunc(turn, func() { k.rotate(j) })
		}
		close(j.seated)
	}
	urgent := 0
	for _, j := range k.waiting {
		if !j.analysis {
			urgent++
		}
	}
	for _, j := range k.running {
		if j.resting {
			urgent--
		}
	}
	for _, j := range k.running { // the longest-running one first
		if urgent > 0 && j.analysis && !j.resting {
			j.resting = true
			j.rest()
			urgent--
		}
	}
}

// rotate ends the turn of an analysis if others are waiting for its seat.
func (k *Thinkers) rotate(j *job) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !slices.Contains(k.running, j) || j.resting {
		return
	}
	if len(k.waiting) == 0 {
		j.turn.Reset(turn)
		return
	}
	j.resting = true
	j.rest()
}

// run runs a search with the searcher last used by the table, or with a new one.
func (k *Thinkers) run(t *Table, rules game.Rules, run func(game.Searcher)) {
	s := k.take(t, rules)
	if s == nil {
		return
	}
	run(s)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle = append(k.idle, thinker{t, rules, s})
	if len(k.idle) > 2*k.seats {
		k.idle = slices.Delete(k.idle, 0, 1)
	}
}

func (k *Thinkers) take(t *Table, rules game.Rules) game.Searcher {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.IndexFunc(k.idle, func(i thinker) bool { return i.table == t && i.rules == rules }); i >= 0 {
		s := k.idle[i].search
		k.idle = slices.Delete(k.idle, i, i+1)
		return s
	}
	return k.open(rules)
}

// forget drops the searchers of a table that is closed.
func (k *Thinkers) forget(t *Table) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle = slices.DeleteFunc(k.idle, func(i thinker) bool { return i.table == t })
}
