package cluster

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkThousandWorkers hands out tasks of 0.4 s to 1,000 workers, each with its
// own connection, which could do at most 2,500 per second. It reports how many were
// done, and the 99th percentile of the wait for the next task.
func BenchmarkThousandWorkers(b *testing.B) {
	const workers, tasks = 1000, 30_000
	for b.Loop() {
		server, err := Embed("", b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		var mu sync.Mutex
		var waits []time.Duration
		var all sync.WaitGroup
		for i := range workers {
			conn, err := server.Connect(fmt.Sprint("w", i))
			if err != nil {
				b.Fatal(err)
			}
			w := newWorker(fmt.Sprint("w", i), do(func(ctx context.Context, n int) (string, error) {
				pause(ctx, 400*time.Millisecond)
				return square(ctx, n)
			}))
			w.Slots = 1
			w.handed = func(d time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				waits = append(waits, d)
			}
			all.Go(func() { defer conn.Close(); w.Work(ctx, ctx, conn) })
		}
		conn, err := server.Connect("coordinator")
		if err != nil {
			b.Fatal(err)
		}
		job, begun, first := newSquares(tasks), time.Time{}, 0
		err = Coordinate(ctx, conn, job, Options{Build: "b", Check: "c", Wait: time.Minute, Tell: func(s Status) {
			if begun.IsZero() && s.Taken > 2*workers { // all have joined
				begun, first = time.Now(), s.Taken
				mu.Lock()
				waits = waits[:0]
				mu.Unlock()
			}
		}})
		took := time.Since(begun)
		cancel()
		all.Wait()
		conn.Close()
		server.Close()
		if err != nil {
			b.Fatal(err)
		}
		slices.Sort(waits)
		b.ReportMetric(float64(tasks-first)/took.Seconds(), "tasks/s")
		b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
		b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "p50-ms")
	}
}
