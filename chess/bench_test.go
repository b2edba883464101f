package chess_test

import (
	"testing"
	"unsafe"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/leaves"
	"github.com/heterodox-chess/heterodox/variants"
)

// benchNames are games that use different machinery: plain, holes, shots,
// relocations, no royal king, several moves a turn, hands.
var benchNames = []string{"chess", "blackhole", "gun", "madhouse", "extinction", "fibonacci", "baseline"}

// middlegame is used for all benchNames except baseline.
const middlegame = "r4rk1/1pp1qppp/p1np1n2/2b1p3/2B1P1b1/P1NP1N2/1PP1QPPP/R1B2RK1 w - - 0 10"

func benchPosition(name string) chess.Position {
	rules := variants.MustCompile(name)
	if rules.HasHands() {
		return rules.Start()
	}
	p, err := rules.ParseFEN(middlegame)
	if err != nil {
		panic(err)
	}
	return p
}

// The board, which is copied for every move of a count, fits one cache line.
func TestSizes(t *testing.T) {
	if n := chess.BoardBytes; n != 64 {
		t.Errorf("a board has %d bytes, want 64", n)
	}
	if n := unsafe.Sizeof(chess.Position{}); n > 144 {
		t.Errorf("a Position has %d bytes, want at most 144", n)
	}
	if n := unsafe.Sizeof(chess.NoMove); n != 4 {
		t.Errorf("a Move has %d bytes, want 4", n)
	}
}

// Listing, counting, playing and keying moves allocate nothing, and a deep walk
// allocates no more than a shallow one.
func TestAllocations(t *testing.T) {
	for _, name := range benchNames {
		p := benchPosition(name)
		buf := make([]chess.Move, 0, 4096)
		var sum uint64
		perNode := testing.AllocsPerRun(20, func() {
			for _, m := range p.Moves(buf[:0]) {
				next := p.Play(m)
				sum += next.Key() + uint64(next.CountMoves())
			}
		})
		if perNode != 0 {
			t.Errorf("%s: %v allocations for the moves of a position", name, perNode)
		}
		shallow := testing.AllocsPerRun(5, func() { sum += leaves.Count(&p, 2, nil, nil) })
		deep := testing.AllocsPerRun(5, func() { sum += leaves.Count(&p, 3, nil, nil) })
		if deep > shallow+8 { // lists may have to grow
			t.Errorf("%s: %v allocations at depth 3, %v at depth 2", name, deep, shallow)
		}
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, name := range benchNames {
		b.Run(name, func(b *testing.B) {
			p := benchPosition(name)
			buf := make([]chess.Move, 0, 4096)
			moves := 0
			for b.Loop() {
				moves += len(p.Moves(buf[:0]))
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

func BenchmarkCountMoves(b *testing.B) {
	for _, name := range benchNames {
		b.Run(name, func(b *testing.B) {
			p := benchPosition(name)
			moves := 0
			for b.Loop() {
				moves += p.CountMoves()
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

func BenchmarkPlay(b *testing.B) {
	for _, name := range benchNames {
		b.Run(name, func(b *testing.B) {
			p := benchPosition(name)
			moves := p.Moves(nil)
			var next chess.Position
			for b.Loop() {
				for _, m := range moves {
					next = p.Play(m)
				}
			}
			_ = next
			b.ReportMetric(float64(b.N*len(moves))/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

func BenchmarkLeaves(b *testing.B) {
	for _, name := range benchNames {
		b.Run(name, func(b *testing.B) {
			p := benchPosition(name)
			var nodes uint64
			for b.Loop() {
				nodes += leaves.Count(&p, 3, nil, nil)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
