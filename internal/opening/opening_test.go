package opening

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/variants"
)

// Openings have the length asked for and end with the turn, and the same seed draws the
// same opening.
func TestRandom(t *testing.T) {
	for i, name := range append(variants.Names(), "gun+blackhole+fairy") {
		rules := variants.MustCompile(name)
		draw := func() *game.Record { return Random(fast.Game(rules), rand.New(rand.NewPCG(3, uint64(i))), 8) }
		game := draw()
		want := 8
		if rules.LongTurns() {
			want = FibonacciPlies
		}
		if game.Len() < want || game.Len() > want && !rules.LongTurns() {
			t.Errorf("%s: %d moves", name, game.Len())
		}
		last, again := game.Position(), draw().Position()
		if last.FEN() != again.FEN() {
			t.Errorf("%s: %s, then %s", name, last.FEN(), again.FEN())
		}
		if game.Undo(); !game.Outcome().Over() {
			if before := game.Position(); before.Side() == last.Side() {
				t.Errorf("%s: the turn is not over in %s", name, last.FEN())
			}
		}
	}
}

// A game that ends during its opening is returned as it ended.
func TestRandomEndsWithTheGame(t *testing.T) {
	game := Random(variants.MustOpen("blackhole+extinction"), rand.New(rand.NewPCG(1, 1)), 1000)
	if !game.Outcome().Over() || game.Len() == 1000 {
		t.Errorf("%d moves, %v", game.Len(), game.Outcome())
	}
}

// The shuffled ranks are the 960 of Chess960, all equally likely.
func TestShuffled(t *testing.T) {
	start := variants.MustCompile("fischerandom").Start()
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 20000 {
		pos := shuffled(start, random)
		fen := pos.FEN()
		seen[fen[:8]]++
		if !strings.Contains(fen, "w KQkq - 0 1") || strings.ToUpper(fen[:8]) != fen[35:43] {
			t.Fatal(fen)
		}
	}
	if len(seen) != 960 || seen["rnbqkbnr"] == 0 {
		t.Errorf("%d positions", len(seen))
	}
	for rank, n := range seen {
		if n > 60 {
			t.Errorf("%s %d times in 20000", rank, n)
		}
	}
}

// Start positions unlike that of chess are left alone: hordes, races, pieces in hand. Where
// there is no castling, none is added.
func TestStart(t *testing.T) {
	for name, want := range map[string][2]string{ // what the position begins and ends with
		"fischerandom+horde":       {"", "/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"},
		"fischerandom+racingkings": {"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", ""},
		"fischerandom+baseline":    {"8/pppppppp/8/8/8/8/PPPPPPPP/8[", ""},
		"fischerandom+antichess":   {"", " w - - 0 1"},
		"fischerandom+fairy":       {"", " w KQkq - 0 1"},
		"chess":                    {"rnbqkbnr/", "/RNBQKBNR w KQkq - 0 1"},
	} {
		rules := variants.MustOpen(name)
		random, seen := rand.New(rand.NewPCG(5, 6)), map[string]bool{}
		for range 50 {
			fen := Start(rules, random).FEN()
			if seen[fen] = true; !strings.HasPrefix(fen, want[0]) || !strings.HasSuffix(fen, want[1]) {
				t.Errorf("%s: %s", name, fen)
			}
		}
		if shuffles := want[0] == ""; shuffles != (len(seen) > 40) {
			t.Errorf("%s: %d positions of 50", name, len(seen))
		}
	}
}
