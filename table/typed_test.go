package table_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// Paste recognises what is pasted: a game, a position, or moves.
func TestPaste(t *testing.T) {
	for _, c := range []struct{ variant, text, moves, fen, fault string }{
		{"chess", "e4 e5 Nf3", "e2e4 e7e5 g1f3", "", ""},
		{"chess", " 1. e4 e5\r\n2. Nf3 ", "e2e4 e7e5 g1f3", "", ""},
		{"chess", "e2e4 e7e5", "e2e4 e7e5", "", ""},
		{"chess", "1. e4 {best} e5 (1... c5) 2. Nf3 *", "e2e4 e7e5 g1f3", "", ""},
		{"chess", "{A friendly game} 1. e4 e5 1-0", "e2e4 e7e5", "", ""},
		{"chess", "\ufeff[Event \"x\"]\n\n1. e4 *", "e2e4", "", ""},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ""},
		{"cube3", "[k##,###,r##],[###,###,###],[###,###,##K] w", "", "[k##,###,r##],[###,###,###],[###,###,##K] w 1", ""},
		{"crazyhouse", "e4 d5 exd5 Qxd5 P@e4", "e2e4 d7d5 e4d5 d8d5 P@e4", "", ""},
		{"seirawan", "1. Nf3/H Nc6 2. Nc3/E/e5", "g1f3h b8c6 b1c3e e7e5", "", ""},
		{"seirawan", "Nf3/e5/Nc3/H", "g1f3 e7e5 b1c3h", "", ""},
		{"chess", "/e4//e5/1.../2. Nf3/", "e2e4 e7e5 g1f3", "", ""},
		{"chess", "e4 e5 Nf4", "", "", "move 3: no white knight can go to f4"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "", "", "castling"},
		{"chess", "1. e4 e5 2. Nf4 1-0", "", "", "line 1: move 2. Nf4"},
		{"chess", "", "", "", "nothing to open"},
		{"chess", "good morning", "", "", "\"good\" is not a move"},
	} {
		tb, err := table.Paste(c.text, variants.MustOpen(c.variant), variants.Open, nil)
		if err != nil {
			if c.fault == "" || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s %q: %v, want %q", c.variant, c.text, err, c.fault)
			}
			continue
		}
		s := tb.State()
		if got := written(s); c.fault != "" || got != c.moves || !s.Study || c.fen != "" && s.Position().FEN() != c.fen {
			t.Errorf("%s %q: moves %q, %s", c.variant, c.text, got, s.Position().FEN())
		}
		tb.Close()
	}
}

// A player can only type several moves if all are the player's own, and
// either all are played or none.
func TestTypedSides(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{})
	if err := tb.PlayText(table.AnyRevision, "e4 e5", rules.White); err == nil || err.Error() != "after e4 it is Black's move: type only your own" {
		t.Errorf("White plays Black's move: %v", err)
	}
	if got := written(tb.State()); got != "" {
		t.Errorf("%s was played", got)
	}
	engine := newTable(t, "chess", "", table.Options{Players: [2]table.Player{{}, {Level: 1}}})
	if err := engine.PlayText(table.AnyRevision, "e4 e5"); err == nil || !strings.Contains(err.Error(), "it is Black's move") {
		t.Errorf("the engine's move is played for it: %v", err)
	}
	if err := engine.PlayText(table.AnyRevision, "e4"); err != nil {
		t.Error(err)
	}
}

// A game whose results contradict each other can be read: the board takes precedence, then the
// result after the moves, then the tag.
func TestContradictingResults(t *testing.T) {
	for _, c := range []struct{ tag, moves, want string }{
		{"1-0", "1. e4 e5 0-1", "0-1"}, {"1-0", "1. e4 e5 *", "1-0"}, {"*", "1. e4 e5 1/2-1/2", "1/2-1/2"},
		{"1-0", "1. f3 e5 2. g4 Qh4# 1-0", "0-1"}, {"1-0", "1. f3 e5 2. g4 Qh4# *", "0-1"}, {"?", "1. e4", "*"},
	} {
		tb, err := table.Parse([]byte("[Event \"x\"]\n[Result \""+c.tag+"\"]\n\n{before all} "+c.moves+"\n"), variants.Open, nil)
		if err != nil {
			t.Errorf("%s: %v", c.moves, err)
			continue
		}
		if s := tb.State(); s.Result.Result.String() != c.want || s.Comment != "before all" {
			t.Errorf("[%s] %s ends %s with the comment %q, want %s", c.tag, c.moves, s.Result.Result, s.Comment, c.want)
		}
	}
}
