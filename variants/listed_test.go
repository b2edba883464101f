package variants_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/variants"
)

// Every listed name is valid in an option, is listed once, and is a game.
func TestListed(t *testing.T) {
	list := variants.Listed()
	for i, name := range list {
		if name == "" || strings.ToLower(name) != name || strings.Contains(name, " ") || slices.Index(list, name) != i {
			t.Errorf("%q is not a word in lower case, or is listed twice", name)
		}
		if _, err := variants.Open(name); err != nil {
			t.Error(err)
		}
	}
	// Names that Cute Chess, XBoard and python-chess need.
	for _, name := range []string{"chess", "standard", "capablanca", "xiangqi", "3check"} {
		if !slices.Contains(list, name) {
			t.Errorf("%s is not listed", name)
		}
	}
	for _, name := range variants.Names() {
		if !slices.Contains(list, name) {
			t.Errorf("%s is not listed", name)
		}
	}
}
