package command

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	notnil "github.com/notnil/chess"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/pgn"
)

// The output of a review finds the bad moves, reads back, and does not change when reviewed again.
func TestReviewReadsBack(t *testing.T) {
	args := []string{"review", "--quiet", "--nodes", "3000", "--threads", "2"}
	status, out, errs := call(t, t.Context(), append(args, "testdata/games.pgn")...)
	if status != ExitOK || errs != "" {
		t.Fatalf("status %d: %s", status, errs)
	}
	words := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"{[%clk 0:03:00.0] [%eval ", " the king's pawn}", "5... Bxd1 $4 {", "Blunder. It allows mate in 2: Bxf7+. ", "(5... dxe5 6. Qxg4 Nf6", "Turning point: 5... Bxd1.",
		"It leaves the knight on e6 to dxe6.", "White resigns. Accuracy: White ", "2. exf5 ", "fxg7 $4 {[%eval #-1] ", "It allows Bc5 Qh4 Qxf2#: checkmate.",
		"It leaves the cannon on e7 to Nxe7.", "It allows Pa8#: goal reached.", "[Variant \"cube5\"]",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("there is no %q in\n%s", want, out)
		}
	}
	file := filepath.Join(t.TempDir(), "reviewed.pgn")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	wantOutput(t, `6 games, \d+ moves, 0 wrong\n`, "pgn", file)
	if _, again, _ := call(t, t.Context(), append(args, file)...); again != out {
		t.Errorf("reviewed again it is\n%s\nnot\n%s", again, out)
	}
	checkFormat(t, out)
}

// The forms that python-chess and Lichess look for in comments.
var (
	evalForm    = regexp.MustCompile(`^\[%eval (?:#-?\d+|-?\d+\.\d\d)\]$`)
	clockForm   = regexp.MustCompile(`^\[%clk \d+:\d\d:\d\d(?:\.\d)?\]$`)
	commandForm = regexp.MustCompile(`\[%[^\]]*\]`)
	glyphForm   = regexp.MustCompile(`^\$[1-9]\d*$`)
)

// checkFormat checks what other programs expect of annotated games beyond what our reader requires.
func checkFormat(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if len(line) > 80 && line[0] != '[' {
			t.Errorf("a long line: %s", line)
		}
	}
	for _, body := range strings.Split(text, "\n\n") {
		if !strings.HasPrefix(body, "[") || strings.HasPrefix(body, "[%") {
			body = strings.Join(strings.Fields(body), " ")
			if strings.Count(body, "{") != strings.Count(body, "}") || strings.Count(body, "(")-strings.Count(body, ")") != 0 {
				t.Errorf("brackets are open: %s", body)
			}
			for _, command := range commandForm.FindAllString(body, -1) {
				if !evalForm.MatchString(command) && !clockForm.MatchString(command) {
					t.Errorf("a command that others do not know: %s", command)
				}
			}
		}
	}
	reader := pgn.NewReader(strings.NewReader(text))
	for {
		g, err := reader.Next()
		if err != nil {
			t.Fatal(err)
		}
		if g == nil {
			return
		}
		evals := 0
		for _, m := range g.Moves {
			evals += strings.Count(m.Comment, "[%eval ")
			for _, glyph := range m.Glyphs {
				if !glyphForm.MatchString(glyph) {
					t.Errorf("%s has the annotation %s", m.Text, glyph)
				}
			}
		}
		if evals == 0 {
			t.Errorf("game %d has no values", g.Number)
		}
		if g.Variant() == "chess" {
			scanner := notnil.NewScanner(strings.NewReader(string(plain(t, text, g.Number))))
			if !scanner.Scan() {
				t.Fatalf("notnil/chess does not read game %d: %v", g.Number, scanner.Err())
			}
			other := scanner.Next()
			if len(other.Moves()) != len(g.Moves) {
				t.Errorf("notnil/chess reads %d moves, want %d", len(other.Moves()), len(g.Moves))
			}
		}
	}
}

// plain returns the text of one game in a file.
func plain(t *testing.T, text string, number int) []byte {
	t.Helper()
	reader := pgn.NewReader(strings.NewReader(text))
	from := int64(0)
	for {
		g, err := reader.Next()
		if err != nil || g == nil {
			t.Fatal(g, err)
		}
		to, _ := reader.Offset()
		if g.Number == number {
			return []byte(text[from:to])
		}
		from = to
	}
}

