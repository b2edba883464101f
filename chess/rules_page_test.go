package chess_test

import (
	"os"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// TestRulesPage keeps docs/rules.md complete: every name is in its table, and
// its FENs can be read.
func TestRulesPage(t *testing.T) {
	text, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
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
