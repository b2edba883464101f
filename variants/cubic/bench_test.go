package cubic_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

// The challenge's ten cases and their answers.
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
		p, err := cubic.Parse(c.board, rules.White)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Outcome().Reason == rules.Checkmate; got != c.mate {
			t.Errorf("%s: checkmate %v", c.board, got)
		}
	}
}

// BenchmarkChallenge solves all ten cases, from text to answer.
func BenchmarkChallenge(b *testing.B) {
	for b.Loop() {
		for _, c := range challenge {
			p, err := cubic.Parse(c.board, rules.White)
			if err != nil || (p.Outcome().Reason == rules.Checkmate) != c.mate {
				b.Fatal(c.board)
			}
		}
	}
}

// quickest returns the shortest of three run times, the one least disturbed by other
// work on the machine.
func quickest(work func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range 3 {
		start := time.Now()
		work()
		best = min(best, time.Since(start))
	}
	return best
}

// BenchmarkPerft runs perft on random boards with both generators in turn, and
// reports how many times faster one is than the other.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct{ n, depth int }{{2, 4}, {3, 4}, {4, 3}, {5, 3}, {6, 2}, {8, 2}, {10, 2}} {
		b.Run(fmt.Sprintf("n=%d", c.n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(6, 36))
			var fast, plain time.Duration
			nodes := uint64(0)
			for b.Loop() {
				p := randomPosition(random, c.n)
				var got, want uint64
				fast += quickest(func() { got = perft(b, p, c.depth) })
				plain += quickest(func() { want = newPlain(p).perft(c.depth) })
				if got != want {
					b.Fatalf("%v: %d, want %d", p, got, want)
				}
				nodes += got
			}
			b.ReportMetric(float64(nodes)/fast.Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/plain.Seconds()/1e6, "plain-Mnodes/s")
			b.ReportMetric(plain.Seconds()/fast.Seconds(), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkMoves lists and counts the legal moves of a position that has many.
func BenchmarkMoves(b *testing.B) {
	random := rand.New(rand.NewPCG(6, 36))
	p := randomPosition(random, 4)
	for p.CountMoves() < 40 {
		p = randomPosition(random, 4)
	}
	b.Run("listed", func(b *testing.B) {
		var buf []cubic.Move
		for b.Loop() {
			buf = p.Moves(buf[:0])
		}
	})
	b.Run("counted", func(b *testing.B) {
		for b.Loop() {
			p.CountMoves()
		}
	})
}
