package table_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// A list says the same of a saved game as the table that opens it.
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
		got := table.Brief{Variant: s.Rules.Name(), Players: s.Players, Result: s.Result.Result, Study: s.Study, Moves: len(s.Played)}
		var opening []string
		for _, m := range s.Played {
			opening = append(opening, m.SAN)
		}
		if got.Opening = strings.Join(opening, " "); got != b {
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
	if want := (table.Brief{Variant: "cube3", Players: [2]table.Player{{Name: "Ada"}, {}}, Result: rules.Ongoing, Date: time.Now().Format("2006-01-02")}); err != nil || b != want {
		t.Errorf("of a cube: %+v, %v, want %+v", b, err, want)
	}
	for _, text := range []string{"", "{", "{}", "[White \"x\n"} {
		if b, err := table.ReadBrief([]byte(text)); err == nil {
			t.Errorf("%q is accepted as a game: %+v", text, b)
		}
	}
}

// From the tags a list takes event and date, from the moves the first twelve without signs.
func TestBriefOfTags(t *testing.T) {
	b, err := table.ReadBrief([]byte("[Event \"Cup\"]\n[Date \"2026.05.??\"]\n\n1. e4! e5?? 2. Qh5 Ke7 3. Qxe5# 1-0"))
	if err != nil || b.Event != "Cup" || b.Date != "2026-05" || b.Opening != "e4 e5 Qh5 Ke7 Qxe5" {
		t.Errorf("%+v, %v", b, err)
	}
	b, err = table.ReadBrief([]byte("[Event \"?\"]\n[Date \"????.??.??\"]\n\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", 4) + "*"))
	if err != nil || b.Event != "" || b.Date != "" || b.Opening != strings.TrimSpace(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 3)) {
		t.Errorf("%+v, %v", b, err)
	}
}

// The main line of a saved game is played up to a given move, also for a cube.
func TestReadMain(t *testing.T) {
	cube, err := table.New(table.Options{Start: variants.MustOpen("cube3").Start()})
	if err != nil {
		t.Fatal(err)
	}
	defer cube.Close()
	play(t, cube, cube.State().Position().UCI(cube.State().Position().Moves()[0]))
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"[Variant \"gun\"]\n\n1. e4 (1. d4) e5 2. Nf3 1-0", 40, "gun 3 1-0"}, {"1. e4 e5 *", 1, "chess 1 *"}, {string(cube.Text()), 40, "cube3 1 *"}, {string(cube.Text()), 0, "cube3 0 *"},
	} {
		r, result, err := table.ReadMain([]byte(test.text), variants.Open, test.most)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if got := fmt.Sprint(r.Start().Rules().Name(), " ", r.Len(), " ", result); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
	for _, text := range []string{"", "{", "1. Ke2", "[Variant \"x\"]\n\n*"} {
		if _, _, err := table.ReadMain([]byte(text), variants.Open, 40); err == nil {
			t.Errorf("%q is played", text)
		}
	}
}
