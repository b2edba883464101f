package bench_test

import (
	"context"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// BenchmarkSearch plays the first moves of games of all kinds. Releases are compiled with its
// profile (docs/release.md).
func BenchmarkSearch(b *testing.B) {
	names := []string{
		"chess", "fischerandom", "crazyhouse", "antichess", "atomic", "horde", "threecheck", "kingofthehill", "racingkings", "placement",
		"extinction", "amazon", "fibonacci", "gun", "madhouse", "blackhole", "capablanca", "grand", "shogi", "xiangqi", "janggi", "makruk",
		"breakthrough",
	}
	e := engine.New(engine.DefaultOptions())
	for b.Loop() {
		for _, name := range names {
			rules := must.Get(b, variants.Open, name)
			e.Clear()
			record := game.NewRecord(rules.Start())
			for range 12 {
				found := e.Search(context.Background(), record, game.Limits{Nodes: 100_000}, nil)
				if !record.Play(found.Best) {
					break
				}
			}
		}
	}
}
