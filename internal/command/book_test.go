package command

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// mixed holds games as Lichess and PyChess write them, one with an error and one unfinished.
const mixed = `[Event "Rated Crazyhouse game"]
[Site "https://lichess.org/abcdefgh"]
[Result "1-0"]
[Variant "Crazyhouse"]
[ECO "?"]
[Termination "Normal"]

1. e4 { [%clk 0:03:00] } 1... d5 { [%clk 0:02:59] } 2. exd5 { [%eval 0.3] } 2... Qxd5 3. @e4?! { (0.3 → -0.2) } 3... Qd8 1-0

[Event "PyChess rated game"]
[Result "0-1"]
[Variant "Shogi"]
[FEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1"]
[SetUp "1"]

1. Pc4 Pg6 2. Bxh8=H Sxh8 0-1

[Event "Rated Three-check game"]
[Result "1/2-1/2"]
[Variant "Three-check"]

1. e4 e5 2. Bc4 Nc6 1/2-1/2

[Event "bad"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

[Event "open"]

1. e4 *

[Event "a"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[Event "b"]
[Result "0-1"]

1. e4 c5 0-1
`

// put writes a text to a file, compressed according to the file's extension.
func put(t *testing.T, name, text string) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	switch filepath.Ext(name) {
	case ".gz":
		z := gzip.NewWriter(f)
		defer z.Close()
		_, err = z.Write([]byte(text))
	case ".zst":
		var z *zstd.Encoder
		if z, err = zstd.NewWriter(f); err == nil {
			defer z.Close()
			_, err = z.Write([]byte(text))
		}
	default:
		_, err = f.WriteString(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// Results, lengths, endings and openings are counted by variant, also in compressed files;
// games with errors are reported and left out.
func TestPGNStats(t *testing.T) {
	for _, name := range []string{"games.pgn", "games.pgn.gz", "games.pgn.zst", "zstd-without-its-name.zst"} {
		file := put(t, name, mixed)
		status, out, errs := call(t, t.Context(), "pgn", "stats", "--plies", "2", file)
		if status != ExitFailure || !strings.Contains(errs, name+": game 4, line 27: move 2. Ke3: ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, stderr %q", name, status, errs)
		}
		for _, want := range []string{
			"7 games, 1 wrong\n", "\nchess              3        1        0        1        1    50.0%  2 (1 to 3, 3)\n",
			"\nshogi              1        0        0        1        0     0.0%  4 (4 to 4, 4)\n", "  ends: 3 off the board\n",
			"         1  100.0%  +1 =0 -0  e4 e5\n",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", name, want, out)
			}
		}
	}
	var all struct {
		Games, Wrong int
		Variants     []struct {
			Name                                   string
			Games, White, Draws, Black, Unfinished int
			Openings                               []struct{ Moves string }
			Plies                                  struct{ Median, Longest int }
		}
	}
	_, out, _ := call(t, t.Context(), "pgn", "stats", "--json", put(t, "x.pgn", mixed))
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	if v := all.Variants; all.Games != 7 || all.Wrong != 1 || len(v) != 4 || v[0].Name != "chess" || v[0].Unfinished != 1 || v[1].Openings[0].Moves != "e4 d5 exd5 Qxd5" || v[1].Plies.Longest != 6 {
		t.Errorf("%+v", all)
	}
	_, out, _ = call(t, t.Context(), "pgn", "stats", put(t, "open.pgn", "[Event \"x\"]\n\n1. e4 *\n"))
	if !strings.Contains(out, "        1        –  1 (1 to 1, 1)\n") {
		t.Errorf("the score of games without a result: %s", out)
	}
	wantOutput(t, "0 games, 0 wrong\n", "pgn", "stats", put(t, "empty.pgn", ""))
	wantUsageError(t, "a FILE is needed", "pgn", "stats")
	wantUsageError(t, "--plies must be 0 to 100", "pgn", "stats", "--plies", "-1", "x")
	cut := put(t, "games.pgn.gz", mixed)
	if err := os.Truncate(cut, 200); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "games.pgn.gz: unexpected EOF", "pgn", "stats", cut)
}

