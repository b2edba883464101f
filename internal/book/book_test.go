package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// play plays UCI moves from a FEN, "" for the starting position.
func play(t testing.TB, variant, fen, moves string) *game.Record {
	t.Helper()
	return must.Play(t, must.Position(t, variants.MustOpen(variant), fen), moves)
}

// The keys that polyglot's specification gives for nine positions.
func TestPolyglotKeys(t *testing.T) {
	for moves, want := range map[string]uint64{
		"":                                   0x463b96181691fc9c,
		"e2e4":                               0x823c9b50fd114196,
		"e2e4 d7d5":                          0x0756b94461c50fb0,
		"e2e4 d7d5 e4e5":                     0x662fafb965db29d4,
		"e2e4 d7d5 e4e5 f7f5":                0x22a48b5a8e47ff78,
		"e2e4 d7d5 e4e5 f7f5 e1e2":           0x652a607ca3f242c1,
		"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7":      0x00fdd303c946bdd9,
		"a2a4 b7b5 h2h4 b5b4 c2c4":           0x3c8123ea7b067637,
		"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5c3f9b829b279560,
	} {
		pos := play(t, "chess", "", moves).Position()
		if p, ok := polyglotPosition(pos); !ok || polyglotKey(p) != want {
			t.Errorf("after %q the key is %016x, want %016x", moves, polyglotKey(p), want)
		}
	}
}

