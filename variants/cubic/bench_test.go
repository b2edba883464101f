package cubic_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// The challenge's ten cases and what they are.
var challenge = []struct {
	board string
	mate  bool
}{
	{"[###,n##,#rr],[#b#,###,###],[###,###,bRK]", true},
	{"[b#b,###,###],[###,###,RNR],[#q#,###,#K#]", false},
	{"[#q#,#b#,###],[n##,###,###],[#k#,###,#KB]", false},
	{"[####,####,r###,####],[####,#q##,####,####],[##r#,###b,####,BRnn],[####,####,#N##,#KQ#]", true},
	{"[###,##b,r#r],[###,###,###],[#k#,###,#K#]", false},
	{"[##k,###,r#K],[###,n##,#N#],[###,###,#Q#]", true},
	{"[###,###,##q],[###,###,###],[#k#,###,rNK]", true},
	{"[#q,##],[##,K#]", false},
	{"[rq,##],[##,K#]", true},
	{"[###,###,#q#],[###,###,###],[#k#,###,BKn]", false},
}

func TestChallenge(t *testing.T) {
	for _, c := range challenge {
		p, err := cubic.Parse(c.board, chess.White)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Outcome().Reason == chess.Checkmate; got != c.mate {
			t.Errorf("%s: checkmate %v", c.board, got)
		}
	}
}

// All ten cases, from their text to the answer.
func BenchmarkChallenge(b *testing.B) {
	for b.Loop() {
		for _, c := range challenge {
			p, err := cubic.Parse(c.board, chess.White)
			if err != nil || (p.Outcome().Reason == chess.Checkmate) != c.mate {
				b.Fatal(c.board)
			}
		}
	}
}

// Perft on random boards, and the same by the plain generator.
func BenchmarkPerft(b *testing.B) {
	for _, n := range []int{2, 3, 4, 5, 6, 8, 10} {
		random := rand.New(rand.NewPCG(6, 36))
		var boards []cubic.Position
		for range 10 {
			boards = append(boards, randomPosition(random, n))
		}
		depth := 2
		if n < 4 {
			depth = 3
		}
		report := func(b *testing.B, nodes uint64) {
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		}
		b.Run(fmt.Sprintf("n=%d/fast", n), func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				for _, p := range boards {
					got, _ := p.Perft(context.Background(), depth)
					nodes += got
				}
			}
			report(b, nodes)
		})
		b.Run(fmt.Sprintf("n=%d/plain", n), func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				for _, p := range boards {
					nodes += newPlain(p).perft(depth)
				}
			}
			report(b, nodes)
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	random := rand.New(rand.NewPCG(6, 36))
	p := randomPosition(random, 4)
	var buf []cubic.Move
	for b.Loop() {
		buf = p.Moves(buf[:0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(buf)), "ns/move")
}
