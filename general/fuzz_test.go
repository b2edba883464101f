package general

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// Any file is either read or refused; the games of one that is read can be played.
func FuzzRead(f *testing.F) {
	f.Add("[a:chess]\ncustomPiece1 = h:N2\npromotionPieceTypes = h\n")
	f.Add("[a]\nmaxFile = 4\nmaxRank = 4\nking = k\ncustomPiece1 = p:fmWfcF\nstartFen = k2p/4/4/P2K w - - 0 1\n")
	f.Add("[b:shogi]\npieceDemotion = true\nmandatoryPiecePromotion = true\n[c:b]\ndropPromoted = true\n")
	f.Add("[d:atomic]\ncapturesToHand = true\npieceDrops = true\n")
	f.Add("[e:snailtrail]\nwallingRule = edge\n")
	f.Add("[f:chess]\nturns = 1 1 2 3 5 …\n[g:grand]\nturns = 2 1\ncheckInTurn = continues\n[h:gun+f]\ncheckInTurn = last\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		c, errs := Check(text, Builtin())
		if (c == nil) == OnlyUnplayed(errs) {
			t.Fatalf("%d errors, catalogue %v", len(errs), c)
		}
		if c == nil {
			return
		}
		for _, name := range c.Names()[:min(len(c.Names()), 3)] {
			rules := must.Get(t, c.Open, name)
			random := rand.New(rand.NewPCG(1, 2))
			pos := rules.Start()
			for range 4 {
				moves := pos.Moves()
				if len(moves) == 0 {
					break
				}
				pos = pos.Play(moves[random.IntN(len(moves))])
				if _, err := rules.ParsePosition(pos.FEN()); err != nil && !strings.Contains(err.Error(), "in check") {
					t.Errorf("%s: %s: %v", name, pos.FEN(), err)
				}
			}
		}
	})
}

// Any text is either read as a position of a game or refused; the moves of one that
// is read can be played.
func FuzzFEN(f *testing.F) {
	for _, name := range []string{"chess", "shogi", "seirawan", "3check", "omicron", "makruk", "capahouse"} {
		f.Add(name, known{Builtin()}.game(name).Start)
	}
	f.Fuzz(func(t *testing.T, name, fen string) {
		if (known{Builtin()}).game(name) == nil {
			return
		}
		rules := must.Get(t, Builtin().Open, name)
		pos, err := rules.ParsePosition(fen)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q has several lines", err)
			}
			return
		}
		pos.Outcome()
		for _, m := range pos.Moves() {
			pos.Play(m)
		}
	})
}

func TestGarbageIsRefusedQuickly(t *testing.T) {
	garbage := strings.Repeat("[x:y]\n= = =\n\x00\xff", 10<<20/16)
	began := time.Now()
	if _, errs := Read(garbage, Builtin()); len(errs) == 0 {
		t.Error("garbage is a file of games")
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("refused after %v", took)
	}
}

// Keys are suggested for the first unknown ones of a game only: a file that is no variants file may
// have thousands.
func TestFewKeysAreSuggested(t *testing.T) {
	text := "[a:chess]\n"
	for i := range 30 {
		text += fmt.Sprintf("castlin%d = 1\n", i)
	}
	_, errs := Read(text, Builtin())
	meant := 0
	for _, err := range errs {
		if strings.Contains(err.Error(), "did you mean castling?") {
			meant++
		}
	}
	if len(errs) != 30 || meant != maxMeant {
		t.Errorf("%d faults, %d of them with a suggestion, want 30 and %d", len(errs), meant, maxMeant)
	}
}

