package cubic

import (
	"math/rand/v2"
	"testing"
)

// Every window gives the same set as walking the rays, for every relevant occupancy
// and for random ones.
func TestWindows(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 36))
	for n := MinSize; n <= 4; n++ {
		g := geometryOf[[1]uint64](n)
		for cell := range g.cells {
			for range 500 {
				occ := [1]uint64{random.Uint64() & random.Uint64()}
				for name, pair := range map[string][2][1]uint64{
					"rook":   {g.rook(cell, &occ), walkRays(g, cell, occ, 0, planarFrom)},
					"bishop": {g.bishop(cell, &occ), walkRays(g, cell, occ, triagonalFrom, halfTurn)},
					"queen":  {g.queen(cell, &occ), walkRays(g, cell, occ, 0, halfTurn)},
				} {
					if pair[0] != pair[1] {
						t.Fatalf("n = %d, %s on %v, occupied %x: %x, want %x", n, name, g.cells[cell], occ, pair[0], pair[1])
					}
				}
			}
		}
	}
}

// walkRays follows the directions from..to-1 and their opposites cell by cell.
func walkRays(g *geometry[[1]uint64], cell int, occ [1]uint64, from, to int) (att [1]uint64) {
	for d := from; d < to; d++ {
		for _, s := range []step{directions[d], directions[d+halfTurn]} {
			for c, ok := s.from(g.cells[cell], g.n); ok; c, ok = s.from(c, g.n) {
				add(&att, c.index(g.n))
				if has(&occ, c.index(g.n)) {
					break
				}
			}
		}
	}
	return att
}

func TestDirections(t *testing.T) {
	seen := map[step]bool{}
	for d, s := range directions {
		opposite := directions[(d+halfTurn)%numDirections]
		if s != (step{-opposite.file, -opposite.rank, -opposite.level}) {
			t.Errorf("direction %d is not opposite to %d", d, (d+halfTurn)%numDirections)
		}
		if rises := s.file+16*s.rank+256*s.level > 0; rises != (d < halfTurn) {
			t.Errorf("direction %d: rises %v", d, rises)
		}
		axes := abs(s.file) + abs(s.rank) + abs(s.level)
		if want := map[bool]int{true: 1}[d%halfTurn < planarFrom]; want == 1 && axes != 1 {
			t.Errorf("direction %d has %d axes", d, axes)
		}
		seen[s] = true
	}
	if len(seen) != numDirections {
		t.Errorf("%d directions", len(seen))
	}
	if len(knightSteps) != 24 {
		t.Errorf("%d jumps of a knight", len(knightSteps))
	}
}

func BenchmarkTables(b *testing.B) {
	b.Run("n=2", benchmarkTables[[1]uint64](2))
	b.Run("n=3", benchmarkTables[[1]uint64](3))
	b.Run("n=4", benchmarkTables[[1]uint64](4))
	b.Run("n=10", benchmarkTables[[16]uint64](10))
	b.Run("n=16", benchmarkTables[[64]uint64](16))
}

func benchmarkTables[S set](n int) func(*testing.B) {
	return func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newGeometry[S](n)
		}
	}
}
