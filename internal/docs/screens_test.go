package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// The screens shown in docs/play.md are those that the terminal draws.
func TestScreensAreCurrent(t *testing.T) {
	page := read(t, "docs/play.md")
	for _, name := range []string{"start", "pinned", "put", "cube"} {
		text := must.Get(t, os.ReadFile, filepath.Join(root, "internal/tui/testdata", name+".txt"))
		lines := strings.Split(string(text), "\n")
		screen := strings.TrimRight(strings.Join(lines[:24], "\n"), "\n")
		if !strings.Contains(page, "```text\n"+screen+"\n```") {
			t.Errorf("docs/play.md does not show internal/tui/testdata/%s.txt unchanged", name)
		}
	}
}
