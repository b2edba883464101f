package draft_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/draft"
	"github.com/heterodox-chess/heterodox/variants"
)

// apply applies steps and fails if one is refused.
func apply(t *testing.T, text string, edits ...draft.Edit) string {
	t.Helper()
	for _, e := range edits {
		now, err := draft.Apply(text, e, variants.Sketch)
		if err != nil {
			t.Fatalf("%+v: %v\n%s", e, err, text)
		}
		text = now
	}
	return text
}

// playable fails unless a text describes a game that can be played.
func playable(t *testing.T, text string) {
	t.Helper()
	if _, errs := variants.Sketch(text); len(errs) > 0 {
		t.Errorf("%v\n%s", errs, text)
	}
}

// Everything else stays as it is: comments, unknown keys, other games of the file.
func TestStepsLeaveTheRest(t *testing.T) {
	const text = "# mine\n[other:chess]\nstalemateValue = loss\n\n[mine:other]\n; a note\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1 # bare\nnewKey = 1\n\n# the end\n"
	got := apply(t, text,
		draft.Edit{Op: "put", Square: "a1", Piece: "wR", Opposite: draft.Across},
		draft.Edit{Op: "set", Key: "doubleStep", Value: "false"},
		draft.Edit{Op: "name", Name: "yours"})
	want := "# mine\n[other:chess]\nstalemateValue = loss\n\n[yours:other]\n; a note\nstartFen = r3k3/8/8/8/8/8/8/R3K3 w - - 0 1 # bare\nnewKey = 1\n\n# the end\ndoubleStep = false\n"
	if got != want {
		t.Errorf("it is\n%s\nnot\n%s", got, want)
	}
	if back := apply(t, got, draft.Edit{Op: "unset", Key: "doubleStep"}, draft.Edit{Op: "name", Name: "mine"}, draft.Edit{Op: "put", Square: "a1", Opposite: draft.Across}); back != text {
		t.Errorf("back it is\n%s\nnot\n%s", back, text)
	}
}

// A game with two invented pieces on a board of 10 × 8, designed step by step.
func TestDrawAGame(t *testing.T) {
	text := apply(t, "[harbour:chess]\n")
	playable(t, text)
	text = apply(t, text, draft.Edit{Op: "size", Files: 10, Ranks: 8})
	playable(t, text)
	text = apply(t, text,
		draft.Edit{Op: "piece", Letter: "w", Name: "wherry", Betza: "WD", Drawing: "champion"},
		draft.Edit{Op: "piece", Letter: "s", Name: "ship", Betza: "mRcpR"},
		draft.Edit{Op: "put", Square: "i1", Piece: "wW", Opposite: draft.Across},
		draft.Edit{Op: "put", Square: "j1", Piece: "wS", Opposite: draft.Across},
		draft.Edit{Op: "put", Square: "i2", Piece: "wP", Opposite: draft.Across},
		draft.Edit{Op: "put", Square: "j2", Piece: "wP", Opposite: draft.Across},
		draft.Edit{Op: "part", Name: "gun", On: true},
		draft.Edit{Op: "part", Name: "kingofthehill", On: true},
		draft.Edit{Op: "part", Name: "gun"})
	const want = `[harbour:kingofthehill+chess]
maxFile = 10
maxRank = 8
startFen = rnbqkbnrws/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRWS w KQkq - 0 1
customPiece1 = w:WD
pieceNames = w:wherry||champion, s:ship
promotionPieceTypes = n b r q w s
customPiece2 = s:mRcpR
`
	if text != want {
		t.Errorf("it is\n%s", text)
	}
	playable(t, text)
	text = apply(t, text,
		draft.Edit{Op: "piece", Key: "customPiece1", Letter: "f", Name: "ferry", Betza: "WDA"},
		draft.Edit{Op: "remove", Key: "customPiece2"},
		draft.Edit{Op: "remove", Key: "queen"},
		draft.Edit{Op: "move", Square: "i1", To: "d1", Opposite: draft.Across})
	const after = `[harbour:kingofthehill+chess]
maxFile = 10
maxRank = 8
startFen = rnbfkbnr2/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFKBNR2 w KQkq - 0 1
customPiece1 = f:WDA
pieceNames = f:ferry
promotionPieceTypes = n b r f
queen = -
`
	if text != after {
		t.Errorf("then it is\n%s", text)
	}
	playable(t, text)
}

// Games keep their rules on boards of other sizes, and remain playable: zones move
// with the ends of the board.
func TestSizes(t *testing.T) {
	text := apply(t, "[tall:chess]\n", draft.Edit{Op: "size", Files: 8, Ranks: 10})
	playable(t, text)
	for _, want := range []string{"promotionRegionWhite = *10", "doubleStepRegionBlack = *9", "startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "promotionRegionBlack") {
		t.Errorf("a zone that stays is written:\n%s", text)
	}
	text = apply(t, "[taller:chess]\npromotionRegionWhite = a* *5 *8\n", draft.Edit{Op: "size", Files: 8, Ranks: 16})
	for _, want := range []string{"promotionRegionWhite = a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 *13 a14 a15 *16\n", "doubleStepRegionBlack = *15\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	for _, c := range []struct {
		base         string
		files, ranks int
	}{{"shogi", 10, 10}, {"xiangqi", 9, 12}, {"capablanca", 8, 8}, {"chess", 5, 6}, {"chess", 16, 16}, {"makruk", 8, 7}, {"gun+chess", 9, 9}} {
		text := apply(t, "["+"sized"+":"+c.base+"]\n", draft.Edit{Op: "size", Files: c.files, Ranks: c.ranks})
		s, errs := variants.Sketch(text)
		if len(errs) > 0 && !strings.Contains(errs[0].Error(), "king") && !strings.Contains(errs[0].Error(), "hand") {
			t.Errorf("%s: %v\n%s", c.base, errs, text)
		}
		if s.Files != c.files || s.Ranks != c.ranks {
			t.Errorf("%s is %d × %d", c.base, s.Files, s.Ranks)
		}
	}
}

