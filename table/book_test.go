package table_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// The engine plays from its book as long as the book knows the position, then it searches.
func TestBook(t *testing.T) {
	k := must.Get(t, book.NewMaker, book.Options{})
	line := game.NewRecord(variants.MustOpen("chess").Start())
	for _, san := range []string{"a4", "h5", "a5", "h4"} {
		if err := line.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	var text strings.Builder
	if err := k.Add(line, rules.Draw); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Write(&text); err != nil {
		t.Fatal(err)
	}
	b, err := book.New(strings.NewReader(text.String()), int64(text.Len()))
	if err != nil {
		t.Fatal(err)
	}
	count := &searches{turns: map[string]int{}}
	thinkers := table.NewThinkers(1, func(game.Rules) game.Searcher { return slowSearcher{count} })
	thinkers.Book = b
	tb := newTable(t, "chess", "", table.Options{Thinkers: thinkers, Players: [2]table.Player{1: {Level: 1}}})
	for i, move := range []string{"a4", "a5", "e4"} {
		play(t, tb, move)
		await(t, tb, "the engine's move", func(s table.State) bool { return len(s.Played) == 2*(i+1) })
		if searched := count.top > 0; searched != (move == "e4") {
			t.Errorf("after %s: searched %v", move, searched)
		}
	}
	if played := tb.State().Played; played[1].SAN != "h5" || played[3].SAN != "h4" {
		t.Errorf("the engine has played %s and %s", played[1].SAN, played[3].SAN)
	}
}
