package deepcount

import (
	"path/filepath"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/cluster"
	"github.com/heterodox-chess/heterodox/variants"
)

// BenchmarkSplit lists the unique positions after 5 moves, and counts 2 more.
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
			err = cluster.RunLocal(b.Context(), job, counter, 1, "bench", nil)
		}
		if err != nil || job.Sums()[0].Int64() != 3195901860 {
			b.Fatal(job.Sums(), err)
		}
		job.Close()
	}
}
