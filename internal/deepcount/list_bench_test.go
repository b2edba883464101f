package deepcount

import (
	"path/filepath"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// BenchmarkList lists the unique positions of chess after 5 plies.
func BenchmarkList(b *testing.B) {
	start := variants.MustCompile("chess").Start()
	for b.Loop() {
		u := Unique{Ply: 5, Memory: 512 << 20}
		if l, err := u.List(b.Context(), filepath.Join(b.TempDir(), "list"), &start); err != nil || l.Positions != 822518 {
			b.Fatal(l.Positions, err)
		}
	}
}