func TestReviewFiles(t *testing.T) {
	dir := t.TempDir()
	page, graph, ledger := filepath.Join(dir, "page.html"), filepath.Join(dir, "graph.svg"), filepath.Join(dir, "ledger")
	args := []string{"review", "--quiet", "--nodes", "2000", "--json", "--html", page, "--svg", graph, "--ledger", ledger, "testdata/games.pgn"}
	status, out, errs := call(t, t.Context(), args...)
	if status != ExitOK {
		t.Fatalf("status %d: %s", status, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 6 {
		t.Fatalf("%d lines of JSON", len(lines))
	}
	var r review.Report
	if err := json.Unmarshal([]byte(lines[0]), &r); err != nil || r.Variant != "chess" || r.White != "Ada" || r.Blunders[1] != 1 || r.Turning != "5... Bxd1" || len(r.Turns) != 13 || r.Accuracy[0] == nil {
		t.Errorf("%v: %+v", err, r)
	}
	for _, name := range []string{page, graph, filepath.Join(dir, "page-2.html"), filepath.Join(dir, "graph-6.svg")} {
		text := must.Get(t, os.ReadFile, name)
		if strings.HasSuffix(name, ".svg") {
			var err error
			for d := xml.NewDecoder(strings.NewReader(string(text))); err == nil; {
				_, err = d.Token()
			}
			if err != io.EOF {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.Contains(string(text), "http://") && strings.HasSuffix(name, ".html") && strings.Contains(strings.ReplaceAll(string(text), "http://www.w3.org/", ""), "http://") {
			t.Errorf("%s needs something else", name)
		}
	}
	// The ledger has all results: nothing is searched again, and the output is the same.
	before, _ := os.Stat(ledger)
	status, again, _ := call(t, t.Context(), args...)
	if after, _ := os.Stat(ledger); status != ExitOK || again != out || after.Size() != before.Size() {
		t.Errorf("resumed: status %d, the ledger has %d bytes, had %d:\n%s", status, after.Size(), before.Size(), again)
	}
}

func TestReviewInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if status, _, errs := call(t, ctx, "review", "testdata/games.pgn"); status != ExitInterrupted || !strings.Contains(errs, "review stopped after 0 games") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// No file is lost: an output is no input, no other output and not the ledger, nor are the files
// about further games; and what cannot be written is refused before the search.
func TestReviewKeepsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder-2.html", 0o700); err != nil {
		t.Fatal(err)
	}
	const text = "[Variant \"gun\"]\n\n1. e4 e5 *\n"
	for name, text := range map[string]string{"one.pgn": text, "two.pgn": text + "\n" + text, "in-2.html": text, "games.ini": "[mine:chess]\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, want string
		printed    int // games
	}{
		{"--html one.pgn one.pgn", "--html and the file of games are the same file: one.pgn", 0},
		{"--svg ./two.pgn one.pgn two.pgn", "--svg and the file of games are the same file: two.pgn", 0},
		{"--ledger one.pgn one.pgn", "--ledger and the file of games are the same file: one.pgn", 0},
		{"--ledger same --html same one.pgn", "--ledger and --html are the same file: same", 0},
		{"--html same --svg same one.pgn", "--html and --svg are the same file: same", 0},
		{"--variants games.ini --html games.ini one.pgn", "--html and --variants are the same file: games.ini", 0},
		{"--html none/page.html one.pgn", "--html: create ", 0},
		{"--svg . one.pgn", "is not a regular file", 0},
		{"--html - one.pgn", "--html and --svg need the name of a file", 0},
		{"--html in.html two.pgn in-2.html", "the file of games and --html are the same file: in-2.html", 1},
		{"--html page.html --svg page-2.html two.pgn", "--svg and --html are the same file: page-2.html", 1},
		{"--html folder.html two.pgn", "is not a regular file", 1},
	} {
		status, out, errs := call(t, t.Context(), append([]string{"review", "--quiet", "--nodes", "10"}, strings.Fields(c.args)...)...)
		if status != ExitUsage || !strings.Contains(errs, c.want) || strings.Count(out, "[Variant ") != c.printed {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want %q", c.args, status, out, errs, c.want)
		}
	}
	for _, name := range []string{"one.pgn", "in-2.html"} {
		if now, err := os.ReadFile(name); err != nil || string(now) != text {
			t.Errorf("%s is now %.40q, %v", name, now, err)
		}
	}
	if _, err := os.Stat("same"); err == nil {
		t.Error("a review that was refused has left a file")
	}
}

// A removal removes a folder when it is first read.
type removal struct {
	folder string
	text   io.Reader
}

func (r removal) Read(p []byte) (int, error) {
	os.Remove(r.folder)
	return r.text.Read(p)
}

// If a file turns out to be unwritable after the search, the other file and the game are written.
func TestReviewWritesWhatItCan(t *testing.T) {
	dir := t.TempDir()
	folder, graph := filepath.Join(dir, "folder"), filepath.Join(dir, "graph.svg")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	status := dispatch(t.Context(), []string{"review", "--quiet", "--nodes", "10", "--html", filepath.Join(folder, "page.html"), "--svg", graph, "-"},
		Stdio{In: removal{folder, strings.NewReader("1. e4 e5 *\n")}, Out: &out, Err: &errs})
	if _, err := os.Stat(graph); err != nil || status != ExitUsage || !strings.Contains(out.String(), "1. e4 ") || !strings.Contains(errs.String(), "page.html: ") {
		t.Errorf("status %d, stdout %q, stderr %q; %v", status, out.String(), errs.String(), err)
	}
}

func TestReviewErrors(t *testing.T) {
	wantUsageError(t, "a FILE is needed", "review")
	wantUsageError(t, "no such file", "review", "testdata/none.pgn")
	wantUsageError(t, "must be more than 0", "review", "--nodes", "0", "testdata/games.pgn")
	wantUsageError(t, "must be more than 0", "review", "--time", "0s", "testdata/games.pgn")
	wantUsageError(t, "--nodes and --time cannot be combined", "review", "--nodes", "10", "--time", "1s", "testdata/games.pgn")
	wantUsageError(t, "is not in 1..", "review", "--threads", "0", "testdata/games.pgn")
	wantUsageError(t, "unknown variant", "review", "--variant", "nothing", "testdata/games.pgn")
	file := filepath.Join(t.TempDir(), "g.pgn")
	if err := os.WriteFile(file, []byte("[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"nothing\"]\n\n1. e4 *\n\n[Result \"*\"]\n\n1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := call(t, t.Context(), "review", "--nodes", "10", file)
	if status != ExitFailure || !strings.Contains(out, "1. e4 {[%eval") || !strings.Contains(errs, "game 1, line 3: move 2. Ke3") || !strings.Contains(errs, `game 2, line 5: unknown variant "nothing"`) {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantUsageError(t, "there are no games", "review", file)
	wantUsageError(t, "it is not the ledger", "review", "--ledger", put(t, "other", "hello\n"), "testdata/games.pgn")
}
