package variants_test

import (
	"slices"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// Every game is in a family, no family has a name twice, and every name is a game.
func TestFamilies(t *testing.T) {
	var sorted []string
	for _, f := range variants.Families() {
		if len(f.Games) == 0 {
			t.Errorf("%s is empty", f.Name)
		}
		for i, name := range f.Games {
			if _, err := variants.Open(name); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			if slices.Contains(f.Games[:i], name) {
				t.Errorf("%s has %s twice", f.Name, name)
			}
		}
		sorted = append(sorted, f.Games...)
	}
	for _, name := range append(variants.Names(), variants.More()...) {
		if !slices.Contains(sorted, name) {
			t.Errorf("%s is in no family", name)
		}
	}
}