// A book is made from games, and shown.
func TestBook(t *testing.T) {
	games := put(t, "games.pgn", mixed)
	file := filepath.Join(t.TempDir(), "my.book")
	status, out, errs := call(t, t.Context(), "book", "--out", file, "--min-games", "1", games)
	if status != ExitOK || out != file+": 18 moves of 17 positions, from 5 games, 1 wrong left out, 1 without a result left out\n" || !strings.Contains(errs, "2. Ke3") {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	show := func(want string, args ...string) {
		t.Helper()
		status, out, errs := call(t, t.Context(), append([]string{"book", "show"}, args...)...)
		if status != ExitOK || !strings.Contains(out, want) {
			t.Errorf("%q: status %d, %q%q, want %q", args, status, out, errs, want)
		}
	}
	show(": heterodox format, 18 moves of 17 positions from 5 games\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne4   100.0%  weight 2, White won 1, drawn 0, Black won 1\n", file)
	show("c5   100.0%  weight 2, White won 0, drawn 0, Black won 1\ne5     0.0%  weight 0, White won 1", file, "e4")
	show("P@e4   100.0%  weight 2", file, "--variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5")
	show("P@e4   100.0%", file, "--variant", "crazyhouse", "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 30")
	show("does not know this position", file, "--variant", "shogi", "Pa4")
	show(`"share": 1`, file, "--variant", "shogi", "--json", "Pc4")
	bin := filepath.Join(t.TempDir(), "my.bin")
	wantUsageError(t, "a Polyglot book is for one game, on 8×8 squares", "book", "--out", bin, "--min-games", "1", games)
	if status, out, _ := call(t, t.Context(), "book", "--out", bin, "--min-games", "1", "--variant", "crazyhouse", games); status != ExitOK || !strings.HasSuffix(out, "from 1 game, 6 of other variants left out\n") {
		t.Errorf("status %d, stdout %q", status, out)
	}
	show("polyglot format, 6 moves\nrnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\nP@e4   100.0%  weight 2\n", bin, "--variant", "crazyhouse", "e4", "d5", "e4d5", "Qxd5")
	for want, args := range map[string]string{
		"--out FILE is needed":           "book x",
		"a FILE is needed":               "book --out " + bin,
		"neither polyglot nor heterodox": "book --out x --format y z",
		"unknown weights \"y\"":          "book --out x --weights y z",
		"are the same file":              "book --out " + games + " " + games,
		"the book: create ":              "book --out none/x " + games,
		"no move is in enough games":     "book --out x --min-games 9 " + games,
		"a BOOK is needed":               "book show",
		"not an opening book":            "book show " + games,
		"no such file":                   "book show none.book",
		"Z9":                             "book show " + file + " Z9",
		`illegal move "e4"`:              "book show " + file + " e4 e4",
	} {
		status, _, errs := call(t, t.Context(), strings.Fields(args)...)
		if status != ExitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %q, want %q", args, status, errs, want)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("the file of a failed book remains")
	}
}

// At the table the engine plays from the given book.
func TestPlayFromBook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my.book")
	if status, _, errs := call(t, t.Context(), "book", "--out", file, "--min-games", "1", put(t, "g.pgn", "1. h4 1-0")); status != ExitOK {
		t.Fatal(errs)
	}
	status, out, errs := playing(t, "", "play", "--book", file, "--side", "black", "--no-save")
	if status != ExitOK || !strings.Contains(out, "h4") {
		t.Errorf("status %d, %q%q", status, out, errs)
	}
	for _, command := range []string{"play", "serve"} {
		wantUsageError(t, command+": --book: stat none.book: no such file", command, "--book", "none.book")
	}
}
