package general

import (
	"testing"
)

// BenchmarkPerft counts from the start position of games of the table in
// docs/games.md; Mnodes/s is what to compare.
func BenchmarkPerft(b *testing.B) {
	for _, g := range []struct {
		name  string
		depth int
	}{
		{"chess", 5}, {"knightmate", 5}, {"hoppelpoppel", 5}, {"nightrider", 5},
		{"capablanca", 4}, {"janus", 4}, {"grand", 4}, {"shako", 3},
	} {
		b.Run(g.name, func(b *testing.B) {
			rules, err := Builtin().Open(g.name)
			if err != nil {
				b.Fatal(err)
			}
			pos := rules.Start()
			var nodes uint64
			for b.Loop() {
				n, err := pos.Perft(b.Context(), g.depth)
				if err != nil {
					b.Fatal(err)
				}
				nodes += n
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
