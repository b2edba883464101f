package general_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// BenchmarkSearch searches the start position; compare knodes/s.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"capablanca", "grand", "shako", "knightmate", "xiangqi", "shogi"} {
		b.Run(name, func(b *testing.B) {
			rules := must.Get(b, general.Builtin().Open, name)
			s := engine.New(engine.DefaultOptions())
			var nodes uint64
			for b.Loop() {
				s.Clear()
				nodes += s.Search(b.Context(), game.NewRecord(rules.Start()), game.Limits{Nodes: 30_000}, nil).Info.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e3, "knodes/s")
		})
	}
}
