package general

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// hybrids are games of janggi's rules with drops, pawns, castling and kings that may
// never face each other.
const hybrids = `
[house:janggi]
startFen = rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR[] w - - 0 1
pieceDrops = true
capturesToHand = true
[syno:pocketknight]
janggiCannon = c
soldier = s
horse = h
fersAlfil = e
commoner = a
stalemateValue = loss
perpetualCheckIllegal = true
startFen = rneakenr/8/1c4c1/1ss2ss1/8/8/PPPPPPPP/RNBQKBNR[ss] w KQ - 0 1
flyingGeneral = true
capturesToHand = false
dropRegionBlack = *5
flagPiece = k
flagRegionWhite = *8
flagRegionBlack = *1
`

func hybridRules(t *testing.T, name string) game.Rules {
	t.Helper()
	catalogue, errs := Read(hybrids, Builtin())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	rules := must.Get(t, catalogue.Open, name)
	return rules
}

// Counts of Fairy-Stockfish's current source: cannons that are dropped between, and
// pinned by, others.
func TestHybridCounts(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      []uint64
	}{
		{"house", "3k5/9/9/4r4/9/9/4c4/9/4K4/9[CCpp] w - - 0 1", []uint64{95, 9693}},
		{"house", "4k4/9/9/4c4/9/9/9/9/4K4/9[Cc] w - - 0 1", []uint64{96, 8734}},
		{"house", "4k4/9/9/4c4/9/9/4P4/9/3K5/9[CRc] b - - 0 1", []uint64{93, 16177}},
		{"syno", "rneakenr/8/1c4c1/1ss2ss1/8/8/PPPPPPPP/RNBQKBNR[ss] w KQ - 0 1", []uint64{20, 986, 21646}},
		{"syno", "4k3/8/4c3/8/4s3/8/8/R3K2R[ss] w KQ - 0 1", []uint64{4, 68, 1818}},
		{"syno", "4k3/2c1c1c1/8/8/8/8/4P3/R3K2R[] w KQ - 0 1", []uint64{4, 12, 340}},
	} {
		pos := must.Get(t, hybridRules(t, test.name).ParsePosition, test.fen)
		for i, want := range test.want {
			if got, err := pos.Perft(t.Context(), i+1); err != nil || got != want {
				t.Errorf("%s %s: depth %d: %d, want %d", test.name, test.fen, i+1, got, want)
			}
		}
	}
}

// How games of janggi end: by kings that go on facing each other, by passes, by points.
func TestJanggiEnds(t *testing.T) {
	for _, test := range []struct{ name, fen, moves, want string }{
		{"janggi", "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", "d2e2 e10e10", "0-1"},
		{"janggi", "4k4/9/9/9/9/9/9/9/3K5/9 w - - 0 1", "d2e2 e10d10", "*"},
		{"janggi", "4k4/9/9/9/4N4/9/9/9/4K4/9 w - - 0 1", "e6d8 e10e10", "1-0"}, // in check
		{"janggi", "4k4/9/9/9/R8/9/9/9/3K5/9 w - - 0 1", "d2e2 e10e10", "1-0"},
		{"janggitraditional", "4k4/9/9/9/R8/9/9/9/3K5/9 w - - 0 1", "d2e2 e10e10", "1/2-1/2"},
		{"janggicasual", "4k4/9/9/9/R8/9/9/9/3K5/9 w - - 0 1", "d2e2 e10e10", "*"},
		{"janggi", "4k4/9/9/9/P8/9/9/9/3K5/9 w - - 0 1", "d2d2", "*"},
		// A soldier is two points, and moving second one and a half.
		{"janggi", "4k4/9/9/9/P8/9/9/9/3K5/9 w - - 0 1", "d2d2 e10e10", "1-0"},
		{"janggi", "4k4/9/9/9/P8/9/9/2b6/3K5/9 w - - 0 1", "d2d2 e10e10", "0-1"},
		{"janggi", "4k4/9/9/9/PP7/9/9/2b6/3K5/9 w - - 0 1", "d2d2 e10e10", "0-1"},
		{"janggi", "4k4/9/9/9/R8/1c7/9/2n6/3K5/9 w - - 0 1", "d2d2 e10e10", "0-1"},
		{"janggi", "4k4/9/9/9/R8/1b7/9/2c6/3KA4/9 w - - 0 1", "d2d2 e10e10", "1-0"},
		{"janggicasual", "4k4/9/9/9/P8/9/9/9/3K5/9 w - - 0 1", "d2d2 e10e10", "1/2-1/2"},
		{"janggi", "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1",
			"e2d2 d10e10 d2e2 e10d10 e2d2 d10e10 d2e2 e10d10", "0-1"},
	} {
		rules := must.Get(t, Builtin().Open, test.name)
		pos := must.Get(t, rules.ParsePosition, test.fen)
		record := game.NewRecord(pos)
		for _, m := range strings.Fields(test.moves) {
			if record.Outcome().Over() {
				t.Errorf("%s %s: over before %s", test.name, test.fen, m)
			}
			if err := record.PlayTurn(m); err != nil {
				t.Fatalf("%s: %v", test.fen, err)
			}
		}
		if got := fmt.Sprint(record.Outcome().Result); got != test.want {
			t.Errorf("%s %s: %s: %v, want %s", test.name, test.fen, test.moves, record.Outcome(), test.want)
		}
		if _, err := rules.ParsePosition(record.Position().FEN()); err != nil {
			t.Errorf("%s %s: %s: %s: %v", test.name, test.fen, test.moves, record.Position().FEN(), err)
		}
	}
}

// With parts of our own the same moves are legal: they are judged one by one there.
func TestJanggiComposed(t *testing.T) {
	plain := must.Get(t, Builtin().Open, "janggi")
	judged, err := Compose("nocastle+janggi", Builtin())
	if err != nil {
		t.Fatal(err)
	}
	starts := []string{"4k4/9/9/9/9/9/9/4K4/9/9 w - - 0 1", "3k5/4c4/9/9/9/9/3R5/3P1C3/4K4/5A3 b - - 0 1", plain.Start().FEN()}
	for seed := range uint64(9) {
		pos := must.Get(t, plain.ParsePosition, starts[seed%3])
		playoutFrom(pos, seed, 40, func(p game.Position) {
			other := must.Get(t, judged.ParsePosition, p.FEN())
			if len(p.Moves()) == 0 {
				return // the FEN does not say how long the kings have faced each other
			}
			if got, want := texts(other), texts(p); got != want {
				t.Errorf("%s: %s, want %s", p.FEN(), got, want)
			}
		})
	}
}

// texts returns the legal moves of a position as one text.
func texts(p game.Position) string {
	var all []string
	for _, m := range p.Moves() {
		all = append(all, p.UCI(m))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
