package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// step is a block of the tutorial: the contents of a file named before it, or commands.
var step = regexp.MustCompile("(?m)(?:`([\\w/.-]+)`[^`]*:\n\n)?```(\\w+)\n((?s:.*?))```$")

// Following docs/adding-a-variant.md word for word gives a game that passes all tests named
// there, verifies, and combines with others.
func TestTutorial(t *testing.T) {
	if os.Getenv("HETERODOX_DEEP") == "" {
		t.Skip("compiles a copy of everything: set HETERODOX_DEEP=1 to run it")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(root)); err != nil {
		t.Fatal(err)
	}
	_, tutorial, _ := strings.Cut(read(t, "docs/adding-a-variant.md"), "## A game of the chessboard in Go")
	tutorial, _, _ = strings.Cut(tutorial, "## A new kind of rule")
	files, commands := 0, 0
	for _, m := range step.FindAllStringSubmatch(tutorial, -1) {
		file, language, text := m[1], m[2], m[3]
		if language != "sh" {
			files++
			put(t, filepath.Join(dir, file), text)
			continue
		}
		for line := range strings.Lines(text) {
			commands++
			run := exec.CommandContext(t.Context(), "sh", "-c", line)
			run.Dir, run.Env = dir, append(os.Environ(), "HETERODOX_DEEP=")
			out, err := run.CombinedOutput()
			if err != nil {
				t.Fatalf("%s%v\n%s", line, err, out)
			}
			t.Logf("%s%s", line, out)
		}
	}
	if files != 6 || commands != 9 {
		t.Errorf("%d files and %d commands", files, commands)
	}
}

// put writes a new file, or adds lines to the end of the list or table of games in an existing
// one.
func put(t *testing.T, path, lines string) {
	old, err := os.ReadFile(path)
	if err != nil {
		if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	end := regexp.MustCompile(`(?m)(^var (?:catalogue|games) = (?:.*\n)+?)(^\}\n)`)
	if strings.HasSuffix(path, ".md") {
		end = regexp.MustCompile("(?m)((?:^\\|.*\\n)*^\\| `chess`.*\\n(?:^\\|.*\\n)*)()")
	}
	at := end.FindSubmatchIndex(old)
	if at == nil {
		t.Fatalf("%s has no list of games", path)
	}
	made := string(old[:at[3]]) + lines + string(old[at[3]:])
	if err := os.WriteFile(path, []byte(made), 0o666); err != nil {
		t.Fatal(err)
	}
}
