package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// Every item is done once, by workers with numbers of their own.
func TestDo(t *testing.T) {
	for _, workers := range []int{-1, 1, 3, 200} {
		var done [100]atomic.Int32
		var begun atomic.Int64
		if err := Do(t.Context(), Range(len(done)), workers, func(worker int) func(context.Context, int) error {
			begun.Add(1 << worker % 8)
			return func(_ context.Context, i int) error { done[i].Add(1); return nil }
		}); err != nil {
			t.Errorf("%d workers: %v", workers, err)
		}
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d workers: item %d was done %d times", workers, i, n)
			}
		}
		if workers == 3 && begun.Load() != 7 {
			t.Errorf("workers %b", begun.Load())
		}
	}
}

// An error ends all workers and the source, and so does the context.
func TestDoEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		do   func(stop context.CancelCauseFunc) error
	}{
		{"error", func(context.CancelCauseFunc) error { return broken }},
		{"context", func(stop context.CancelCauseFunc) error { stop(broken); return nil }},
	} {
		ctx, stop := context.WithCancelCause(t.Context())
		ended := false
		endless := func(yield func(int) bool) {
			for i := 0; yield(i); i++ {
			}
			ended = true
		}
		err := Do(ctx, endless, 2, func(int) func(context.Context, int) error {
			return func(ctx context.Context, i int) error {
				if i == 10 {
					return c.do(stop)
				}
				return nil
			}
		})
		if !errors.Is(err, broken) || !ended {
			t.Errorf("%s: %v, source ended: %t", c.name, err, ended)
		}
	}
}
