package site_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/heterodox-chess/heterodox/internal/chromium"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/internal/site"
)

// examples returns the programs of docs/npm.md, with their output.
func examples(t *testing.T) (programs, prints []string) {
	t.Helper()
	text := must.Get(t, os.ReadFile, "../../docs/npm.md")
	for _, m := range regexp.MustCompile("(?s)```js\n(.*?)```").FindAllSubmatch(text, -1) {
		program, want := string(m[1]), ""
		for line := range strings.Lines(program) {
			if _, said, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "; // "); ok {
				want += said + "\n"
			} else if _, said, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "} // "); ok {
				want += said + "\n"
			}
		}
		programs, prints = append(programs, program), append(prints, want)
	}
	if len(programs) < 5 {
		t.Fatalf("found %d examples, want at least 5", len(programs))
	}
	return programs, prints
}

// Building the package compiles the program for browsers, which takes most of a minute of
// processor time without a build cache, so its tests are deep ones. The project does not
// require Node; what runs in Node also runs in Chromium.

// TestPackageInNode runs the examples of docs/npm.md in node.
func TestPackageInNode(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("set HETERODOX_DEEP=1 to run the examples of the npm package")
	}
	run := inNode(t)
	programs, prints := examples(t)
	for i, program := range programs {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if out := run(t, program); out != prints[i] {
				t.Errorf("got\n%s\nwant\n%s", out, prints[i])
			}
		})
	}
}

// inNode writes the package, and returns a function that runs a program with it in node, which
// may not print errors, and returns its output.
func inNode(t *testing.T) func(t *testing.T, program string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	writePackage(t, filepath.Join(dir, "node_modules", "heterodox"))
	return func(t *testing.T, program string) string {
		t.Helper()
		file := filepath.Join(dir, "program.mjs")
		if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, node, file)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil || errs.Len() > 0 {
			t.Errorf("%v: %s", err, errs.String())
		}
		return string(out)
	}
}

// TestPackageRefuses calls the package with arguments that are wrong: each call is an error that
// says why, and does nothing.
func TestPackageRefuses(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("set HETERODOX_DEEP=1 to call the npm package with wrong arguments")
	}
	calls := []struct{ call, want string }{
		{"engine.search(board, { depth: -1 })", "search: depth cannot be -1"},
		{"engine.search(board, { depth: NaN })", "search: depth cannot be NaN"},
		{"engine.search(board, { depth: 1.5 })", "search: depth cannot be 1.5"},
		{"engine.search(board, { depth: '5' })", "search: depth cannot be 5"},
		{"engine.search(board, { nodes: -1 })", "search: nodes cannot be -1"},
		{"engine.search(board, { movetime: 0 })", "search: movetime cannot be 0"},
		{"engine.search(board, { movetime: -1 })", "search: movetime cannot be -1"},
		{"engine.search(board, { movetime: Infinity })", "search: movetime cannot be Infinity"},
		{"engine.search(board, { depth: 1, level: 21 })", "search: level cannot be 21"},
		{"engine.search(board, { depth: 1, lines: 0 })", "search: lines cannot be 0"},
		{"engine.search(board, { infinite: 1 })", "search: infinite cannot be 1"},
		{"engine.search(board, { dept: 1 })", "search: unknown limit dept (known: depth, nodes, lines, movetime, level, infinite)"},
		{"engine.search(board, { level: 3, infinite: false })", "search: give depth, nodes or movetime, or infinite: true to search until stop"},
		{"engine.search(board, {})", "search: give depth, nodes or movetime, or infinite: true to search until stop"},
		{"engine.search(board)", "search: give depth, nodes or movetime, or infinite: true to search until stop"},
		{"engine.search(closed, { depth: 1 })", "the board has been closed"},
		{"ended.search(board, { depth: 1 })", "the engine has been closed"},
		{"board.pgn({ Variant: 'gun' })", "the tag Variant is the board's own"},
		{"board.pgn({ FEN: '' })", "the tag FEN is the board's own"},
		{"board.pgn({ 'Bad Name': 'x' })", `"Bad Name" cannot be the name of a tag: it has to consist of letters, digits and underscores`},
		{"board.pgn({ '': 'x' })", `"" cannot be the name of a tag: it has to consist of letters, digits and underscores`},
		{"board.push(4)", "a text is expected, such as 'e4' for a move, but got: number"},
		{"board.whyIllegal({ from: 'e2', to: 'e4' })", "a text is expected, such as 'e4' for a move, but got: object"},
		{"board.pushNumber(0.5)", "no legal move has this number"},
		{"board.pushNumber(20)", "no legal move has this number"},
		{"board.perft(-1)", "perft: the depth is -1, but has to be a whole number from 0"},
		{"board.perft(NaN)", "perft: the depth is NaN, but has to be a whole number from 0"},
		{"closed.pop()", "the board has been closed"},
	}
	program, want := `import { load, Board, Engine } from 'heterodox';
await load();
const board = new Board(), closed = new Board(), engine = new Engine(), ended = new Engine();
closed.close();
await ended.search(board, { movetime: 0.5 });
await ended.close();
`, ""
	for _, c := range calls {
		program += fmt.Sprintf("try { await %s; console.log('no error'); } catch (error) { console.log(error.message); }\n", c.call)
		want += c.want + "\n"
	}
	// Closing the engine ends the search in progress and those that wait for it.
	program += `const ends = [1, 2].map(() => engine.search(board, { infinite: true }, () => engine.close()).catch(error => error.message));
console.log(...await Promise.all(ends), board.ply);
`
	want += "the engine has been closed the engine has been closed 0\n"
	got := strings.Split(inNode(t)(t, program), "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(got) || got[i] != line {
			t.Errorf("call %d: got %q, want %q", i, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), line)
		}
	}
}

