package tui

import (
	"context"
	"io"
	"strings"
	"testing"
)

// Sessions line by line, as a script or a reader aloud has them.
func TestPlain(t *testing.T) {
	for name, c := range map[string]struct{ variant, lines string }{
		"plain_mate":  {"chess", "e9\ne5\nf3\ne7e5\nwhy g1 g3\nmoves g1\ng4\nlist\nQh4\nQh5\nback\nback\nflip\nboard\nquit\nf4\n"},
		"plain_turns": {"fibonacci+madhouse", "e4\nd5\nexd5\nexd5,d4/d4\nrules\nfen\n"},
		"plain_tree": {"chess", "next\ncomment\ne4\ne5\nNf3\nanalyse\nanalyse\nback\nback\nc5\nNf3\nback\nc3\nback\nvariations\nline 2\nline 1\nlist\n" +
			"promote\nmain\nmain\ncomment Alapin\nmark ?!\nmark great\nstart\nend\nback\nother\ndelete\nlist\nundo\nnext\ndraw\nfen\ngame\nlist\ngame\n"},
		"plain_cube": {"cube3", "moves a1I\nRa1IIa2I\nRa1Ia2I\nhint\neval\nlevel 3\nlevel\nnonsense\ndraw\ndraw\nnew\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if err := Plain(context.Background(), twoPeople(t, c.variant, ""), strings.NewReader(c.lines), &out); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", out.String())
		})
	}
}

// A context that ends ends the session, though no line comes.
func TestPlainEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, w := io.Pipe()
	defer w.Close()
	if err := Plain(ctx, twoPeople(t, "chess", ""), r, &strings.Builder{}); err != context.Canceled {
		t.Error(err)
	}
}
