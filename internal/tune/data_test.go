package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

const (
	testHeader = "# heterodox tune 1 variant=chess games=10 nodes=100 plies=8 seed=3"
	testFEN    = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
)

func TestRecordLines(t *testing.T) {
	for line, want := range map[string]Record{
		testFEN + ";-31;1-0;1":         {testFEN, -31, rules.WinFor(rules.White), 1},
		testFEN + ";2999;0-1;10000000": {testFEN, 2999, rules.WinFor(rules.Black), 10_000_000},
		testFEN + ";0;1/2-1/2;7":       {testFEN, 0, rules.Draw, 7},
	} {
		if got, err := ParseRecord(line); err != nil || got != want {
			t.Errorf("%q: %+v, %v", line, got, err)
		}
		if got := string(want.AppendLine(nil)); got != line+"\n" {
			t.Errorf("%+v is written as %q", want, got)
		}
	}
}

// A file adds its games to the data, with the features of its positions from
// Linearise.
func TestRead(t *testing.T) {
	var d Data
	text := testHeader + "\n" + testFEN + ";31;1-0;2\n" + testFEN + ";40;1-0;2\n" + testFEN + ";-5;0-1;5\n"
	if err := d.Read(t.Context(), "a.txt", strings.NewReader(text), variants.Open); err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(text, "seed=3", "seed=4", 1)
	if err := d.Read(t.Context(), "b.txt", strings.NewReader(other), variants.Open); err != nil {
		t.Fatal(err)
	}
	if d.Positions() != 6 || d.Games() != 4 || len(d.Files) != 2 {
		t.Errorf("%d positions of %d games in %v", d.Positions(), d.Games(), d.Files)
	}
	header, err := ParseHeader(testHeader)
	if want := (File{"a.txt", header, 2, 3}); err != nil || d.Files[0] != want {
		t.Errorf("%+v, want %+v", d.Files[0], want)
	}
	for i, want := range []struct {
		score, result float32
		game          int32
	}{{31, 1, 0}, {40, 1, 0}, {-5, 0, 1}, {31, 1, 2}, {40, 1, 2}, {-5, 0, 3}} {
		s := &d.samples[i]
		if s.score != want.score || s.result != want.result || s.game != want.game || len(d.of(i)) == 0 || len(d.of(i)) != len(d.of(0)) {
			t.Errorf("sample %d: %+v with %d features", i, s, len(d.of(i)))
		}
	}
}

// Errors are reported with the file and the line.
func TestReadErrors(t *testing.T) {
	long := strings.Repeat("x", 1<<17)
	record := testFEN + ";31;1-0;2\n"
	for text, want := range map[string]string{
		"":                         "f.txt: empty",
		"hello\n":                  "f.txt:1: not a file of heterodox-lab tune play",
		testHeader + " and more\n": "f.txt:1: not a file of heterodox-lab tune play",
		long:                       "f.txt:1: bufio.Scanner: token too long",
		strings.Replace(testHeader, "chess", "ches", 1) + "\n":                `f.txt:1: unknown variant "ches"`,
		strings.Replace(testHeader, "seed=3", "seed=9", 1) + "\n":             "f.txt:1: the same games as in old.txt",
		strings.Replace(testHeader, "seed=3", "seed=9", 1) + " judged=4000\n": "f.txt:1: the same games as in old.txt",
		testHeader + " judged=0\n":                                            "f.txt:1: not a file of heterodox-lab tune play",
		testHeader + "\n\n":                                                   "f.txt:2: 1 fields between semicolons",
		testHeader + "\n" + record + "a;b\n":                                  "f.txt:3: 2 fields between semicolons",
		testHeader + "\n" + testFEN + ";x;1-0;1\n":                            `f.txt:2: score "x" is not a number within ±2999`,
		testHeader + "\n" + testFEN + ";3000;1-0;1\n":                         `f.txt:2: score "3000" is not a number`,
		testHeader + "\n" + testFEN + ";-9999999999;1-0;1\n":                  `f.txt:2: score "-9999999999" is not a number`,
		testHeader + "\n" + testFEN + ";5;*;1\n":                              `f.txt:2: result "*" is none of 1-0, 0-1 and 1/2-1/2`,
		testHeader + "\n" + testFEN + ";5;1-0;0\n":                            `f.txt:2: game "0" is not a number from 1`,
		testHeader + "\n" + record + testFEN + ";5;1-0;1\n":                   "f.txt:3: game 1 after game 2",
		testHeader + "\n" + strings.Replace(record, "K", "Q", 1):              "f.txt:2: FEN castling",
		testHeader + "\n" + record + long:                                     "f.txt:3: bufio.Scanner: token too long",
	} {
		old := strings.Replace(testHeader, "games=10 nodes=100 plies=8 seed=3", "games=7 nodes=100 plies=8 seed=9", 1)
		for _, d := range readers(t) {
			if err := d.Read(t.Context(), "old.txt", strings.NewReader(old+"\n"), variants.Open); err != nil {
				t.Fatal(err)
			}
			err := d.Read(t.Context(), "f.txt", strings.NewReader(text), variants.Open)
			if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%T: %.90q: error %v, want %q", d, text, err, want)
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, d := range readers(t) {
		if err := d.Read(ctx, "f.txt", strings.NewReader(testHeader+"\n"+record), variants.Open); !errors.Is(err, context.Canceled) {
			t.Errorf("%T: interrupted: %v", d, err)
		}
	}
}

// A reader is one of the kinds of data.
type reader interface {
	Read(ctx context.Context, name string, in io.Reader, ruleset func(variant string) (game.Rules, error)) error
	Games() int
	Positions() int
}

// readers returns empty data of each kind.
func readers(t *testing.T) []reader {
	t.Helper()
	d, err := NewNetData(t.TempDir(), 0, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return []reader{new(Data), d}
}

// A position whose evaluation depends on no weight counts as read, but is not
// kept.
func TestReadLeavesBareKingsOut(t *testing.T) {
	text := testHeader + "\n8/8/4k3/8/8/4K3/4R3/8 w - - 0 1;500;1-0;1\n" + testFEN + ";31;1-0;2\n"
	for _, d := range readers(t) {
		if err := d.Read(t.Context(), "f.txt", strings.NewReader(text), variants.Open); err != nil || d.Games() != 2 || d.Positions() != 1 {
			t.Errorf("%T: error %v, %d positions of %d games", d, err, d.Positions(), d.Games())
		}
	}
}

// Lines are refused or parsed, and a parsed line is written back unchanged.
func FuzzLine(f *testing.F) {
	for _, line := range []string{testHeader, testFEN + ";-31;1-0;1", ";0;0-1;2147483647", "a;b;c;d", ";;;", "# heterodox tune 1 variant= games=-1"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if r, err := ParseRecord(line); err == nil {
			again, err := ParseRecord(strings.TrimSuffix(string(r.AppendLine(nil)), "\n"))
			if err != nil || again != r {
				t.Errorf("%q: %+v, again %+v, %v", line, r, again, err)
			}
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", line, err)
		}
		if h, err := ParseHeader(line); err == nil && fmt.Sprint(h) != line {
			t.Errorf("%q: %v", line, h)
		}
	})
}