// Which games polyglot's format can hold.
func TestPolyglotGames(t *testing.T) {
	for name, want := range map[string]bool{
		"chess": true, "fischerandom": true, "atomic": true, "horde": true, "racingkings": true, "antichess": true, "crazyhouse": true,
		"threecheck": true, "kingofthehill": true, "gun": true, "fibonacci": false, "madhouse": false, "fairy": false, "marseillais": false,
		"capablanca": false, "shogi": false, "cube3": false,
	} {
		pos := variants.MustOpen(name).Start()
		if _, ok := polyglotPosition(pos); ok != want {
			t.Errorf("%s: %v", name, ok)
		}
		k := must.Get(t, NewMaker, Options{Polyglot: true})
		record := game.NewRecord(pos)
		record.Push(pos.Moves()[0])
		if err := k.Add(record, rules.Draw); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// bytesOf returns a book of games, each a list of UCI moves and a result.
func bytesOf(t testing.TB, o Options, variant string, games [][2]string) []byte {
	t.Helper()
	k := must.Get(t, NewMaker, o)
	for _, g := range games {
		result := map[string]rules.Result{"1-0": rules.WhiteWins, "0-1": rules.BlackWins, "1/2-1/2": rules.Draw}[g[1]]
		if err := k.Add(play(t, variant, "", g[0]), result); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if _, err := k.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(t testing.TB, text []byte) *Book {
	t.Helper()
	b, err := New(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// said is what a book says of a position, as text.
func said(t testing.TB, b *Book, pos game.Position) string {
	t.Helper()
	moves, err := b.Moves(pos)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, m := range moves {
		words = append(words, fmt.Sprint(pos.UCI(m.Move), " ", m.Weight, " ", m.Results))
	}
	return strings.Join(words, ", ")
}

var sample = [][2]string{
	{"e2e4 e7e5 g1f3 b8c6", "1-0"}, {"e2e4 c7c5 g1f3", "0-1"}, {"e2e4 e7e5", "1/2-1/2"}, {"d2d4 d7d5", "0-1"}, {"d2d4 d7d5", "1/2-1/2"},
}

// Moves are counted, weighted for the side that plays them, left out if rare, and cut off after
// the last ply.
func TestMaking(t *testing.T) {
	for _, test := range []struct {
		options            Options
		start, e4, e4e5nf3 string
	}{
		{Options{}, "e2e4 3 [1 1 1], d2d4 1 [0 1 1]", "c7c5 2 [0 0 1], e7e5 1 [1 1 0]", "b8c6 0 [1 0 0]"},
		{Options{Weights: "wins", Plies: 3}, "e2e4 1 [1 1 1], d2d4 0 [0 1 1]", "c7c5 1 [0 0 1], e7e5 0 [1 1 0]", ""},
		{Options{Weights: "games", Games: 2}, "e2e4 3 [1 1 1], d2d4 2 [0 1 1]", "e7e5 2 [1 1 0]", ""},
		{Options{Polyglot: true}, "e2e4 3 [0 0 0], d2d4 1 [0 0 0]", "c7c5 2 [0 0 0], e7e5 1 [0 0 0]", "b8c6 0 [0 0 0]"},
	} {
		b := open(t, bytesOf(t, test.options, "chess", sample))
		for moves, want := range map[string]string{"": test.start, "e2e4": test.e4, "e2e4 e7e5 g1f3": test.e4e5nf3, "a2a3": ""} {
			if got := said(t, b, play(t, "chess", "", moves).Position()); got != want {
				t.Errorf("%+v after %q: %s, want %s", test.options, moves, got, want)
			}
		}
	}
	about := open(t, bytesOf(t, Options{Plies: 4}, "chess", sample)).About()
	if got := fmt.Sprint(about); got != "{heterodox 8 6 5 4 map[chess:5]}" {
		t.Errorf("the book's header is %s", got)
	}
	k := must.Get(t, NewMaker, Options{})
	if err := k.Add(play(t, "chess", "", "e2e4"), rules.Ongoing); err == nil {
		t.Error("a game without a result is accepted")
	}
	if _, err := k.Write(new(bytes.Buffer)); err == nil {
		t.Error("an empty book is written")
	}
	if _, err := NewMaker(Options{Weights: "luck"}); err == nil {
		t.Error("unknown weights are accepted")
	}
}

// A game counts once for each of its moves, even if it plays one again in the same position.
func TestRepetition(t *testing.T) {
	games := [][2]string{{"g1f3 g8f6 f3g1 f6g8 g1f3 d7d5", "1/2-1/2"}, {"e2e4", "1/2-1/2"}, {"e2e4", "0-1"}}
	for want, o := range map[string]Options{
		"e2e4 1 [0 1 1], g1f3 1 [0 1 0]": {},
		"g1f3 1 [0 0 0], e2e4 1 [0 0 0]": {Polyglot: true},
		"e2e4 2 [0 1 1]":                 {Weights: "games", Games: 2},
	} {
		if got := said(t, open(t, bytesOf(t, o, "chess", games)), play(t, "chess", "", "").Position()); got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}

// Transpositions share their moves, and move counters do not keep positions apart.
func TestTranspositions(t *testing.T) {
	for _, o := range []Options{{}, {Polyglot: true}} {
		b := open(t, bytesOf(t, o, "chess", [][2]string{{"g1f3 g8f6 b1c3 d7d5", "1-0"}}))
		if got := said(t, b, play(t, "chess", "", "b1c3 g8f6 g1f3").Position()); !strings.HasPrefix(got, "d7d5") {
			t.Errorf("after a transposition the book has %q", got)
		}
		if got := said(t, b, play(t, "chess", "", "g1f3 g8f6 f3g1 f6g8").Position()); !strings.HasPrefix(got, "g1f3") {
			t.Errorf("back at the start it has %q", got)
		}
	}
}

// Castling is read both as polyglot writes it and as the king's move to its destination; other
// moves of the king are read as they are.
func TestCastling(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	pos := play(t, "chess", fen, "").Position()
	p, _ := polyglotPosition(pos)
	square := func(text string) uint16 { return uint16(text[0]-'a') + 8*uint16(text[1]-'1') }
	book := func(moves ...string) *Book {
		var text []byte
		for i, m := range moves {
			text = binary.BigEndian.AppendUint64(text, polyglotKey(p))
			text = binary.BigEndian.AppendUint16(text, square(m[2:])|square(m[:2])<<6)
			text = append(text, 0, byte(10-i), 0, 0, 0, 0)
		}
		return open(t, text)
	}
	for _, test := range [][2]string{
		{"e1h1 e1a1", "e1g1 10 [0 0 0], e1c1 9 [0 0 0]"}, {"e1g1 e1c1", "e1g1 10 [0 0 0], e1c1 9 [0 0 0]"}, {"e1h1 e1g1", "e1g1 10 [0 0 0]"},
		{"e1e2 e1e3", "e1e2 10 [0 0 0]"},
	} {
		if got := said(t, book(strings.Fields(test[0])...), pos); got != test[1] {
			t.Errorf("%s is read as %s", test[0], got)
		}
	}
	want := square("h1") | square("e1")<<6
	m := must.Get(t, pos.ParseMove, "e1g1")
	if e := (&Maker{options: Options{Polyglot: true}}).entryOf(pos, m); binary.BigEndian.Uint16(e.code[:]) != want {
		t.Errorf("castling is written as %x, want %x", e.code[:2], want)
	}
}

// Books of random games, of every kind, contain what was played, including promotions, drops,
// relocations, walls, gates and long turns.
func TestEveryGame(t *testing.T) {
	for _, name := range []string{
		"chess", "fischerandom", "crazyhouse", "antichess", "threecheck", "fibonacci", "madhouse+extinction", "baseline", "gun+fairy",
		"shogi", "xiangqi", "duck", "seirawan", "sittuyin", "cube3", "capablanca+crazyhouse", "progressive", "horde",
	} {
		random := rand.New(rand.NewPCG(1, 2))
		for _, o := range []Options{{}, {Polyglot: true}} {
			start := variants.MustOpen(name).Start()
			if _, ok := polyglotPosition(start); o.Polyglot && !ok {
				continue
			}
			k := must.Get(t, NewMaker, o)
			var games []*game.Record
			for range 3 {
				record := game.NewRecord(start)
				for range 60 {
					moves := record.Position().Moves()
					if len(moves) == 0 || record.Outcome().Over() {
						break
					}
					record.Push(moves[random.IntN(len(moves))])
				}
				games = append(games, record)
				if err := k.Add(record, rules.Draw); err != nil {
					t.Fatal(err)
				}
			}
			var text bytes.Buffer
			if _, err := k.Write(&text); err != nil {
				t.Fatal(err)
			}
			b := open(t, text.Bytes())
			for _, record := range games {
				for i, m := range record.Moves() {
					moves, err := b.Moves(record.At(i))
					if err != nil || !slices.ContainsFunc(moves, func(b Move) bool { return b.Move == m }) {
						t.Fatalf("%s: %s is not in the book of %s: %v", name, record.At(i).UCI(m), record.At(i).FEN(), err)
					}
				}
			}
		}
	}
}

// Two positions of a game have the same text exactly when they repeat each other by the rules.
// The exception is a square for en passant where the capture is illegal: there the texts differ.
func TestKeyText(t *testing.T) {
	for _, name := range []string{"chess", "crazyhouse", "threecheck", "5check", "fibonacci", "gun", "xiangqi", "shogi", "duck", "cube3", "seirawan", "sittuyin", "makruk", "atomic"} {
		random := rand.New(rand.NewPCG(3, 4))
		texts, keys := map[string]uint64{}, map[uint64]string{}
		for range 20 {
			pos := variants.MustOpen(name).Start()
			for range 40 {
				text := keyText(pos)
				if key, seen := texts[text]; seen && key != pos.Key() {
					t.Fatalf("%s: %q is the text of positions that differ, one of them %s", name, text, pos.FEN())
				}
				p, chess := fast.Position(pos)
				if other, seen := keys[pos.Key()]; seen && other != text && !(chess && p.EnPassant().Valid()) {
					t.Fatalf("%s: %q and %q are texts of the same position", name, text, other)
				}
				texts[text], keys[pos.Key()] = pos.Key(), text
				if again, err := pos.Rules().ParsePosition(pos.FEN()); err != nil || keyText(again) != text {
					t.Fatalf("%s: %q is read again as %q, %v", name, text, keyText(again), err)
				}
				moves := pos.Moves()
				if len(moves) == 0 || pos.Outcome().Over() {
					break
				}
				pos = pos.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	if keyText(variants.MustOpen("chess").Start()) != "chess\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" {
		t.Errorf("the text of the start is %q", keyText(variants.MustOpen("chess").Start()))
	}
}

// A damaged book is refused wherever the damage is; so is a polyglot book that is cut off or out
// of order.
func TestDamage(t *testing.T) {
	text := bytesOf(t, Options{}, "chess", sample)
	for i := range text {
		changed := slices.Clone(text)
		changed[i] ^= 1
		if b, err := New(bytes.NewReader(changed), int64(len(text))); err == nil {
			t.Fatalf("a change of byte %d is not detected: %+v", i, b.about)
		}
		if _, err := New(bytes.NewReader(text[:i]), int64(i)); err == nil && i > 0 {
			t.Fatalf("truncation at byte %d is not detected", i)
		}
	}
	foreign := bytesOf(t, Options{Polyglot: true}, "chess", sample)
	swapped := slices.Concat(foreign[len(foreign)-16:], foreign[:len(foreign)-16])
	newer := bytes.Replace(text, []byte(`"version":1`), []byte(`"version":2`), 1)
	for want, text := range map[string][]byte{
		"it is empty": {}, "its 15 bytes": foreign[:15], "entry 2 is out of order": swapped, "it has version 2": newer,
		"its first line does not end": []byte(magic), "its first line is damaged": []byte(magic + "\n"),
	} {
		if _, err := New(bytes.NewReader(text), int64(len(text))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
	dir := t.TempDir()
	if _, err := Open(dir); err == nil {
		t.Error("a directory is accepted as a book")
	}
	file := filepath.Join(dir, "x.bin")
	if err := os.WriteFile(file, foreign, 0o600); err != nil {
		t.Fatal(err)
	}
	b := must.Get(t, Open, file)
	defer b.Close()
	if err := os.Truncate(file, 0); err != nil { // while it is open
		t.Fatal(err)
	}
	if _, err := b.Moves(variants.MustOpen("chess").Start()); err == nil {
		t.Error("a missing book can be read")
	}
}

// Weights too large for polyglot's 16 bits are scaled in proportion, and none becomes 0.
func TestLargeWeights(t *testing.T) {
	k, err := NewMaker(Options{Polyglot: true, Weights: "games"})
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range []string{"e2e4", "d2d4", "a2a3"} {
		if err := k.Add(play(t, "chess", "", move), rules.Draw); err != nil {
			t.Fatal(err)
		}
		k.entries[i].results[1] = []uint32{1_000_000, 500_000, 1}[i]
	}
	var text bytes.Buffer
	if _, err := k.Write(&text); err != nil {
		t.Fatal(err)
	}
	if got := said(t, open(t, text.Bytes()), variants.MustOpen("chess").Start()); got != "e2e4 65535 [0 0 0], d2d4 32767 [0 0 0], a2a3 1 [0 0 0]" {
		t.Errorf("the weights are %s", got)
	}
}

// Moves are drawn by weight, the same ones from the same seed, and only the heaviest without
// variety.
func TestChoose(t *testing.T) {
	moves := []Move{{Move: 1, Weight: 60}, {Move: 2, Weight: 30}, {Move: 3, Weight: 10}, {Move: 4}}
	draw := func(variety int, seed uint64) (counts [5]int, first []game.Move) {
		random := rand.New(rand.NewPCG(seed, 0))
		for i := range 10_000 {
			m, ok := Choose(moves, variety, random)
			if !ok {
				t.Fatal("no move is drawn")
			}
			if counts[m.Move]++; i < 20 {
				first = append(first, m.Move)
			}
		}
		return counts, first
	}
	near := func(got, want int) bool { return got > want-250 && got < want+250 }
	if c, _ := draw(MaxVariety, 1); !near(c[1], 6000) || !near(c[2], 3000) || !near(c[3], 1000) || c[4] != 0 {
		t.Errorf("by weight: %v", c)
	}
	if c, _ := draw(MaxVariety/2, 1); !near(c[1], 7826) || !near(c[2], 1957) || !near(c[3], 217) {
		t.Errorf("by the square: %v", c)
	}
	if c, _ := draw(0, 1); c[1] != 10_000 {
		t.Errorf("without variety: %v", c)
	}
	_, a := draw(MaxVariety, 7)
	if _, b := draw(MaxVariety, 7); !slices.Equal(a, b) {
		t.Error("one seed draws different moves")
	}
	if _, b := draw(MaxVariety, 8); slices.Equal(a, b) {
		t.Error("all seeds draw the same moves")
	}
	if _, ok := Choose([]Move{{Move: 1}}, MaxVariety, rand.New(rand.NewPCG(1, 1))); ok {
		t.Error("a move of weight 0 is played")
	}
}

// A turn of several moves is drawn as a whole or not at all.
func TestTurns(t *testing.T) {
	games := [][2]string{{"e2e4 e7e5 g1f3/f1c4 b8c6/g8f6/d7d6", "1/2-1/2"}}
	whole, cut := open(t, bytesOf(t, Options{}, "fibonacci", games)), open(t, bytesOf(t, Options{Plies: 3}, "fibonacci", games))
	pos := play(t, "fibonacci", "", "e2e4 e7e5").Position()
	random := rand.New(rand.NewPCG(1, 1))
	turn, err := whole.Turn(pos, 0, random)
	if err != nil || game.FormatTurn(pos, turn) != "g1f3/f1c4" {
		t.Errorf("the turn is %v, %v", turn, err)
	}
	if turn, err := cut.Turn(pos, 0, random); err != nil || len(turn) > 0 {
		t.Errorf("half a turn is %v, %v", turn, err)
	}
	for plies, want := range map[int]int{0: 0, 1: 1, 3: 4, 100: 7} {
		record, err := whole.Line(variants.MustOpen("fibonacci").Start(), plies, 0, random)
		if err != nil || record.Len() != want {
			t.Errorf("a line of %d has %d moves, %v", plies, record.Len(), err)
		}
	}
}

// A nil book knows no moves, which is no error.
func TestNoBook(t *testing.T) {
	var b *Book
	if moves, err := b.Moves(variants.MustOpen("chess").Start()); err != nil || len(moves) > 0 || b.Close() != nil {
		t.Errorf("%v, %v", moves, err)
	}
}

// Any bytes give a book or an error, and all moves read from them are legal.
func FuzzBook(f *testing.F) {
	f.Add(bytesOf(f, Options{}, "chess", sample))
	f.Add(bytesOf(f, Options{Polyglot: true}, "chess", sample))
	start := variants.MustOpen("chess").Start()
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := New(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return
		}
		moves, err := b.Moves(start)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if !slices.Contains(start.Moves(), m.Move) {
				t.Errorf("%v is not legal", m)
			}
		}
	})
}
