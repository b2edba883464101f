package match

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/stats"
)

// outcome returns the record of a game of two engines with the half points of
// the first one.
func outcome(game, halves int) *Record {
	r := &Record{Game: game, White: game % 2, Black: 1 - game%2, Names: [2]string{"a", "b"}, Opening: []string{"e2e4"}}
	if game%2 == 1 {
		halves = 2 - halves
	}
	r.Result = [3]string{"0-1", "1/2-1/2", "1-0"}[halves]
	return r
}

func sprtConfig(t *testing.T, rounds int) *Config {
	return &Config{
		Terms:    Terms{Engines: []Engine{{Name: "a"}, {Name: "b"}}},
		Variants: []Variant{variant("chess")}, Rounds: rounds, SPRT: newSPRT(t, "elo0=0 elo1=50"),
	}
}

// The test takes the pairs in order: games that end early do not count early.
func TestSPRTWaitsForGaps(t *testing.T) {
	c := sprtConfig(t, 1000)
	all := newTally(c)
	// Pair 0 is late; all others are won.
	for game := 2; game < 200; game++ {
		all.add(outcome(game, 2))
	}
	if v := all.verdict(); v.Pairs != 0 || v.LLR != 0 || v.Accepted != "" {
		t.Fatalf("with a gap in front: %+v", v)
	}
	all.add(outcome(0, 0))
	if v := all.verdict(); v.Pairs != 0 {
		t.Fatalf("with half a pair in front: %+v", v)
	}
	all.add(outcome(1, 0))
	v := all.verdict()
	if v.Accepted != "H1" || v.Pairs < 2 || v.Pairs > 50 || v.Late == nil || v.Late.Wins != 200-2*v.Pairs || v.Late.Losses != 0 {
		t.Fatalf("%+v", v)
	}
	r := all.report(c)
	if total := r.Pairings[0].Lines[0]; total.Wins != 2*v.Pairs-2 || total.Losses != 2 || total.Pairs[0] != 1 || total.Pairs[4] != v.Pairs-1 ||
		r.Finished != 200 || r.Engines[0].Points != float64(total.Wins) || r.Engines[1].Points != 2 || r.Engines[1].Games != 2*v.Pairs {
		t.Errorf("%+v, %+v", total, r.Engines)
	}
	var text strings.Builder
	if r.Write(&text); !strings.Contains(text.String(), "finished after the decision and not counted: ") {
		t.Error(&text)
	}
}

// The decision and the score do not depend on the order of the games or on
// duplicates.
func TestOrderDoesNotMatter(t *testing.T) {
	c := sprtConfig(t, 300)
	random := rand.New(rand.NewPCG(1, 2))
	var games []*Record
	for game := range 600 {
		halves := []int{0, 1, 2, 2}[random.IntN(4)]
		r := outcome(game, halves)
		if game == 7 {
			r.Result = "*"
		}
		games = append(games, r)
	}
	var want Report
	for round := range 20 {
		tally := newTally(c)
		for _, r := range games {
			tally.add(r)
			tally.add(r)
		}
		got := tally.report(c)
		if round == 0 {
			if want = got; want.SPRT.Accepted != "H1" || want.SPRT.Late == nil {
				t.Fatalf("%+v", want.SPRT)
			}
			// It includes only the pairs up to the decision.
			llr := func(pairs int) float64 {
				var p stats.Pairs
				for pair := range pairs {
					a, b := pointOf(findGame(games, 2*pair)).halves, pointOf(findGame(games, 2*pair+1)).halves
					if a >= 0 && b >= 0 {
						p[a+b]++
					}
				}
				return c.SPRT.LLR(p)
			}
			if n := want.SPRT.Pairs; llr(n) != want.SPRT.LLR || c.SPRT.Decision(llr(n)) != "H1" || c.SPRT.Decision(llr(n-1)) != "" {
				t.Errorf("after %d pairs: %v", n, want.SPRT.LLR)
			}
		} else if !sameScore(want, got) || want.SPRT.LLR != got.SPRT.LLR || want.SPRT.Pairs != got.SPRT.Pairs || *want.SPRT.Late.Plies != *got.SPRT.Late.Plies ||
			want.SPRT.Late.Wins != got.SPRT.Late.Wins || want.Engines[0].Points != got.Engines[0].Points {
			t.Fatalf("round %d: %+v, want %+v", round, got.SPRT, want.SPRT)
		}
		random.Shuffle(len(games), func(i, k int) { games[i], games[k] = games[k], games[i] })
	}
}

func findGame(games []*Record, number int) *Record {
	for _, r := range games {
		if r.Game == number {
			return r
		}
	}
	return nil
}
