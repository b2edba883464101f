package english

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"", "ab", 2}, {"abc", "acb", 1}, {"abc", "abd", 1},
		{"abc", "xabc", 1}, {"kitten", "sitting", 3}, {"abcd", "badc", 2},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// The nearest spellings come first, and none that is far.
func TestNear(t *testing.T) {
	spellings := []Spelling{{"castling", "castling"}, {"castlingrank", "castlingRank"}, {"checking", "checking"}, {"pass", "pass"}}
	for word, want := range map[string][]string{"castlin": {"castling"}, "castlng": {"castling"}, "cheking": {"checking"}, "xx": nil, "wallingrule": nil} {
		if got := Near(word, spellings); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got, want := Meant([]string{"a", "b"}), "; did you mean a or b?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
