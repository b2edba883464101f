package leaves

import (
	"math/bits"
	"testing"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
)

// boardsOfChess returns the boards after all lines of chess of a given length in plies.
func boardsOfChess(t *testing.T, depth int) map[board.Board]bool {
	t.Helper()
	ruleset := must.Get(t, chess.Compile, rules.Variant{Name: "chess"})
	boards := map[board.Board]bool{}
	var walk func(p chess.Position, depth int)
	walk = func(p chess.Position, depth int) {
		boards[p.Board()] = true
		if depth > 0 {
			for _, m := range p.Moves(nil) {
				walk(p.Play(m), depth-1)
			}
		}
	}
	walk(ruleset.Start(), depth)
	return boards
}

// Similar boards are spread over the whole table, and their place in it is
// independent of the check that identifies them. Keys whose halves depend on each
// other, or that depend on few of the board's bits, fail here.
func TestCountKeysSpread(t *testing.T) {
	boards := boardsOfChess(t, 3)
	for _, seed := range []uint64{0, 1, 2} {
		table := NewTable(1, seed)
		const buckets = 64
		var places, checks, both [buckets]int
		for b := range boards {
			k := table.boardKey(&b, 0, 5)
			places[k.place>>58]++
			checks[k.check>>58]++
			both[(k.place^k.check)>>58]++
		}
		mean := float64(len(boards)) / buckets
		for name, counts := range map[string][buckets]int{"places": places, "checks": checks, "both": both} {
			var chi2 float64
			for _, n := range counts {
				chi2 += (float64(n) - mean) * (float64(n) - mean) / mean
			}
			if chi2 > 2*buckets { // 63 are expected; 5.8 standard deviations more are allowed
				t.Errorf("seed %d, %s of %d boards: χ² is %.0f in %d buckets", seed, name, len(boards), chi2, buckets)
			}
		}
	}
}

// Keys differ in everything that a count depends on, and different seeds give different keys.
func TestCountKeysDiffer(t *testing.T) {
	boards := boardsOfChess(t, 2)
	type known struct{ place, check uint64 }
	seen := map[known]string{}
	ruleset, err := chess.Compile(rules.Variant{Name: "crazyhouse+threecheck", Rules: []rules.Rule{rules.Pockets{}, rules.CheckLimit(3)}})
	if err != nil {
		t.Fatal(err)
	}
	note := func(what string, k key) {
		if old := seen[known(k)]; old != "" {
			t.Errorf("%s and %s have the same key", old, what)
		}
		seen[known(k)] = what
	}
	for _, seed := range []uint64{0, 1} {
		table := NewTable(1, seed)
		for b := range boards {
			for depth := 2; depth < 5; depth++ {
				for side := range uint8(2) {
					note("a board", table.boardKey(&b, side, depth))
					for turn := range uint64(3) {
						note("a turn", table.turnKey(&b, side, depth, 1+turn, 1))
						note("a turn with more moves left", table.turnKey(&b, side, depth, 1+turn, 2))
					}
				}
			}
		}
		for depth := 2; depth < 5; depth++ {
			for _, fen := range positionsOfHands {
				p := must.Get(t, ruleset.ParseFEN, fen)
				note(fen, table.positionKey(&p, depth))
			}
		}
	}
}

// positionsOfHands are positions of crazyhouse with three checks, no two of which are
// the same for perft.
var positionsOfHands = []string{
	"4k3/8/8/8/8/8/8/Q3K3[Nn] w - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[Nn] b - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[N] w - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[n] w - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[NN] w - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[] w - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q~3K3[] w - - 3+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[] w - - 2+3 0 1",
	"4k3/8/8/8/8/8/8/Q3K3[] w - - 3+2 0 1",
}

// One bit of a board changes about half of the key's bits.
func TestCountKeysAvalanche(t *testing.T) {
	table := NewTable(1, 7)
	b := board.Board{Pawns: 0x00ff00000000ff00, Colors: [2]bitboard.Bitboard{0xffff, 0xffff << 48}}
	k := table.boardKey(&b, 0, 4)
	for bit := range 64 {
		other := b
		other.Rights ^= 1 << bit
		o := table.boardKey(&other, 0, 4)
		if n := bits.OnesCount64(o.check ^ k.check); n < 12 || n > 52 {
			t.Errorf("bit %d changes %d bits of the check", bit, n)
		}
		if n := bits.OnesCount64(o.place>>40 ^ k.place>>40); n == 0 {
			t.Errorf("bit %d changes none of the high bits of the place", bit)
		}
	}
}
