package table_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// A game that is saved, read back and continued stays the same, even in the middle of a turn.
func TestSavedGames(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{
		"chess", "fischerandom", "fibonacci", "gun", "madhouse", "blackhole", "extinction", "baseline", "fairy",
		"madhouse+fibonacci", "gun+blackhole", "baseline+extinction+fibonacci", "cube3", "cube5",
	} {
		random := rand.New(rand.NewPCG(8, uint64(i)))
		file, err := table.NewFile(dir, variants.MustOpen(name), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		o := table.Options{File: file, Players: [2]table.Player{{Name: `A "B" \C`}, {}}}
		if i%2 == 0 {
			o.Control = table.Control{Base: time.Hour, Increment: 2 * time.Second}
		}
		begun := time.Now()
		tb := newTable(t, name, "", o)
		for range 25 {
			moves := tb.State().Position().Moves()
			if len(moves) == 0 || tb.State().Ending.Over() {
				break
			}
			if err := tb.Play(table.AnyRevision, moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		want := tb.State()
		if want.Fault != nil {
			t.Fatal(want.Fault)
		}
		tb.Close()
		again, err := table.Load(file, variants.Open, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := again.State()
		again.Close()
		if written(got) != written(want) || got.Position().FEN() != want.Position().FEN() || got.Players != want.Players ||
			got.Ending != want.Ending || got.Control != want.Control {
			t.Errorf("%s is read back as another game: %s, %s", name, got.Position().FEN(), want.Position().FEN())
		}
		for c, left := range got.Left {
			// Saving rounds to a tenth of a second; the clocks have run at most
			// since the test began.
			if lost, most := want.Left[c]-left, 100*time.Millisecond+time.Since(begun); lost > most || lost < -most {
				t.Errorf("%s: the clock is read back as %v, was %v", name, left, want.Left[c])
			}
		}
	}
	if newest, err := table.Newest(dir); err != nil || !strings.HasSuffix(newest, "cube5.json") {
		t.Errorf("the newest is %q, %v", newest, err)
	}
}

func TestSavedEndings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	tb := newTable(t, "gun+blackhole", "", table.Options{File: file})
	play(t, tb, "e4")
	if err := tb.Annotate(1, "[%csl Ge4][%cal Re2e4] a good start"); err != nil {
		t.Fatal(err)
	}
	tb.Resign(table.AnyRevision, rules.Black)
	tb.Close()
	again, err := table.Load(file, variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := again.State()
	if s.Ending != (table.Ending{Result: rules.WhiteWins, Reason: "resignation"}) || s.Played[0].Note != "[%csl Ge4][%cal Re2e4] a good start" {
		t.Errorf("read back %+v, %q", s.Ending, s.Played[0].Note)
	}
	again.TakeBack(table.AnyRevision)
	play(t, again, "d4")
	if text, _ := os.ReadFile(file); !strings.Contains(string(text), "1. d4 *") {
		t.Errorf("it is not saved on:\n%s", text)
	}
}

// Variations, annotations, comments and tags of a saved game survive when it is continued.
func TestVariationsAreKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	const text = `[Event "A tournament"]
[Site "Here"]
[Date "2020.02.02"]
[Round "3"]
[White "A"]
[Black "B"]
[Result "*"]
[ECO "C20"]
[Annotator "Somebody \"else\""]

{An old game.} 1. e4 $1 {best} (1. d4 d5 (1... Nf6 {Indian}) 2. c4) 1... e5?! (1...
c5) *
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	tb, err := table.Load(file, variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first := tb.State().Played[0]; first.Marks() != "!" || first.Note != "best" {
		t.Errorf("the first move is read as %+v", first)
	}
	if _, err := tb.PlayTextAt(tb.State().At, "Nf3"); err != nil {
		t.Fatal(err)
	}
	tb.Close()
	saved := must.Get(t, os.ReadFile, file)
	for _, want := range []string{
		`[Event "A tournament"]`, `[Site "Here"]`, `[Round "3"]`, `[ECO "C20"]`, `[Annotator "Somebody \"else\""]`,
		"{An old game.} 1. e4 $1 {best} (1. d4 d5 (1... Nf6 {Indian}) 2. c4) 1... e5 $6 (1... c5) 2. Nf3 *",
	} {
		if !strings.Contains(strings.ReplaceAll(string(saved), "\n", " "), want) || strings.Count(string(saved), "[Event ") != 1 {
			t.Errorf("%s is missing:\n%s", want, saved)
		}
	}
}

// Damaged files are refused with line and reason, and are left unchanged.
func TestDamagedFiles(t *testing.T) {
	const tags = "[Event \"x\"]\n[Variant \"gun\"]\n"
	const cube = `{
  "format": "heterodox game", "version": 1, "date": "", "variant": "cube3", "timeControl": "-", "result": "*",
  "start": "[rkr,###,###],[bbb,###,BBB],[###,###,RKR] w 1", "players": [{}, {}],
  "moves": [
    {"move": "a1Ia2I"},
    MOVE
  ]
}`
	for name, c := range map[string]struct{ text, fault string }{
		"empty":         {"", "line 1: no game"},
		"illegal move":  {tags + "\n1. e4 e5\n2. Ke3 *\n", "line 5: move 2. Ke3: "},
		"no such game":  {"[Variant \"quantum\"]\n\n*\n", "line 1: unknown variant"},
		"bad FEN":       {tags + "[FEN \"x\"]\n\n*\n", "line 1: FEN board"},
		"cut tag":       {"[Event \"x", "line 1"},
		"two games":     {tags + "\n1. e4 *\n\n" + tags + "\n1. d4 *\n", "line 6: a second game"},
		"bad level":     {tags + "[WhiteType \"program\"]\n[WhiteLevel \"99\"]\n\n*\n", "line 1: level"},
		"bad time":      {tags + "[WhiteType \"human\"]\n[TimeControl \"soon\"]\n\n*\n", "line 1: time control"},
		"cube cut":      {cube[:200], "line 4: the file ends in the middle of the game"},
		"cube syntax":   {strings.Replace(cube, "MOVE", "{{", 1), "line 6: "},
		"cube move":     {strings.Replace(cube, "MOVE", `{"move": "a1Ia2I"}`, 1), "line 6: move 1... a1Ia2I: "},
		"cube version":  {strings.Replace(strings.Replace(cube, "MOVE", `{"move": "a3IIIa2III"}`, 1), `"version": 1`, `"version": 7`, 1), "version 7"},
		"cube field":    {strings.Replace(cube, "MOVE", `{"mov": "x"}`, 1), "line 6: "},
		"cube type":     {strings.Replace(cube, "MOVE", `{"move": 7}`, 1), "line 6: "},
		"behind a cube": {strings.Replace(cube, "MOVE", `{"move": "a3IIIa2III"}`, 1) + "\nx", "there is text after the game"},
		"escape":        {tags + "\n1. \x1b]0;x\a *\n", "line 4: move 1. \ufffd"},
		"cube escape":   {strings.Replace(cube, "MOVE", `{"move": "\u001b[2J"}`, 1), "line 6: move 1... \ufffd[2J"},
		"cube key":      {strings.Replace(cube, "MOVE", `{"\u001b[2J": 7}`, 1), "unknown field"},
		"cube start":    {strings.NewReplacer("[rkr", `\u001b[2J\u009b`, "MOVE", `{"move": "x"}`).Replace(cube), "start: "},
		"cube variant":  {strings.NewReplacer("cube3", `\u001b[2J\u009b`, "MOVE", `{"move": "x"}`).Replace(cube), "unknown variant"},
	} {
		file := filepath.Join(t.TempDir(), "game")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := table.Load(file, variants.Open, nil)
		if err == nil || !strings.Contains(err.Error(), c.fault) || !strings.HasPrefix(err.Error(), file+": ") || strings.ContainsFunc(err.Error(), unicode.IsControl) {
			t.Errorf("%s: %v, want %q", name, err, c.fault)
		}
		if text, _ := os.ReadFile(file); string(text) != c.text {
			t.Errorf("%s: the file has changed", name)
		}
	}
}

// What a file contains besides moves reaches a terminal without control characters.
func TestNotesWithoutControlCharacters(t *testing.T) {
	for _, text := range []string{
		"[White \"a\x1b[2Jb\"]\n[WhiteType \"human\"]\n\n{\x1b[2J\u009b} 1. e4 {\x1b[2J} *\n",
		`{"format": "heterodox game", "version": 2, "date": "\u001b", "variant": "cube3", "timeControl": "-", "result": "*", "comment": "\u001b[2J",
  "start": "[rkr,###,###],[bbb,###,BBB],[###,###,RKR] w 1", "players": [{"name": "\u001b[2J"}, {}],
  "moves": [{"move": "a1Ia2I", "note": "\u009b", "before": "\u001b", "eval": "\u001b"}]}`,
	} {
		tb, err := table.Parse([]byte(text), variants.Open, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		s := tb.State()
		if said := fmt.Sprintf("%+v", s); strings.ContainsFunc(strings.ReplaceAll(said, "\n", ""), unicode.IsControl) {
			t.Errorf("%q", said)
		}
		tb.Close()
	}
}

// Only regular files are read: a device may never end, a pipe may never begin.
func TestNoFiles(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.pgn")
	for file, want := range map[string]string{
		os.DevNull: "null is not a regular file", t.TempDir(): "is not a regular file", missing: "there is no file " + missing,
	} {
		if _, err := table.Read(file, variants.Open, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// If a new file cannot be written, the game keeps the old one.
func TestSaveTo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	tb := newTable(t, "chess", "", table.Options{File: file})
	play(t, tb, "e4")
	bad := filepath.Join(t.TempDir(), "missing", "game.pgn")
	if err := tb.SaveTo(bad); err == nil {
		t.Fatal("a game was saved in a missing directory")
	}
	play(t, tb, "e5")
	if s := tb.State(); s.File != file || s.Fault != nil {
		t.Errorf("saved in %s, %v", s.File, s.Fault)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "1. e4 e5") {
		t.Errorf("the file has %s, %v", text, err)
	}
	// With KeepIn the game tries the same file again; watchers are notified.
	tb = newTable(t, "chess", "", table.Options{})
	play(t, tb, "e4", "e5")
	changes, stop := tb.Watch()
	defer stop()
	before := tb.State()
	tb.KeepIn(func() (string, error) { return bad, nil })
	if <-changes; tb.State().Notes == before.Notes {
		t.Error("the table is not redrawn after a fault")
	}
	if tb.State().Fault == nil {
		t.Error("the fault is not reported")
	}
	if err := os.Mkdir(filepath.Dir(bad), 0o700); err != nil {
		t.Fatal(err)
	}
	play(t, tb, "Nf3")
	if s := tb.State(); s.Fault != nil || s.File != bad {
		t.Errorf("saved in %s, %v", s.File, s.Fault)
	}
}

// A saved game has one owner. Others get an error, and write nothing, until the owner closes it.
func TestOneOwner(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.pgn")
	first := newTable(t, "chess", "", table.Options{File: file})
	play(t, first, "e4")
	var inUse *table.ErrInUse
	if _, err := table.Load(file, variants.Open, nil); !errors.As(err, &inUse) || !strings.Contains(err.Error(), "open in another heterodox") {
		t.Errorf("an open game was opened again: %v", err)
	}
	if tb, err := table.Read(file, variants.Open, nil); err != nil {
		t.Errorf("it cannot be read: %v", err)
	} else {
		tb.Close()
	}
	other := newTable(t, "chess", "", table.Options{})
	play(t, other, "d4")
	if err := other.SaveTo(file); !errors.As(err, &inUse) {
		t.Errorf("another game is saved over it: %v", err)
	}
	other.KeepIn(func() (string, error) { return file, nil })
	if s := other.State(); !errors.As(s.Fault, &inUse) {
		t.Errorf("another game is kept over it: %v", s.Fault)
	}
	play(t, first, "e5")
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "1. e4 e5") {
		t.Errorf("the file has %s, %v", text, err)
	}
	first.Close()
	again, err := table.Load(file, variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	other.SaveAgain() // the file is in use again
	if s := other.State(); !errors.As(s.Fault, &inUse) {
		t.Errorf("%v", s.Fault)
	}
	again.Close()
	if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
		t.Errorf("the files that remain are %v", entries)
	}
}

// Only games are listed, newest first.
func TestList(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for i, name := range []string{"a.pgn", "b.json", ".x.pgn", ".a.pgn.12.part", "a.pgn.lock", "notes.txt", "empty.pgn"} {
		text := "x"
		if name == "empty.pgn" {
			text = ""
		}
		file := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, now, now.Add(time.Duration(i)*time.Second))); err != nil {
			t.Fatal(err)
		}
	}
	list, err := table.List(dir)
	if err != nil || len(list) != 2 || list[0].File != "b.json" || list[1].File != "a.pgn" {
		t.Errorf("%v, %v", list, err)
	}
	if file, err := table.Newest(dir); err != nil || file != filepath.Join(dir, "b.json") {
		t.Errorf("%s, %v", file, err)
	}
}

// Games from other programs are opened as analyses, whatever clocks they had, and whether
// or not they give a result.
func TestForeignGames(t *testing.T) {
	for _, control := range []string{"40/7200", "*180", "40/7200:3600", "40/7200+30:900"} {
		tb, err := table.Parse([]byte("[White \"A\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n[TimeControl \""+control+"\"]\n\n1. f3 e5 2. g4 Qh4# *\n"), variants.Open, nil)
		if err != nil {
			t.Errorf("%s: %v", control, err)
			continue
		}
		if s := tb.State(); !s.Study || s.Players[0].Name != "A" || s.Result.Result != rules.BlackWins {
			t.Errorf("%s: %+v, %v", control, s.Result, s.Players)
		}
		if !strings.Contains(string(tb.Text()), "[TimeControl \""+control+"\"]") {
			t.Errorf("%s is lost", control)
		}
		tb.Close()
	}
}

// A program that is killed at any moment loses no completed move. The test plays both parts:
// its child process plays and reports each move that is saved.
func TestKilled(t *testing.T) {
	if file := os.Getenv("HETERODOX_TABLE_CHILD"); file != "" {
		playForEver(t, file)
	}
	for round := range 3 {
		file := filepath.Join(t.TempDir(), "game.pgn")
		child := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
		child.Env = append(os.Environ(), "HETERODOX_TABLE_CHILD="+file)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines, said := bufio.NewScanner(out), ""
		for n := 0; n < 20+7*round && lines.Scan(); n++ {
			said = lines.Text()
		}
		child.Process.Kill()
		child.Wait()
		tb, err := table.Load(file, variants.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := written(tb.State())
		tb.Close()
		if said == "" || !strings.HasPrefix(got, said) {
			t.Errorf("killed after %q, but %q remains", said, got)
		}
	}
}

func playForEver(t *testing.T, file string) {
	random := rand.New(rand.NewPCG(1, 0))
	tb := newTable(t, "madhouse+fibonacci", "", table.Options{File: file})
	for {
		s := tb.State()
		moves := s.Position().Moves()
		if len(moves) == 0 || s.Ending.Over() {
			os.Exit(0)
		}
		if err := tb.Play(table.AnyRevision, moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString(written(tb.State()) + "\n")
	}
}

func TestPlacesToSave(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	dir, err := table.Dir()
	if err != nil || dir != filepath.Join(state, "heterodox", "games") {
		t.Fatalf("games are saved in %q, %v", dir, err)
	}
	if newest, err := table.Newest(dir); newest != "" || err != nil {
		t.Errorf("nothing is saved, but the newest game is %q, %v", newest, err)
	}
	now := time.Now()
	first, err := table.NewFile(dir, variants.MustOpen("gun"), now)
	if err != nil {
		t.Fatal(err)
	}
	second, err := table.NewFile(dir, variants.MustOpen("gun"), now)
	if err != nil || first == second {
		t.Errorf("two games are saved in %q, %v", second, err)
	}
	tb := newTable(t, "gun", "", table.Options{File: first})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	play(t, tb, "e4")
	if s := tb.State(); s.Fault == nil || len(s.Played) != 1 {
		t.Errorf("the game is reported as saved without its directory: %v", s.Fault)
	}
}

// Every time control of a game can be read from its file.
func TestSavedControls(t *testing.T) {
	for _, want := range []table.Control{
		{Base: 1_000_000 * time.Second}, {Base: 500 * time.Millisecond}, {Base: time.Microsecond, Increment: 10_000 * time.Second},
	} {
		for _, name := range []string{"chess", "cube3"} {
			tb := newTable(t, name, "", table.Options{Control: want})
			again, err := table.Parse(tb.Text(), variants.Open, nil)
			if err != nil {
				t.Errorf("%s, %v: %v", name, want, err)
				continue
			}
			if got := again.State().Control; got != want {
				t.Errorf("%s: %v is read back as %v", name, want, got)
			}
			again.Close()
		}
	}
}

// An analysis with as many moves and comments as are allowed, and with clocks and scores, can be
// opened again. Comments that were read count like new ones.
func TestLongestGame(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, "%s {[%%clk 277:46:39.9] [%%eval -12345.67]}\n", [4]string{"Nf3", "Nf6", "Ng1", "Ng8"}[i%4])
	}
	tb, err := table.Parse([]byte(b.String()), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	full := false
	for id := 1; !full; id++ {
		err := tb.Annotate(id, strings.Repeat("four", 1000))
		if full = err != nil; full && !strings.Contains(err.Error(), "bytes of comments") {
			t.Fatal(err)
		}
	}
	text := tb.Text()
	again, err := table.Parse(text, variants.Open, nil)
	if err != nil {
		t.Fatalf("%d bytes: %v", len(text), err)
	}
	defer again.Close()
	if string(again.Text()) != string(text) {
		t.Error("it is read back as another game")
	}
	if err := again.Annotate(50_000, strings.Repeat("x", 10_000)); err == nil {
		t.Error("comments can be added to those that were read without limit")
	}
}

// A game that could not be opened again is not written.
func TestTooLongToSave(t *testing.T) {
	text := "{" + strings.Repeat("word ", (pgn.MaxGameBytes-100)/5) + "} 1. e4 *\n"
	tb, err := table.Parse([]byte(text), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	file := filepath.Join(t.TempDir(), "game.pgn")
	if err := tb.SaveTo(file); err == nil || !strings.Contains(err.Error(), "longer than 4 MiB") {
		t.Errorf("saving a game that is too long: %v", err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("it was written: %v", err)
	}
	if err := tb.Annotate(0, "short"); err != nil {
		t.Fatal(err)
	}
	if err := tb.SaveTo(file); err != nil {
		t.Errorf("a shorter game: %v", err)
	}
}

// The file of a new game is removed when the table is closed, or the game saved elsewhere, before
// anything has happened.
func TestUnplayedGames(t *testing.T) {
	for name, c := range map[string]struct {
		change func(tb *table.Table) error
		stays  bool
	}{
		"nothing": {func(*table.Table) error { return nil }, false},
		"a level": {func(tb *table.Table) error {
			return tb.SetPlayer(table.AnyRevision, rules.Black, table.Player{Level: 3})
		}, false},
		"taken back": {func(tb *table.Table) error {
			return errors.Join(tb.PlayText(table.AnyRevision, "e4"), tb.TakeBack(table.AnyRevision))
		}, false},
		"a move":    {func(tb *table.Table) error { return tb.PlayText(table.AnyRevision, "e4") }, true},
		"a comment": {func(tb *table.Table) error { return tb.Annotate(0, "to be played") }, true},
		"resigned":  {func(tb *table.Table) error { return tb.Resign(table.AnyRevision, rules.White) }, true},
	} {
		for _, elsewhere := range []bool{false, true} {
			file := filepath.Join(t.TempDir(), "game.pgn")
			tb := newTable(t, "chess", "", table.Options{File: file})
			if err := c.change(tb); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			other := filepath.Join(t.TempDir(), "other.pgn")
			if elsewhere {
				if err := tb.SaveTo(other); err != nil {
					t.Fatal(err)
				}
			}
			tb.Close()
			if _, err := os.Stat(file); (err == nil) != c.stays {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := os.Stat(other); (err == nil) != elsewhere {
				t.Errorf("%s, saved elsewhere: %v", name, err)
			}
		}
	}
}
