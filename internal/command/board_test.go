package command

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBoard(t *testing.T) {
	status, out, errs := call(t, t.Context(), "board", "--variant", "fairy", "--lastmove", "e2e4", "--arrows", "g8f6:red,d5a3:second", "--marks", "e4:dot", "--fill", "a1:#ff000080", "--flip")
	if status != ExitOK || !strings.HasPrefix(out, "<svg ") || !strings.Contains(out, "R N B K A B N R") {
		t.Errorf("%d %.300s %s", status, out, errs)
	}
	file := filepath.Join(t.TempDir(), "b.png")
	if status, _, errs := call(t, t.Context(), "board", "--size", "20", "--coordinates", "none", "-o", file); status != ExitOK {
		t.Fatal(errs)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 162 || c.Height != 162 {
		t.Errorf("%v %v", c, err)
	}
	for _, args := range []string{"--variant fairy --piece A --at d4", "--piece pawn --at e2", "--piece cannon --betza mRcpR", "--variant cube3 --lastmove a1Ib2II", "--variant cube5 --piece N", "--variant blackhole --piece Q --at d2", "--draw Q=grasshopper --draw N=M0,0h9v9z@45",
		"--variant shogi --draw +p=king --draw g=queen", "--variant duck --draw *=king", "--piece cannon --betza mRcpR --draw C=king"} {
		if status, out, errs := call(t, t.Context(), append([]string{"board"}, strings.Fields(args)...)...); status != ExitOK || !strings.HasSuffix(out, "</svg>\n") {
			t.Errorf("%s: %d %s", args, status, errs)
		}
	}
}

// --draw changes pieces in hand, too.
func TestBoardDrawsHands(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1"
	_, plain, _ := call(t, t.Context(), "board", "--variant", "crazyhouse", fen)
	if status, out, errs := call(t, t.Context(), "board", "--variant", "crazyhouse", "--draw", "R=champion", fen); status != ExitOK || out == plain {
		t.Errorf("the rook in hand is drawn as before %s", errs)
	}
}

// A small letter stands for Black's piece, which moves in Black's direction.
func TestBoardPieceOfBlack(t *testing.T) {
	for _, c := range []struct {
		variant, piece, at, want string
		dots                     int
	}{
		{"shogi", "L", "e3", " L ", 6},
		{"shogi", "l", "e3", " l ", 2},
		{"shogi", "lance", "e3", " L ", 6},
		{"shogi", "+p", "e9", "+p ", 5},
		{"cube3", "n", "b2II", " n ", -1},
	} {
		status, out, errs := call(t, t.Context(), "board", "--variant", c.variant, "--piece", c.piece, "--at", c.at, "--no-legend")
		_, text, _ := strings.Cut(out, "<desc>")
		text, _, _ = strings.Cut(text, "</desc>")
		if n := strings.Count(out, `fill="#f2c800"`); status != ExitOK || !strings.Contains(text, c.want) || c.dots >= 0 && n != c.dots {
			t.Errorf("%s of %s: %d dots, %s %s", c.piece, c.variant, n, text, errs)
		}
	}
}

func TestBoardRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"8/8":                                 "FEN board",
		"a b":                                 "one FEN",
		"--format gif":                        "a GIF shows a game",
		"--theme pink":                        "unknown theme",
		"--size 0":                            "1 to 1000",
		"--size 5000":                         "1 to 1000",
		"--turn 4":                            "0 to 3",
		"--coordinates up":                    "outside, inside, none or players",
		"--lastmove e2":                       "not two squares",
		"--arrows e2e9":                       "not two squares",
		"--arrows e2e4:pinkish":               "not a colour",
		"--fill z9:red":                       "not a square",
		"--marks e4":                          "as in e4:dot:red",
		"--marks e4:blob":                     "unknown mark",
		"--draw Q=blob":                       "neither a path nor",
		"--draw Q=king@NaN":                   "not a number of degrees",
		"--draw Q=king@-Inf":                  "not a number of degrees",
		"--draw Q=king@1e999":                 "not a number of degrees",
		"--draw Z=king":                       `--draw: chess has no piece "Z"`,
		"--piece Z":                           "define one with --betza",
		"--piece Q --at z1":                   "not a square",
		"--piece Q --betza ?":                 "--betza:",
		"--variant cube3 --piece N --betza N": "flat boards only",
		"--at e4":                             "need --piece",
		"-o /nonexistent/dir/a.svg":           "nonexistent",
	} {
		status, out, errs := call(t, t.Context(), append([]string{"board"}, strings.Fields(args)...)...)
		if status != ExitUsage || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: %d %q %s", args, status, out, errs)
		}
	}
}
