package variants

import (
	"errors"
	"github.com/heterodox-chess/heterodox/game/screen"
	"slices"
	"strings"
	"testing"
)

// The error for a misspelt name suggests what was meant.
func TestNear(t *testing.T) {
	for name, want := range map[string]string{
		"ches":          "chess",
		"Atomicc":       "atomic",
		"capablnaca":    "capablanca",
		"xianqi":        "xiangqi",
		"crazy house 2": "crazyhouse",
		"3chekc":        "threecheck",
	} {
		if names := near(name); len(names) == 0 || names[0] != want || len(names) > 3 {
			t.Errorf("%s: near are %q, want %s first", name, names, want)
		}
		_, err := Open(name)
		if unknown := (*UnknownError)(nil); !errors.As(err, &unknown) || unknown.Name != name || !slices.Equal(unknown.Near, near(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"shogi", "cube3", "gun+capablanca"} {
		if _, err := Compile(name); err == nil || err.Error() != name+" is not a game of the fast machine" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open("gun+ches5"); !errors.As(err, new(*UnknownError)) {
		t.Errorf("in a composition: %v", err)
	}
	for _, name := range []string{"", "x", "quantumleap", strings.Repeat("chess", 1000)} {
		if names := near(name); names != nil {
			t.Errorf("%.20s: near are %q", name, names)
		}
	}
	if _, err := Open("gun+capablanac"); err == nil || !strings.Contains(err.Error(), "capablanca?") {
		t.Errorf("in a composition: %v", err)
	}
}

// Aliases are understood in compositions on other boards, as they are on 8x8.
func TestAliasesInCompositions(t *testing.T) {
	for name, want := range map[string]string{
		"3check+capablanca":             "threecheck+capablanca",
		"capablanca + King of the Hill": "kingofthehill+capablanca",
	} {
		got, err := Open(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wanted := MustOpen(want)
		if got.Name() != wanted.Name() || !slices.Equal(screen.Card(got), screen.Card(wanted)) {
			t.Errorf("%s is %s, want %s", name, got.Name(), wanted.Name())
		}
	}
}

// Names are compared only for an error: not when a game is opened that is in a file.
func TestOpenComparesNoNames(t *testing.T) {
	if _, err := Open("capablanca"); err != nil {
		t.Fatal(err)
	}
	opening := testing.AllocsPerRun(10, func() { Open("capablanca") })
	if comparing := testing.AllocsPerRun(10, func() { near("capablanca") }); opening > comparing/4 {
		t.Errorf("opening a game takes %v allocations, comparing its name %v", opening, comparing)
	}
}
