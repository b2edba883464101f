package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(t, os.ReadFile, filepath.Join(root, name))
	return string(text)
}

// block returns the first fenced block in a language.
func block(t *testing.T, text, language string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "\n```"+language+"\n")
	body, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatalf("no block in %s", language)
	}
	return body
}

// The program in the README prints what the README says.
func TestReadmeProgram(t *testing.T) {
	readme := read(t, "README.md")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(block(t, readme, "go")), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "go", "run", file)
	run.Dir = root
	out, err := run.CombinedOutput()
	if want := block(t, readme, "text"); err != nil || string(out) != want {
		t.Errorf("it prints\n%s(%v), not\n%s", out, err, want)
	}
}

func TestReadmeNamesEveryVariant(t *testing.T) {
	readme := read(t, "README.md")
	for _, v := range variants.All() {
		for _, name := range append([]string{v.Name}, v.Aliases...) {
			if !strings.Contains(readme, "`"+name+"`") {
				t.Errorf("README.md does not name %s", name)
			}
		}
	}
}

// fenced matches a fenced block of text.
var fenced = regexp.MustCompile("(?ms)^```.*?^```")

var link = regexp.MustCompile(`\]\(([^)#]*)#?([^)]*)\)`)

var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// anchors returns the fragments that GitHub gives the headings of a page.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		words := strings.Map(func(c rune) rune {
			if c == '-' || c == '_' || c == ' ' || unicode.IsLetter(c) || unicode.IsDigit(c) {
				return unicode.ToLower(c)
			}
			return -1
		}, h[1])
		all[strings.ReplaceAll(words, " ", "-")] = true
	}
	return all
}

// Links between our documents have existing targets.
func TestLinks(t *testing.T) {
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	documents = append(documents, top...)
	if len(documents) < 4 {
		t.Fatalf("only %v", documents)
	}
	for _, name := range documents {
		text := must.Get(t, os.ReadFile, name)
		for _, found := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			target, fragment := filepath.Join(filepath.Dir(name), found[1]), found[2]
			if strings.Contains(found[1], "://") {
				continue
			}
			if found[1] == "" {
				target = name
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: no %s", name, found[1])
			}
			if fragment == "" || !strings.HasSuffix(target, ".md") {
				continue
			}
			page, err := os.ReadFile(target)
			if err != nil {
				t.Error(err)
			}
			if !anchors(string(page))[fragment] {
				t.Errorf("%s: no heading #%s in %s", name, fragment, filepath.Base(target))
			}
		}
	}
}