func TestZones(t *testing.T) {
	text := apply(t, "[zones:chess]\n",
		draft.Edit{Op: "square", Key: "promotionRegionWhite", Square: "a7", On: true, Opposite: draft.Across},
		draft.Edit{Op: "square", Key: "promotionRegionWhite", Square: "b8", Opposite: draft.Rotated},
		draft.Edit{Op: "square", Key: "holes", Square: "d4", On: true, Opposite: draft.Across},
		draft.Edit{Op: "missing", Square: "h4", On: true, Opposite: draft.Rotated})
	const want = `[zones:chess]
promotionRegionWhite = a7 a8 c8 d8 e8 f8 g8 h8
promotionRegionBlack = a1 b1 c1 d1 e1 f1 h1 a2
holes = d4 d5
startFen = rnbqkbnr/pppppppp/8/*7/7*/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
`
	if text != want {
		t.Errorf("it is\n%s", text)
	}
	playable(t, text)
}

// Impossible steps are refused, and change nothing.
func TestRefusedSteps(t *testing.T) {
	const text = "[mine:chess]\n"
	for _, c := range []struct {
		edit draft.Edit
		why  string
	}{
		{draft.Edit{Op: "fly"}, "unknown step"},
		{draft.Edit{Op: "size", Files: 17, Ranks: 8}, "1 to 16"},
		{draft.Edit{Op: "size", Files: 8, Ranks: -1}, "1 to 16"},
		{draft.Edit{Op: "put", Square: "z9", Piece: "wN"}, "no square"},
		{draft.Edit{Op: "put", Square: "a1", Piece: "wX"}, "no piece"},
		{draft.Edit{Op: "put", Square: "a1", Piece: "w"}, "no piece"},
		{draft.Edit{Op: "move", Square: "a1", To: "a99"}, "no square"},
		{draft.Edit{Op: "square", Key: "doubleStep", Square: "a1"}, "not a key for squares"},
		{draft.Edit{Op: "set", Key: "a\nb", Value: "1"}, "cannot be written"},
		{draft.Edit{Op: "set", Key: "a", Value: "1\n[x]"}, "cannot be written"},
		{draft.Edit{Op: "set", Key: "[x", Value: "1"}, "cannot be written"},
		{draft.Edit{Op: "name", Name: "a]b"}, "a name may have"},
		{draft.Edit{Op: "name"}, "is not a valid name"},
		{draft.Edit{Op: "name", Name: "two words"}, "is not a valid name"},
		{draft.Edit{Op: "piece", Letter: "n", Betza: "W"}, "letter of the knight"},
		{draft.Edit{Op: "piece", Letter: "é", Betza: "W"}, "a to z"},
		{draft.Edit{Op: "piece", Letter: "x"}, "Betza"},
		{draft.Edit{Op: "piece", Letter: "x", Betza: "W", Name: "a,b"}, "a name may have"},
		{draft.Edit{Op: "remove", Key: "gold"}, "no such piece"},
		{draft.Edit{Op: "copy"}, "mirror each other"},
	} {
		got, err := draft.Apply(text, c.edit, variants.Sketch)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%+v: %v, not %s; %s", c.edit, err, c.why, got)
		}
	}
}

// Whatever the text, a step neither crashes nor hangs, and its result is read back the same.
func FuzzDraft(f *testing.F) {
	f.Add("[a:chess]\nstartFen = 8/8 w\n", "put", "a1", "wN", 8, 8)
	f.Add("[a:chess]\nmaxFile = 99\npieceNames = q:x, ,:\n", "piece", "q", "WD", 3, 3)
	f.Add("\ufeff[a\n=\n]", "size", "b", "", 16, 16)
	f.Add("[a]\r", "piece", "V", "W", 8, 8)
	f.Add("[a:shogi]\npromotedPieceType = p:g +:\nholes = *3 q9", "remove", "rook", "", 1, 1)
	f.Fuzz(func(t *testing.T, text, op, a, b string, files, ranks int) {
		if len(text) > 2000 {
			return
		}
		e := draft.Edit{Op: op, Key: a, Name: a, Square: a, Value: b, Piece: b, To: b, Letter: a, Betza: b, Files: files, Ranks: ranks, Opposite: draft.Across, On: true}
		got, err := draft.Apply(text, e, variants.Sketch)
		if err != nil {
			return
		}
		if again := draft.Parse(got).String(); again != got {
			t.Errorf("%q is read as %q", got, again)
		}
	})
}

// The board of a FEN is read and written unchanged.
func TestPlacement(t *testing.T) {
	for _, name := range []string{"chess", "shogi", "xiangqi", "grand", "crazyhouse", "isolation", "seirawan"} {
		start := variants.MustOpen(name).Start()
		board, fen := start.Rules().Board(), start.FEN()
		if got := draft.ReadPlacement(fen, board.Files, board.Ranks).String(); got != fen {
			t.Errorf("%s: %q, want %q", name, got, fen)
		}
	}
}
