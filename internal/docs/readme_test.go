package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// block returns the first fenced block of a language.
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

// fenced is a block of text that is shown as it is.
var fenced = regexp.MustCompile("(?ms)^```.*?^```")

var link = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)

// Links between our documents lead somewhere.
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
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			target := found[1]
			if strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), target)); err != nil {
				t.Errorf("%s: no %s", name, target)
			}
		}
	}
}
