package table_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// What a list says of a saved game is what the table says that opens it.
func TestBrief(t *testing.T) {
	for _, text := range []string{
		"[Variant \"gun\"]\n[White \"Ada\"]\n[Black \"Heterodox level 7\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n[BlackLevel \"7\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n",
		"[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 (1. d4 d5) e5 1/2-1/2\n",
		"[WhiteType \"human\"]\n[BlackType \"human\"]\n\n1. e4 *\n",
	} {
		b, err := table.ReadBrief([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tab, err := table.Parse([]byte(text), variants.Open, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := tab.State()
		if got := (table.Brief{Variant: s.Rules.Name(), Players: s.Players, Result: s.Result.Result, Study: s.Study, Moves: len(s.Played)}); got != b {
			t.Errorf("%s: the list says %+v, the table %+v", text, b, got)
		}
		tab.Close()
	}
	cube, err := table.New(table.Options{Start: variants.MustOpen("cube3").Start(), Players: [2]table.Player{{Name: "Ada"}, {}}})
	if err != nil {
		t.Fatal(err)
	}
	defer cube.Close()
	b, err := table.ReadBrief(cube.Text())
	if want := (table.Brief{Variant: "cube3", Players: [2]table.Player{{Name: "Ada"}, {}}, Result: rules.Ongoing}); err != nil || b != want {
		t.Errorf("of a cube: %+v, %v, want %+v", b, err, want)
	}
	for _, text := range []string{"", "{", "{}", "[White \"x\n"} {
		if b, err := table.ReadBrief([]byte(text)); err == nil {
			t.Errorf("%q is a game: %+v", text, b)
		}
	}
}
