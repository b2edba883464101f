package puzzle

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
)

// docs/puzzles.md lists all themes and says how many puzzles there are.
func TestDocs(t *testing.T) {
	text := must.Get(t, os.ReadFile, "../../docs/puzzles.md")
	for _, theme := range Themes {
		if row := fmt.Sprintf("| `%s` | %s |\n", theme.Name, theme.Text); !strings.Contains(string(text), row) {
			t.Errorf("docs/puzzles.md lacks\n%s", row)
		}
	}
	if total := fmt.Sprintf("%d puzzles of %d games", Embedded().Len(), len(Embedded().Games())); !strings.Contains(strings.ReplaceAll(string(text), ",", ""), total) {
		t.Errorf("docs/puzzles.md does not say that there are %s", total)
	}
}
