package general

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
)

// Every game that is exported in full is the same game when it is read again: the same moves in
// games played at random.
func TestExportsAreTheSameGames(t *testing.T) {
	c := Builtin()
	full := 0
	for _, name := range append(c.Names(), "atomic", "crazyhouse", "threecheck", "kingofthehill", "antichess", "racingkings", "atomic+capablanca", "threecheck+crazyhouse+grand", "chess") {
		file, cannot, err := Export(name, c)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(cannot) > 0 {
			t.Logf("%s: %s", name, strings.Join(cannot, "; "))
			continue
		}
		section, _, _ := strings.Cut(file, "]\n")
		read, errs := Check(strings.Replace(file, section, "[exported", 1), c)
		if len(errs) > 0 {
			t.Errorf("%s: %v\n%s", name, errs, file)
			continue
		}
		again := must.Get(t, read.Open, "exported")
		whole, err := Compose(name, c)
		if err != nil {
			t.Fatal(err)
		}
		full++
		for seed := range uint64(2) {
			sameGames(t, name, whole.Start(), again.Start(), rand.New(rand.NewPCG(seed, 3)))
		}
	}
	if full < 100 {
		t.Errorf("only %d games are exported in full", full)
	}
}

// A piece whose region lies beyond the board stays where it is, also in the exported game.
func TestExportOfRegionBeyondTheBoard(t *testing.T) {
	c, errs := Read("[x:gardner]\nmobilityRegionBlackKing = d8 e9\n", Builtin())
	if errs != nil {
		t.Fatal(errs)
	}
	file, cannot, err := Export("x", c, Builtin())
	if err != nil || cannot != nil || !strings.Contains(file, "\nmobilityRegionBlackKing = d8 e9\n") {
		t.Errorf("%v, %v\n%s", err, cannot, file)
	}
}

// sameGames plays a random game by two rulesets that should be the same.
func sameGames(t *testing.T, name string, a, b game.Position, random *rand.Rand) {
	t.Helper()
	texts := func(p game.Position) (list []string) {
		for _, m := range p.Moves() {
			list = append(list, p.UCI(m))
		}
		slices.Sort(list)
		return list
	}
	for range 60 {
		moves := texts(a)
		if others := texts(b); !slices.Equal(moves, others) || a.Outcome().Result != b.Outcome().Result {
			t.Errorf("%s: %s (%v): %v\nread again: %s (%v): %v", name, a.FEN(), a.Outcome(), moves, b.FEN(), b.Outcome(), others)
			return
		}
		if len(moves) == 0 {
			return
		}
		text := moves[random.IntN(len(moves))]
		m, err1 := a.ParseMove(text)
		n, err2 := b.ParseMove(text)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %s: %v, %v", name, text, err1, err2)
		}
		a, b = a.Play(m), b.Play(n)
	}
}

// What the format cannot say is listed, and is in the file as comments.
func TestExportSaysWhatItCannot(t *testing.T) {
	for name, want := range map[string]string{
		"gun":                "capturing pieces stay where they were",
		"fibonacci":          "turns of several moves",
		"madhouse+blackhole": "captured pieces are put on other squares; squares that swallow pieces",
		"horde":              "",
		"ataxx":              "pieces that are not in hand are dropped",
		"janggi":             "the king’s steps along the diagonal lines",
		"antichess":          "",
		"losers":             "",
		"capablanca":         "",
		"atomic":             "",
		// Games of several rules that files say with the same keys, and play in another way.
		"extinction":                    "a move with which both sides run out of pieces wins",
		"kinglet":                       "",
		"nocheckatomic":                 "a move with which both sides run out of pieces wins",
		"kinglet+racingkings":           "a race is over at once if Black cannot follow White’s king",
		"extinction+kingofthehill":      "a move with which both sides run out of pieces wins",
		"threecheck+racingkings":        "a count of checks, which are illegal",
		"fivecheck+atomic":              "checks of pseudo-royal pieces are counted",
		"threecheck+crazyhouse":         "",
		"atomic+racingkings":            "checks of pseudo-royal pieces are illegal; a race is over at once if Black cannot follow White’s king",
		"crazyhouse+atomic":             "pieces that explode go to no hand",
		"atomic+gorogoro":               "pieces that explode go to no hand",
		"antichess+kingofthehill":       "other goals come before having nothing left",
		"antichess+nocastle":            "",
		"crazyhouse+threecheck+coregal": "checks of pseudo-royal pieces are counted",
		"placement+xiangqi":             "a side that can drop none of its pieces in hand has no move",
		"crazyhouse+kinglet+shako":      "",
		"threecheck+racing+fairy":       "a count of checks, which are illegal",
		"kingofthehill+placement":       "",
		"placement+chigorin":            "the first two of several bishops are dropped on squares of different colours",
		"atomic+kingofthehill":          "",
		"nocheckatomic+racingkings":     "a race is over at once if Black cannot follow White’s king; a move with which both sides run out of pieces wins",
	} {
		file, cannot, err := Export(name, Builtin())
		if err != nil || strings.Join(cannot, "; ") != want {
			t.Errorf("%s: %q, %v, want %q", name, cannot, err, want)
		}
		for _, c := range cannot {
			if !strings.Contains(file, "# not expressed: "+c+"\n") {
				t.Errorf("%s: the file does not say %q", name, c)
			}
		}
	}
	// Pieces that no side has at the start are not among those that may not run out.
	if file, _, _ := Export("extinction+racingkings", Builtin()); !strings.Contains(file, "\nextinctionPieceTypes = n b r q k\n") {
		t.Errorf("extinction without pawns:\n%s", file)
	}
	if _, _, err := Export("gun+nothing", Builtin()); err == nil {
		t.Error("there is no such game")
	}
}
