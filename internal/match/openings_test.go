package match

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	openings "github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/opening"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// bookOf reads openings from a text.
func bookOf(t *testing.T, name, text string, change func(*Config)) (*book, error) {
	t.Helper()
	c := testConfig(t)
	c.Variants = []Variant{variant("chess"), variant("gun")}
	c.Openings = Openings{File: filepath.Join(t.TempDir(), name)}
	if change != nil {
		change(&c)
	}
	if err := os.WriteFile(c.Openings.File, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return openBook(t.Context(), &c)
}

const (
	rookEnding  = "4k3/8/8/8/8/8/4P3/4K2R w K - 3 9"
	pawnEnding  = "4k3/3p4/8/8/8/8/4P3/4K3 b - - 0 1"
	scholarMate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
)

func TestOpeningsFromEPD(t *testing.T) {
	text := "\ufeff# a comment\r\n" + rookEnding + "\n\n" +
		"4k3/3p4/8/8/8/8/4P3/4K3 b - - bm d5; id \"pawns\";\n" +
		"gun | 4k3/8/8/8/8/8/4P3/4K2R w K - hmvc 3; fmvn 9;\n" +
		"madhouse | nonsense, but of a game that is not played\n" +
		"Chess | 8/8/8/8/4k3/8/4P3/4K3 w - - ;D1 5\n"
	b, err := bookOf(t, "book.epd", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for v, want := range [][]string{
		{rookEnding, pawnEnding, "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", rookEnding},
		{rookEnding, pawnEnding, rookEnding, rookEnding},
	} {
		for round, fen := range want {
			o, err := b.opening(t.Context(), v, round)
			if err != nil || o.Start.FEN() != fen || len(o.Moves) > 0 {
				t.Errorf("variant %d, round %d: %s, %v; want %s", v, round, o.Start.FEN(), err, fen)
			}
		}
	}
	for text, want := range map[string]string{
		rookEnding + "\nrubbish":   "book.epd: line 2: chess: FEN",
		scholarMate:                "book.epd: no opening for chess", // the game is over
		"madhouse | " + rookEnding: "book.epd: no opening for chess",
		"chess|" + rookEnding:      "book.epd: no opening for gun",
		strings.Repeat("x", 1<<17): "book.epd: line 1: longer than 65536 bytes",
		"4k3/8/8/8/8/8/4P3/4K2R":   "line 1: chess: ",
	} {
		if _, err := bookOf(t, "book.epd", text, nil); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// FENs of all games are read whole: their counters may be clocks, checks left or given, and turns.
func TestFENsAreWhole(t *testing.T) {
	for i, name := range append(variants.Names(), "fibonacci+threecheck") {
		played := opening.Random(variants.MustOpen(name), rand.New(rand.NewPCG(1, uint64(i))), 9)
		if fen := played.Position().FEN(); fenOfEPD(fen) != fen {
			t.Errorf("%s: %s is read as %s", name, fen, fenOfEPD(fen))
		}
	}
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
	b, err := bookOf(t, "book.epd", start+"1+3 0 1\n"+start+"0 1 +2+0\n", func(c *Config) { c.Variants = []Variant{variant("threecheck")} })
	if err != nil {
		t.Fatal(err)
	}
	for round := range 2 {
		if o, _ := b.opening(t.Context(), 0, round); o.Start.FEN() != start+"0 1 +2+0" {
			t.Errorf("opening %d: %s", round+1, o.Start.FEN())
		}
	}
}

// A file may call a game by a name that other programs have for it.
func TestNamesInOpenings(t *testing.T) {
	for name, text := range map[string]string{
		"book.pgn": "[Variant \"Three-check\"]\n\n1. e4 *\n\n[Variant \"Chess960\"]\n\n1. d4 *\n\n[Variant \"No such game\"]\n\n*\n",
		"book.epd": "Three-check | 4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\nChess960 | 4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\nNo such game | x\n",
	} {
		b, err := bookOf(t, name, text, func(c *Config) {
			c.Variants, c.Open = []Variant{variant("threecheck"), variant("fischerandom")}, variants.Open
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if len(b.lines[0]) != 1 || len(b.lines[1]) != 1 {
			t.Errorf("%s: %v", name, b.lines)
		}
	}
}

// Perft suites can serve as openings, too. Positions in which the game is over are skipped,
// with a message.
func TestOpeningsFromSuite(t *testing.T) {
	text := must.Get(t, os.ReadFile, "../../perft/testdata/gun.epd")
	ruleset := variants.MustOpen("gun")
	open, over := 0, 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		_, fen, named := strings.Cut(line, "|")
		if !named {
			fen = line
		}
		fen, _, _ = strings.Cut(fen, ";")
		pos := must.Get(t, ruleset.ParsePosition, strings.TrimSpace(fen))
		if pos.Outcome().Over() {
			over++
		} else {
			open++
		}
	}
	var notes []string
	b, err := bookOf(t, "gun.epd", string(text), func(c *Config) {
		c.Variants = c.Variants[1:]
		c.Note = func(text string) { notes = append(notes, text) }
	})
	if err != nil {
		t.Fatal(err)
	}
	if over == 0 || len(b.lines[0]) != open {
		t.Errorf("%d openings, want %d, %d are over", len(b.lines[0]), open, over)
	}
	if len(notes) != 1 || !strings.HasSuffix(notes[0], fmt.Sprintf("gun.epd: %d positions left out because the game is over", over)) {
		t.Errorf("%q", notes)
	}
}

func TestOpeningsFromPGN(t *testing.T) {
	text := "1. e4 e5 2. Nf3 *\n\n[Variant \"Gun\"]\n\n1. e4 d5 2. exd5 a6 1-0\n\n[Variant \"madhouse\"]\n1. Zz9 *\n\n[FEN \"" + pawnEnding + "\"]\n1... d5 *"
	moves := func(o Opening) string {
		pos, list := o.Start, []string{}
		for _, m := range o.Moves {
			list = append(list, pos.SAN(m))
			pos = pos.Play(m)
		}
		return strings.Join(list, " ")
	}
	for plies, want := range map[int][]string{0: {"e4 e5 Nf3", "d5", "e4 d5 exd5 a6"}, 2: {"e4 e5", "d5", "e4 d5"}} {
		b, err := bookOf(t, "book.PGN", text, func(c *Config) { c.Openings.Plies = plies })
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range []int{0, 0, 1} {
			if o, err := b.opening(t.Context(), v, i%2); err != nil || moves(o) != want[i] {
				t.Errorf("%d plies: %q, %v; want %q", plies, moves(o), err, want[i])
			}
		}
	}
	for text, want := range map[string]string{
		"1. e4 e5 2. Ke3 *":         "game 1, line 1: move 2. Ke3: illegal move",
		"1. e4 *\n1. f3 (":          "game 2, line 2: unclosed variation",
		"1. f3 e5 2. g4 Qh4# 0-1":   "book.pgn: no opening for chess", // the game is over
		"[FEN \"x\"]\n1. e4 *":      "game 1, line 1: FEN",
		"[Variant \"gun\"]\n1. e4*": "book.pgn: ",
	} {
		if _, err := bookOf(t, "book.pgn", text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Files packed with gzip or zstd are read like the others, by the name without that ending.
func TestPackedOpenings(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte("1. e4 e5 *\n\n[Variant \"gun\"]\n1. d4 *"))
	z.Close()
	read, err := bookOf(t, "book.pgn.gz", b.String(), func(c *Config) { c.Openings.Plies = 0 })
	if err != nil {
		t.Fatal(err)
	}
	if o, err := read.opening(t.Context(), 0, 0); err != nil || len(o.Moves) != 2 {
		t.Errorf("%d moves, %v; want 2", len(o.Moves), err)
	}
	b.Reset()
	packed, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	packed.Write([]byte(rookEnding))
	packed.Close()
	for _, name := range []string{"book.epd.zst", "book.epd"} {
		read, err := bookOf(t, name, b.String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := read.opening(t.Context(), 0, 0); err != nil || o.Start.FEN() != rookEnding {
			t.Errorf("%s: %v, %v; want %s", name, o.Start, err, rookEnding)
		}
	}
}

func TestRandomOrder(t *testing.T) {
	var text strings.Builder
	for file := range 8 {
		text.WriteString("4k3/8/8/8/8/8/" + strings.Repeat("1", file) + "P" + strings.Repeat("1", 7-file) + "/4K3 w - - 0 1\n")
	}
	order := func(seed uint64) (list string) {
		b, err := bookOf(t, "book.epd", text.String(), func(c *Config) { c.Openings.Random, c.Seed = true, seed })
		if err != nil {
			t.Fatal(err)
		}
		for round := range 8 {
			o, err := b.opening(t.Context(), 0, round)
			if err != nil {
				t.Fatal(err)
			}
			for file := range 8 {
				if piece, ok := o.Start.At(game.At(file, 1, 0)); ok && piece.Letter == "P" {
					list += string(rune('a' + file))
				}
			}
		}
		return list
	}
	if a := order(1); a == "abcdefgh" || a != order(1) || a == order(2) {
		t.Errorf("%s, %s, %s", a, order(1), order(2))
	}
}

// Random openings have the requested length, end with a complete turn, and are not decided.
func TestRandomOpenings(t *testing.T) {
	names, each := append(variants.Names(), "gun+blackhole+fairy", "fischerandom+extinction"), 1
	if os.Getenv("HETERODOX_DEEP") == "" { // TestEveryVariant plays from openings of all
		names = []string{"chess", "fibonacci", "crazyhouse", "gun+blackhole+fairy"}
	}
	for i, name := range names {
		ruleset := variants.MustOpen(name)
		judge := engine.New(engine.DefaultOptions())
		turn, _ := ruleset.Start().Turn()
		fibonacci := turn > 0
		random := rand.New(rand.NewPCG(3, uint64(i)))
		for range each {
			o, err := drawOpening(t.Context(), ruleset, random, 8)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			played := game.NewRecord(o.Start)
			mover := rules.White
			for _, m := range o.Moves {
				mover = played.Position().Side()
				if !played.Play(m) {
					t.Fatalf("%s: an illegal move", name)
				}
			}
			pos := played.Position()
			want := 8
			if fibonacci {
				want = opening.FibonacciPlies
			}
			if len(o.Moves) < want || len(o.Moves) > want && !fibonacci || pos.Side() == mover || played.Outcome().Over() {
				t.Errorf("%s: %d moves to %s", name, len(o.Moves), pos.FEN())
			}
			score := judge.Search(t.Context(), played, game.Limits{Nodes: openingNodes}, nil).Info.Score
			if score > 500 || score < -500 {
				t.Errorf("%s: %v in %s", name, score, pos.FEN())
			}
		}
	}
}

// Where all openings of the requested length are decided, as with this many random moves,
// shorter ones are drawn.
func TestShorterRandomOpenings(t *testing.T) {
	for seed := range uint64(3) {
		o, err := drawOpening(t.Context(), variants.MustOpen("blackhole+extinction"), rand.New(rand.NewPCG(seed, 1)), 1000)
		if err != nil || len(o.Moves) == 0 || len(o.Moves) >= 1000 {
			t.Errorf("%d moves, %v", len(o.Moves), err)
		}
	}
}

// Openings are drawn from a book by weight, the same ones for the same seed. A game that the
// book does not know is an error, and so is a file that is not a book.
func TestOpeningsFromBook(t *testing.T) {
	k := must.Get(t, openings.NewMaker, openings.Options{})
	for _, moves := range []string{"e4 e5 Nf3 Nc6", "e4 c5 Nf3 d6", "d4 d5 c4 e6", "f3 e5 g4 Qh4"} {
		if err := k.Add(must.Play(t, variants.MustOpen("chess").Start(), moves), rules.Draw); err != nil {
			t.Fatal(err)
		}
	}
	var text strings.Builder
	if _, err := k.Write(&text); err != nil {
		t.Fatal(err)
	}
	draw := func(plies int, seed uint64) (lines []string) {
		b, err := bookOf(t, "my.book", text.String(), func(c *Config) {
			c.Variants, c.Seed, c.Openings.Plies = []Variant{variant("chess")}, seed, plies
		})
		if err != nil {
			t.Fatal(err)
		}
		defer b.file.Close()
		for round := range 40 {
			o, err := b.opening(t.Context(), 0, round)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, game.FormatTurn(o.Start, o.Moves))
		}
		return lines
	}
	two, again, other := draw(2, 1), draw(2, 1), draw(2, 2)
	if !slices.Equal(two, again) || slices.Equal(two, other) {
		t.Errorf("one seed draws %q and %q, another %q", two, again, other)
	}
	slices.Sort(two)
	if got := slices.Compact(two); !slices.Equal(got, []string{"d2d4/d7d5", "e2e4/c7c5", "e2e4/e7e5", "f2f3/e7e5"}) {
		t.Errorf("openings of two moves: %q", got)
	}
	for _, line := range draw(4, 1) {
		if strings.Count(line, "/") != 3 || strings.HasPrefix(line, "f2f3") { // these would end the game
			t.Errorf("an opening of four moves: %s", line)
		}
	}
	for name, want := range map[string]string{"my.book": "no opening for gun", "bad.bin": "not an opening book"} {
		if _, err := bookOf(t, name, text.String()[:map[string]int{"my.book": text.Len(), "bad.bin": 0}[name]]+strings.Repeat("x", map[string]int{"bad.bin": 33}[name]), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
