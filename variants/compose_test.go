package variants

import (
	"fmt"
	"testing"
)

// A composition is one game in whatever order its parts are named, and only those used
// last are kept.
func TestCompositionsKept(t *testing.T) {
	first := MustOpen("gun+fibonacci+capablanca")
	for _, name := range []string{"capablanca+gun+fibonacci", "fibonacci+Capablanca+gun", "chess+gun+capablanca+fibonacci"} {
		if again := MustOpen(name); again != first {
			t.Errorf("%s and %s are different games", name, first.Name())
		}
	}
	before := len(opened.list)
	for i := range 2 * maxOpened {
		recall(fmt.Sprint("key ", i), first)
		if i%10 == 0 {
			MustOpen("gun+fibonacci+capablanca") // used, so it stays
		}
	}
	if n := len(opened.list); before > maxOpened || n != maxOpened {
		t.Errorf("%d compositions are kept", n)
	}
	if MustOpen("capablanca+fibonacci+gun") != first {
		t.Error("a composition that is in use was dropped")
	}
	opened.list = nil
}

// Opening a game again returns the same one, whichever machine plays it.
func TestOpenedAgain(t *testing.T) {
	for _, name := range []string{"chess", "3check", "fairy+gun", "capablanca", "capablanca+fischerandom", "gun+grand", "cube4"} {
		if MustOpen(name) != MustOpen(name) {
			t.Errorf("%s is a different game when it is opened again", name)
		}
	}
}

// Castling can also be removed from a start position whose FEN does not mention it.
func TestComposedWithShortFEN(t *testing.T) {
	for name, want := range map[string]string{"nocastle+minishogi": "minishogi", "antichess+shogi": "shogi"} {
		if got, want := MustOpen(name).Start().FEN(), MustOpen(want).Start().FEN(); got != want {
			t.Errorf("%s begins with %s, want %s", name, got, want)
		}
	}
}
