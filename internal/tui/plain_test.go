package tui

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// Sessions line by line, as for a script or a screen reader.
func TestPlain(t *testing.T) {
	for name, c := range map[string]struct{ variant, lines string }{
		"plain_mate":  {"chess", "e9\ne5\nf3\ne7e5\nwhy g1 g3\nmoves g1\ng4\nlist\nQh4\nQh5\nback\nback\nredo\nredo\nredo\nback\nback\nflip\nboard\nquit\nf4\n"},
		"plain_drops": {"crazyhouse", "e4\nd5\nexd5\nQxd5\nmoves p\nmoves q\nwhy P@e8\nwhy N@e4\nwhy Nf3\nwhy\nwhy z\n"},
		"plain_turns": {"fibonacci+madhouse", "e4\nd5\nexd5\nexd5,d4/d4\nrules\nfen\n"},
		"plain_tree": {"chess", "next\ncomment\ne4\ne5\nNf3\nanalyse\nanalyse\nback\nback\nc5\nNf3\nback\nc3\nback\nvariations\nline 2\nline 1\nlist\n" +
			"promote\nmain\nmain\ncomment Alapin\nmark ?!\nmark great\nstart\nend\nback\nother\ndelete\nlist\nundo\nredo\nredo\nundo\nnext\ndraw\nfen\ngame\nlist\ngame\n"},
		"plain_walls": {"duck", "e4\ne4,d4\nd5,d4\nd5,e5\n"},
		"plain_cube":  {"cube3", "moves a1I\nRa1IIa2I\nRa1Ia2I\nhint\neval\nlevel 3\nlevel\nnonsense\ndraw\ndraw\nnew\n"},
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

// The end of a context ends the session, even if no line comes.
func TestPlainEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, w := io.Pipe()
	defer w.Close()
	if err := Plain(ctx, twoPeople(t, "chess", ""), r, &strings.Builder{}); err != context.Canceled {
		t.Error(err)
	}
}

// A line longer than any move is one wrong line, and the game continues.
func TestLongLines(t *testing.T) {
	var out strings.Builder
	s := twoPeople(t, "chess", "")
	if err := Plain(context.Background(), s, strings.NewReader(strings.Repeat("x", 1<<20)+"\ne4\n"), &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Count(text, "too long for a move") != 1 || !strings.Contains(text, "White plays e4") || len(text) > 2000 {
		t.Errorf("unexpected output: %.2000s", text)
	}
}

// An analysis with new comments is saved, like one with new moves.
func TestCommentsAreKept(t *testing.T) {
	for _, line := range []string{"comment good", "mark !"} {
		file := filepath.Join(t.TempDir(), "analysis.pgn")
		s := twoPeople(t, "chess", "")
		defer s.Close()
		s.File = func(game.Rules) (string, error) { return file, nil }
		s.Do("e4")
		s.Do("analyse")
		if reply := s.Do(line); reply.Wrong || s.Table.State().File != file {
			t.Errorf("%s: reply %q or wrong file", line, reply.Text)
		}
		if reply := s.Do("undo"); reply.Wrong || s.where(s.state()) != "1. e4." {
			t.Errorf("%s, then undo: reply %q or wrong position", line, reply.Text)
		}
	}
}

// Moves that the engine played before the first line are reported, like later ones.
func TestPlainTellsTheFirstMove(t *testing.T) {
	options := engine.DefaultOptions()
	options.HashMB = 1
	tab, err := table.New(table.Options{
		Start:    variants.MustOpen("chess").Start(),
		Players:  [2]table.Player{{Level: 1}, {}},
		Thinkers: table.NewThinkers(1, func(game.Rules) game.Searcher { return engine.New(options) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	changes, stop := tab.Watch()
	defer stop()
	for len(tab.State().Played) == 0 {
		<-changes
	}
	var out strings.Builder
	if err := Plain(t.Context(), &Session{Table: tab}, strings.NewReader(""), &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Count(text, "White plays "+tab.State().Played[0].SAN+"\n") != 1 || strings.Count(text, "1 ") != 1 {
		t.Errorf("unexpected output: %s", text)
	}
}

// Who watches the engine play both sides neither resigns for it nor offers its draw.
func TestWatchersDoNotPlay(t *testing.T) {
	options := engine.DefaultOptions()
	options.HashMB = 1
	tab, err := table.New(table.Options{
		Start:    variants.MustOpen("chess").Start(),
		Players:  [2]table.Player{{Level: 1}, {Level: 1}},
		Thinkers: table.NewThinkers(1, func(game.Rules) game.Searcher { return engine.New(options) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	s := &Session{Table: tab}
	for _, command := range []string{"resign", "draw"} {
		if r := s.Do(command); !r.Wrong || r.Text != "The engine plays both sides." {
			t.Errorf("%s: %q", command, r.Text)
		}
	}
}
