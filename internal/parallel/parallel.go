// Package parallel does independent pieces of work at the same time.
package parallel

import (
	"context"
	"iter"
	"sync"
)

// Do passes each item to one of several workers, at least one, until there are no more items, ctx
// ends or a worker returns an error. begin returns what the worker of a number, from 0, does with
// an item. Do returns when all workers and the source of the items have ended, with the first
// error of a worker, or else the cause of the end of ctx.
func Do[T any](ctx context.Context, items iter.Seq[T], workers int, begin func(worker int) func(context.Context, T) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan T)
	go func() {
		defer close(queue)
		for item := range items {
			select {
			case queue <- item:
			case <-ctx.Done():
				return
			}
		}
	}()
	var running sync.WaitGroup
	for worker := range max(workers, 1) {
		running.Go(func() {
			do := begin(worker)
			for item := range queue {
				if err := do(ctx, item); err != nil {
					stop(err)
					return
				}
			}
		})
	}
	running.Wait()
	for range queue { // until the source has ended
	}
	return context.Cause(ctx)
}

// Range returns the numbers from 0 to n-1.
func Range(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

// Each calls do for 0 to n-1, on several workers, at least one.
func Each(n, workers int, do func(i int)) {
	Do(context.Background(), Range(n), workers, func(int) func(context.Context, int) error {
		return func(_ context.Context, i int) error { do(i); return nil }
	})
}
