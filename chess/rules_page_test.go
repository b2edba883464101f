package chess_test

import (
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// TestRulesPage checks that docs/rules.md is complete: its table has every name, and
// its FENs are valid.
func TestRulesPage(t *testing.T) {
	text := must.Get(t, os.ReadFile, "../docs/rules.md")
	for _, v := range variants.All() {
		for _, name := range append([]string{v.Name}, v.Aliases...) {
			if !strings.Contains(string(text), "`"+name+"`") {
				t.Errorf("docs/rules.md does not name %s", name)
			}
		}
	}
	fens := 0
	for line := range strings.Lines(string(text)) {
		if strings.Count(line, "/") < 7 || strings.Contains(line, "`") {
			continue
		}
		fens++
		variant := "fibonacci"
		if strings.Contains(line, "[") {
			variant = "baseline"
		}
		if _, err := variants.MustCompile(variant).ParseFEN(line); err != nil {
			t.Errorf("docs/rules.md: %v in %q", err, line)
		}
	}
	if fens != 2 {
		t.Errorf("docs/rules.md shows %d FENs, want 2", fens)
	}
}