func writePackage(t *testing.T, dir string) {
	t.Helper()
	program, err := site.Build(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Package(program, "1.2.3", []byte("licence"))
	if err == nil {
		err = site.Write(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPackageInChromium runs the examples of docs/npm.md in a page whose content security
// policy allows nothing but compiling the program.
func TestPackageInChromium(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("set HETERODOX_DEEP=1 to run the examples of the npm package")
	}
	path := chromium.Path()
	if path == "" {
		t.Fatal(chromium.Missing)
	}
	dir := t.TempDir()
	writePackage(t, dir)
	programs, prints := examples(t)
	for i, program := range programs {
		program = strings.ReplaceAll(program, "from 'heterodox'", "from './index.js'")
		program = "const said = [];\nconsole.log = (...all) => said.push(all.join(' '));\n" + program + "\nglobalThis.done = said.join('\\n') + '\\n';\n"
		imports := regexp.MustCompile(`(?m)^import .*\n`).FindString(program)
		program = imports + strings.Replace(program, imports, "", 1)
		page := fmt.Sprintf(`<!doctype html><script type="module" src="%d.mjs"></script>`, i)
		for name, text := range map[string]string{fmt.Sprintf("%d.mjs", i): program, fmt.Sprintf("%d.html", i): page} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'")
		if strings.HasSuffix(r.URL.Path, "js") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		http.FileServer(http.Dir(dir)).ServeHTTP(w, r)
	}))
	defer server.Close()
	allocator, end := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))...)
	defer end()
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	defer cancel()
	for i := range programs {
		var got string
		err := chromedp.Run(ctx, chromedp.Navigate(fmt.Sprintf("%s/%d.html", server.URL, i)),
			chromedp.Poll(`globalThis.done`, &got, chromedp.WithPollingTimeout(2*time.Minute)))
		if err != nil || got != prints[i] {
			t.Errorf("example %d: %v: got\n%s\nwant\n%s", i, err, got, prints[i])
		}
	}
}