// A file with an error is refused with its place, and the reason.
func TestFileErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[a:b]\n":                             `line 1, [a]: unknown parent "b"`,
		"[a:b]\n[b:a]\n":                      `line 1, [a]: its parent b comes after it; parents must come first`,
		"[a:a]\n":                             `line 1, [a]: its parent a comes after it; parents must come first`,
		"[a:chess]\n[a:chess]\n":              `line 2, [a]: a game with this name exists already`,
		"[shogi]\n":                           `line 1, [shogi]: a game with this name exists already`,
		"[a:chess]\nfoo = 1\n":                `line 2, [a], foo: unknown key`,
		"[a:chess]\nCastlng = false\n":        `line 2, [a], Castlng: unknown key; did you mean castling?`,
		"[a:chess]\npieceNames = x:ship\n":    `line 2, [a], pieceNames: no piece has the letter "x"`,
		"[a:chess]\npieceNames = ship\n":      `line 2, [a], pieceNames: "ship" is not a letter, a colon and a name`,
		"[a:chess]\npieceNames = k:\n":        `line 2, [a], pieceNames: "k:" gives k no name`,
		"[a:chess]\npieceNames = k:a|b|c|d\n": `line 2, [a], pieceNames: "a|b|c|d" is more than a name, its plural and a drawing`,
		"[a:chess]\npieceNames = k:<b>\n":     `line 2, [a], pieceNames: "<b>": a name may have letters, digits, spaces, - and '`,
		"[a:chess]\nboardStyle = round\n":     `line 2, [a], boardStyle: "round" is not one of chess, janggi, makruk, plain, reversi, shogi, xiangqi`,
		"[a:chess]\nmaxRank = 17\n":           `line 2, [a], maxRank: "17" is not a number from 1 to 16`,
		"[a:chess]\nrook = n\nknight = n":     `line 2, [a], rook: n is also the letter of knight`,
		"[a:chess]\ncustomPiece1 = x:\n":      `line 2, [a], customPiece1: a piece without moves: use immobile for that`,
		"[a:chess]\ncustomPiece1 = x:fY\n":    `line 2, [a], customPiece1: piece "fY", character 2: 'Y' is neither an atom (WFDNAHLCJZGK RBQ O) nor a modifier (mcd i e n j p g t, fbvh rlsh)`,
		"[a:chess]\ncustomPiece1 = x:tR\n":    `line 2, [a], customPiece1: locusts (t) are not implemented`,
		"[a:chess]\ncustomPiece1 = x:dK\n":    `line 2, [a], customPiece1: captures of own pieces (d) are not implemented`,
		"[a:chess]\n\nking = k:mcdK\n":        `line 3, [a], king: captures of own pieces (d) are not implemented`,
		"[a:chess]\npromotionPieceTypes=z":    `line 2, [a], promotionPieceTypes: no piece has the letter "z"`,
		"[a:chess]\nstartFen = 8/8 w":         `line 2, [a], startFen: start position: board: there must be 8 ranks, not 2`,
		"[a:janggi]\ncapturer = stays\n":      "line 2, [a], capturer: cannot be combined with pass",
		"[a:atomic]\nbikjangRule = true\n":    "line 2, [a], bikjangRule: the game has no royal king",
		"[a:atomic+makpong]\n":                `line 1, [a]: its parent makpongRule: cannot be combined with kings that explode`,
		"[a:chess]\nturns = slow\n":           `line 2, [a], turns: turn 1: "slow" is not a number from 1 to 100`,
		"[a:duck]\ncapturer = stays\n":        "line 2, [a], capturer: cannot be combined with wallingRule",
		"[a:capahouse]\ncaptured = relocated": "line 2, [a], captured: pieces are relocated or go to the hand (capturesToHand), not both",
		"[a:chess]\nholes = a1\n":             "line 1, [a], startFen: start position: the hole on a1 is occupied",
		"[a:gun+nothing]\n":                   "line 1, [a]: its parent \"gun+nothing\": \"nothing\" is neither a game nor a rule change",
		"[a:gun+rifle+grand]\n":               "line 1, [a]: its parent variant gun+rifle: gun and rifle both change whether capturing pieces move",
		"[a:chess]\nmaxFile = j\n":            `line 1, [a], startFen: start position: rank 8: there must be 10 squares, not 8`,
		"[a:chess]\n[b\n":                     "line 2: a section is [name] or [name:parent]",
		"[a:chess]\n[b c]\n":                  `line 2: "b c" is not a valid name: use letters, digits, - and _`,
		"[a:chess]\nhello\n":                  `line 2, [a]: "hello" is neither a section, a comment nor key = value`,
		"hello\n":                             `line 1: "hello" is neither a section, a comment nor key = value`,
	} {
		_, errs := Check(text, Builtin())
		if len(errs) == 0 || errs[0].Error() != want {
			t.Errorf("%q: %v, want %s", text, errs, want)
		}
	}
}

