package site_test

import (
	"bytes"
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

	"github.com/heterodox-chess/heterodox/internal/site"
)

// examples returns the programs of docs/npm.md, with their output.
func examples(t *testing.T) (programs, prints []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/npm.md")
	if err != nil {
		t.Fatal(err)
	}
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
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	writePackage(t, filepath.Join(dir, "node_modules", "heterodox"))
	programs, prints := examples(t)
	for i, program := range programs {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			file := filepath.Join(dir, fmt.Sprintf("%d.mjs", i))
			if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.CommandContext(t.Context(), node, file)
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err != nil || string(out) != prints[i] || errs.Len() > 0 {
				t.Errorf("%v: got\n%s%s\nwant\n%s", err, out, errs.String(), prints[i])
			}
		})
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
	path := ""
	for _, name := range []string{os.Getenv("HETERODOX_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Fatal("no browser found: scripts/chromium installs one")
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
