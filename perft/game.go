package perft

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// divideGame counts a game of any machine. Each first move is a unit of work; the
// workers take them in order.
func divideGame(ctx context.Context, pos game.Position, depth int, o Options) (Result, error) {
	start := time.Now()
	if depth == 0 {
		return Result{Nodes: 1, Complete: true}, ctx.Err()
	}
	moves := pos.Moves()
	roots := make([]RootCount, len(moves))
	var next, finished atomic.Int64
	var nodes atomic.Uint64
	var failed atomic.Pointer[error]
	var workers, reporter sync.WaitGroup
	done := make(chan struct{})
	if o.Progress != nil {
		reporter.Go(func() {
			report(o.Progress, done, func() Progress {
				return Progress{float64(finished.Load()) / float64(max(1, len(moves))), nodes.Load(), time.Since(start)}
			})
		})
	}
	for range max(1, min(o.Threads, len(moves))) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(moves)) && failed.Load() == nil; i = next.Add(1) - 1 {
				n, err := perftOf(ctx, pos.Play(moves[i]), depth-1, o.Lists)
				if err != nil {
					failed.CompareAndSwap(nil, &err)
					return
				}
				roots[i] = RootCount{moves[i], n, true}
				if sum := nodes.Add(n); sum < n {
					overflow := error(ErrOverflow)
					failed.CompareAndSwap(nil, &overflow)
				}
				finished.Add(1)
			}
		})
	}
	workers.Wait()
	close(done)
	reporter.Wait()
	for i, m := range moves {
		roots[i].Move = m
	}
	r := Result{Moves: roots, Nodes: nodes.Load(), Elapsed: time.Since(start), Complete: true}
	if err := failed.Load(); err != nil {
		r.Complete = false
		return r, *err
	}
	return r, nil
}

// report calls tell a few times a second until done is closed.
func report(tell func(Progress), done <-chan struct{}, progress func() Progress) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			tell(progress())
		}
	}
}

// perftOf counts with move lists if that is requested and the game's machine supports it.
func perftOf(ctx context.Context, pos game.Position, depth int, lists bool) (uint64, error) {
	if p, ok := pos.(interface {
		PerftLists(ctx context.Context, depth int) (uint64, error)
	}); lists && ok {
		return p.PerftLists(ctx, depth)
	}
	return pos.Perft(ctx, depth)
}
