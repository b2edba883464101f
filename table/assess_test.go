package table_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/table"
)

// The engine judges every move of a line that has no evaluation yet, and nothing else.
func TestAssess(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true, Thinkers: thinkers()})
	last, err := tb.PlayTextAt(0, "f3 e5 g4")
	if err != nil {
		t.Fatal(err)
	}
	side, err := tb.PlayTextAt(0, "d4")
	if err != nil {
		t.Fatal(err)
	}
	mate, err := tb.PlayTextAt(last, "Qh4")
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.Assess(last, true); err != nil {
		t.Fatal(err)
	}
	await(t, tb, "every move judged", func(s table.State) bool {
		n, _ := s.Tree.Find(last)
		return n.Eval != "" && !s.Assessing
	})
	s := tb.State()
	for _, n := range s.Tree {
		want := n.ID != side && n.ID != mate // which is over, and is in another line
		if (n.Eval != "") != want {
			t.Errorf("%s is judged %q", n.SAN, n.Eval)
		}
	}
	if n, _ := s.Tree.Find(last); n.Eval != "#-1" {
		t.Errorf("g4 is judged %s", n.Eval)
	}
	if text := string(tb.Text()); strings.Count(text, "[%eval ") != 3 {
		t.Errorf("written as\n%s", text)
	}
	for name, err := range map[string]error{
		"a game":        newTable(t, "chess", "", table.Options{Thinkers: thinkers()}).Assess(0, true),
		"no engine":     newTable(t, "chess", "", table.Options{Study: true}).Assess(0, true),
		"no such move":  tb.Assess(999, true),
		"off, and done": nil,
	} {
		if (err == nil) != (name == "off, and done") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tb.Assess(0, false); err != nil || tb.State().Assessing {
		t.Errorf("it cannot be ended: %v", err)
	}
}
