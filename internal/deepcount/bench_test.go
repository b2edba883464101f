package deepcount

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/variants"
)

// BenchmarkSplit lists the unique positions after 5 plies and counts 2 more.
func BenchmarkSplit(b *testing.B) {
	start := variants.MustCompile("chess").Start()
	for b.Loop() {
		plan := Plan{
			Position: start, Depth: 7, Split: 5, Passes: 1, PerTask: 10000, Memory: 512 << 20,
			Ledger: filepath.Join(b.TempDir(), "ledger"),
		}
		job, err := plan.Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		counter, err := NewCounter(job.TermsText(), variants.Compile, 64)
		if err == nil {
			err = jobs.Run(b.Context(), job, counter, 1, "bench", nil)
		}
		if err != nil || job.Sums()[0].Int64() != 3195901860 {
			b.Fatal(job.Sums(), err)
		}
		job.Close()
	}
}

// BenchmarkResume opens a count with a million results in its ledger.
func BenchmarkResume(b *testing.B) {
	plan := Plan{
		Position: variants.MustCompile("chess").Start(), Depth: 9, Split: 5, Passes: 2, PerTask: 1, Memory: 64 << 20,
		Ledger: filepath.Join(b.TempDir(), "ledger"),
	}
	job, err := plan.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for n := 0; n < 1_000_000; n += 1000 {
		var lines []any
		for task := n; task < n+1000; task++ {
			lines = append(lines, line{task, []string{strconv.Itoa(1_000_000 + task%job.tasks())}, 1, fmt.Sprint("worker-", task%100), 31.25})
		}
		if err := job.ledger.Append(lines...); err != nil {
			b.Fatal(err)
		}
	}
	job.Close()
	job = nil
	plan.Resume = true
	for b.Loop() {
		runtime.GC()
		debug.FreeOSMemory()
		most, stop := make(chan uint64), make(chan struct{})
		go func() {
			var m uint64
			for {
				select {
				case <-stop:
					most <- m
					return
				case <-time.After(10 * time.Millisecond):
					sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
					metrics.Read(sample)
					m = max(m, sample[0].Value.Uint64()+sample[1].Value.Uint64()+sample[2].Value.Uint64())
				}
			}
		}()
		job, err := plan.Open(b.Context())
		close(stop)
		if err != nil || job.Resumed != 1_000_000 {
			b.Fatal(err)
		}
		b.ReportMetric(float64(<-most)/(1<<20), "MiB")
		job.Close()
	}
}
