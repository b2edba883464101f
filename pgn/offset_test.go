package pgn_test

import (
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/pgn"
)

// Every game lies between the offsets before and after it: reading from there gives the same game.
func TestOffset(t *testing.T) {
	text := "\ufeff[Event \"a\"]\n\n1. e4 {x} e5 1-0\n\n; between\n[Event \"b\"]\n\n1. d4\n[Event \"c\"]\r\n\r\n1. c4 *[Event \"d\"]\n{not closed"
	r, from := pgn.NewReader(strings.NewReader(text)), int64(0)
	for _, want := range []string{"a", "b", "c"} {
		g, err := r.Next()
		if err != nil || g.Tag("Event") != want {
			t.Fatalf("game %v, %v, want %s", g, err, want)
		}
		at, ended := r.Offset()
		again, err := pgn.NewReader(strings.NewReader(text[from:at])).Next()
		if err != nil || again.Tag("Event") != want || len(again.Moves) != len(g.Moves) || ended {
			t.Errorf("from %d to %d, ended %v: %v, %v, want %s", from, at, ended, again, err, want)
		}
		from = at
	}
	if _, err := r.Next(); err == nil {
		t.Error("an unclosed comment is accepted")
	}
	if at, ended := r.Offset(); at != int64(len(text)) || !ended {
		t.Errorf("at the end: %d of %d, %v", at, len(text), ended)
	}
}
