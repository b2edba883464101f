package cubic_test

import (
	"testing"

	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

func TestDraw(t *testing.T) {
	p := parse(t, "[##,r#],[##,Rk]", rules.Black)
	if got, want := p.Draw(p.Reach(0, nil), 0), "      II      I\n 2   .  .    *  .\n 1  (r) .   [R](k)\n     a  b    a  b\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := p.Draw(nil), "      II      I\n 2   .  .    .  .\n 1   r  .    R  k\n     a  b    a  b\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Reach ignores turns and checks.
func TestReach(t *testing.T) {
	p := parse(t, "[#q#,###,###],[#R#,###,###],[#K#,###,##k]", rules.White)
	for cell, want := range map[string]int{"b3II": 5, "b3III": 13, "c1I": 7, "a1I": 0} {
		c, err := cubic.ParseCell(cell)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(p.Reach(c, nil)); got != want {
			t.Errorf("%s: %d moves, want %d", cell, got, want)
		}
	}
}