// Games with a rule that is not supported here are left out and reported, with
// their children; the others of the file are known.
func TestUnplayedGamesAreLeftOut(t *testing.T) {
	c, errs := Read("[a:chess]\ncustomPiece1 = x:tR\n[b:chess]\n[c:a]\n", Builtin())
	if len(errs) != 2 || !OnlyUnplayed(errs) || c == nil || c.Has("a") || !c.Has("b") || c.Has("c") {
		t.Errorf("%v, %v", c, errs)
	}
	if c, errs := Read("[a:chess]\ncustomPiece1 = x:tR\n[b:chess]\nmaxRank = 99\n", Builtin()); c != nil || OnlyUnplayed(errs) {
		t.Errorf("%v, %v", c, errs)
	}
}

// The files in our pages can be read.
func TestFilesOfThePages(t *testing.T) {
	for _, page := range []string{"variants-files.md", "adding-a-variant.md"} {
		text := must.Get(t, os.ReadFile, "../docs/"+page)
		_, rest, found := strings.Cut(string(text), "```ini\n")
		file, _, _ := strings.Cut(rest, "```")
		if c, errs := Read(file, Builtin()); !found || len(errs) > 0 || len(c.Names()) == 0 {
			t.Errorf("%s: %v", page, errs)
		}
	}
}

// heapAfter returns how many bytes of the heap the result of f uses.
func heapAfter(f func() any) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc
}

// A file of many large games takes little memory until they are opened, and an
// invalid start position is an error of the game that has it.
func TestGamesAreCompiledWhenOpened(t *testing.T) {
	text := "[g0:chess]\nmaxFile=16\nmaxRank=16\ncastling=false\ncustomPiece1=h:pRpBNN\ncustomPiece2=j:NNGGAADD\n" +
		"startFen=k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/14K1 w - - 0 1\n" + strings.Repeat("[g#:g0]\n", 30) +
		"[bad:g0]\nstartFen=8/8 w\n"
	for i := 1; strings.Contains(text, "#"); i++ {
		text = strings.Replace(text, "#", fmt.Sprint(i), 1)
	}
	const most = 4 << 20
	var c *Catalogue
	if bytes := heapAfter(func() any { c, _ = Read(text, Builtin()); return c }); bytes > most || c == nil || len(c.Names()) != 32 {
		t.Errorf("%d games that have been read take %d bytes", len(c.Names()), bytes)
	}
	Check(text, Builtin()) // the tables that all games of a shape share stay
	if bytes := heapAfter(func() any { c, err := Check(text, Builtin()); return []any{c, err} }); bytes > most {
		t.Errorf("after they have been checked %d bytes are taken", bytes)
	}
	if rules, err := c.Open("g30"); err != nil || rules.Board().Files != 16 {
		t.Error(err)
	}
	want := "start position: board: there must be 16 ranks, not 2"
	if _, err := c.Open("bad"); err == nil || err.Error() != "bad: "+want {
		t.Error(err)
	}
	if c, errs := Check(text, Builtin()); c != nil || len(errs) != 1 || errs[0].Error() != "line 39, [bad], startFen: "+want {
		t.Error(errs)
	}
}
