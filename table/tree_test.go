package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
	"github.com/heterodox-chess/heterodox/variants"
)

// nested writes the moves after a move as people do, with variations in brackets.
func nested(tree table.Tree, id int) string {
	var words []string
	say := func(n table.Node) {
		if n.Before != "" {
			words = append(words, "{"+n.Before+"}")
		}
		words = append(words, n.SAN+n.Marks())
		if n.Note != "" {
			words = append(words, "{"+n.Note+"}")
		}
	}
	for next := tree.Next(id); len(next) > 0; next = tree.Next(next[0].ID) {
		say(next[0])
		for _, v := range next[1:] {
			words = append(words, "(")
			say(v)
			words = append(words, nested(tree, v.ID), ")")
		}
	}
	return strings.NewReplacer("( ", "(", "  )", ")", " )", ")").Replace(strings.Join(words, " "))
}

// playAt plays typed moves from a move on, each after the one before.
func playAt(t *testing.T, tb *table.Table, id int, moves ...string) int {
	t.Helper()
	for _, m := range moves {
		var err error
		if id, err = tb.PlayTextAt(id, m); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
	}
	return id
}

func wantTree(t *testing.T, tb *table.Table, want string) {
	t.Helper()
	if got := nested(tb.State().Tree, 0); got != want {
		t.Errorf("the tree is %s\nwant %s", got, want)
	}
}

// Moves played at earlier positions become variations, which can be promoted, deleted and restored.
func TestTree(t *testing.T) {
	file := filepath.Join(t.TempDir(), "analysis.pgn")
	tb := newTable(t, "chess", "", table.Options{Study: true, File: file})
	e5 := playAt(t, tb, 0, "e4", "e5")
	playAt(t, tb, e5, "Nf3")
	e4 := tb.State().Tree[0].ID
	c5 := playAt(t, tb, e4, "c5")
	playAt(t, tb, c5, "Nf3", "d6")
	playAt(t, tb, c5, "c3")
	playAt(t, tb, 0, "d4")
	wantTree(t, tb, "e4 (d4) e5 (c5 Nf3 (c3) d6) Nf3")
	if before := tb.State(); playAt(t, tb, 0, "e4", "c5") != c5 || tb.State().Revision != before.Revision {
		t.Error("a move that exists already was added again")
	}
	if s, ok := tb.StateAt(c5); !ok || written(s) != "e2e4 c7c5" || s.Position().Side() != rules.White || s.At != c5 {
		t.Errorf("after c5 the moves are %s", written(s))
	}
	d4 := tb.State().Tree.Next(0)[1].ID
	playAt(t, tb, d4, "d5", "c4")
	c3 := tb.State().Tree.Next(c5)[1].ID
	if ok, err := tb.Promote(c3, false); !ok || err != nil {
		t.Fatal(ok, err)
	}
	wantTree(t, tb, "e4 (d4 d5 c4) e5 (c5 c3 (Nf3 d6)) Nf3")
	if ok, err := tb.Promote(c3, true); !ok || err != nil {
		t.Fatal(ok, err)
	}
	wantTree(t, tb, "e4 (d4 d5 c4) c5 (e5 Nf3) c3 (Nf3 d6)")
	if ok, err := tb.Promote(c3, true); ok || err != nil {
		t.Error("the main line is promoted")
	}
	if parent, err := tb.Delete(c5); parent != e4 || err != nil {
		t.Fatal(parent, err)
	}
	wantTree(t, tb, "e4 (d4 d5 c4) e5 Nf3")
	if _, err := tb.PlayTextAt(c3, "a3"); err == nil {
		t.Error("a deleted move was continued")
	}
	again, err := table.Read(file, variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantTree(t, again, "e4 (d4 d5 c4) e5 Nf3")
	if !again.State().Study {
		t.Error("an analysis is read back as a game")
	}
	again.Close()
	for _, want := range []struct {
		tree string
		at   int
	}{
		{"e4 (d4 d5 c4) c5 (e5 Nf3) c3 (Nf3 d6)", c5},
		{"e4 (d4 d5 c4) e5 (c5 c3 (Nf3 d6)) Nf3", c3},
		{"e4 (d4 d5 c4) e5 (c5 Nf3 (c3) d6) Nf3", c3},
		{"e4 (d4 d5) e5 (c5 Nf3 (c3) d6) Nf3", 0},
		{"e4 (d4) e5 (c5 Nf3 (c3) d6) Nf3", d4},
		{"e4 e5 (c5 Nf3 (c3) d6) Nf3", 0},
	} {
		at, err := tb.Undo()
		if err != nil || want.at != 0 && at != want.at {
			t.Errorf("undone at %d, %v", at, err)
		}
		wantTree(t, tb, want.tree)
	}
	for _, want := range []struct {
		tree string
		at   int
	}{
		{"e4 (d4) e5 (c5 Nf3 (c3) d6) Nf3", 0},
		{"e4 (d4 d5) e5 (c5 Nf3 (c3) d6) Nf3", 0},
		{"e4 (d4 d5 c4) e5 (c5 Nf3 (c3) d6) Nf3", 0},
		{"e4 (d4 d5 c4) e5 (c5 c3 (Nf3 d6)) Nf3", c3},
		{"e4 (d4 d5 c4) c5 (e5 Nf3) c3 (Nf3 d6)", c3},
		{"e4 (d4 d5 c4) e5 Nf3", e4},
	} {
		if !tb.State().Redo {
			t.Error("what was undone cannot be redone")
		}
		at, err := tb.Redo()
		if err != nil || want.at != 0 && at != want.at {
			t.Errorf("redone at %d, %v", at, err)
		}
		wantTree(t, tb, want.tree)
	}
	if _, err := tb.Redo(); err == nil || tb.State().Redo {
		t.Error("more was redone than undone")
	}
	for tb.State().Tree != nil && len(tb.State().Tree) > 0 {
		if _, err := tb.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tb.Undo(); err == nil || tb.State().Undo {
		t.Error("more was undone than done")
	}
	if text, err := os.ReadFile(file); err != nil || !strings.HasSuffix(strings.TrimSpace(string(text)), "\n\n*") {
		t.Errorf("after undoing it is saved as\n%s", text)
	}
}

// The operations of an analysis cannot bypass the rules of a game, nor the other way round.
func TestGamesAndAnalyses(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{})
	play(t, tb, "e4", "e5")
	if _, err := tb.PlayTextAt(0, "d4"); err == nil {
		t.Error("a game between players gets a variation")
	}
	if _, err := tb.Delete(1); err == nil {
		t.Error("a move of a game is deleted")
	}
	if _, ok := tb.StateAt(1); ok {
		t.Error("a game between players has a state at an earlier move")
	}
	tb.Resign(table.AnyRevision, rules.White)
	b, err := tb.Analysis()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for what, err := range map[string]error{
		"a turn": b.PlayText(table.AnyRevision, "d4"), "taking back": b.TakeBack(table.AnyRevision),
		"resigning": b.Resign(table.AnyRevision, rules.White), "an engine": b.SetPlayer(table.AnyRevision, rules.White, table.Player{Level: 3}),
	} {
		if err == nil {
			t.Errorf("an analysis has %s", what)
		}
	}
	// A game that was resigned can be continued; its result stays.
	playAt(t, b, 2, "Nf3")
	playAt(t, b, 1, "c5")
	wantTree(t, b, "e4 e5 (c5) Nf3")
	wantTree(t, tb, "e4 e5")
	s, _ := b.StateAt(1)
	if s.Ending.Over() || s.Result != (table.Ending{Result: rules.BlackWins, Reason: "resignation"}) {
		t.Errorf("the analysis ends %+v, its game %+v", s.Ending, s.Result)
	}
	if text := string(b.Text()); !strings.Contains(text, "1. e4 e5 (1... c5) 2. Nf3 0-1") || strings.Contains(text, "WhiteType") {
		t.Errorf("saved as\n%s", text)
	}
	if _, err := table.New(table.Options{Start: s.Record.Start(), Study: true, Players: [2]table.Player{{Level: 1}}}); err == nil {
		t.Error("an engine plays in an analysis")
	}
}

// Variations have comments, annotations and scores, too. What cannot be played in a variation
// becomes a comment; one that starts with the same moves as the line is merged into it.
func TestReadTree(t *testing.T) {
	const text = `[White "A"] [Black "B"] [TimeControl "40/7200:3600"] [Result "1-0"]

{First.} 1. e4 {[%eval 0.3] [%clk 1:00:00]} ({or} 1. d4 $14 d5 {[%csl Gd5] solid} (1... Nf6 {Indian} 2. c4?!)) (1. e4 e6 2. d4)
1... e5 ( 1... c5 2. -- d6 (2... e6) {idea} ) (1... Z0 2. d4) 2. Nf3 1-0`
	tb, err := table.Parse([]byte(text), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	const want = "e4 ({or} d4 d5 {[%csl Gd5] solid} (Nf6 {Indian} c4?!)) e5 {(Z0 d4)} (e6 d4) (c5 {-- d6 (idea) (e6)}) Nf3"
	if got := nested(tb.State().Tree, 0); got != want {
		t.Errorf("read as %s\nwant    %s", got, want)
	}
	again, err := table.Parse(tb.Text(), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if a, b := nested(tb.State().Tree, 0), nested(again.State().Tree, 0); a != b || string(again.Text()) != string(tb.Text()) {
		t.Errorf("%s\nis read back as %s\n%s", a, b, tb.Text())
	}
	first := again.State().Tree[0]
	if first.Eval != "0.3" || first.Clock.Hours() != 1 || !strings.Contains(string(again.Text()), `[TimeControl "40/7200:3600"]`) ||
		!strings.Contains(string(again.Text()), "{First.} 1. e4 {[%clk 1:00:00.0] [%eval 0.3]} ({or} 1. d4 $14") {
		t.Errorf("%+v in\n%s", first, again.Text())
	}
}

func TestMark(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true})
	id := playAt(t, tb, 0, "e4")
	for _, mark := range []string{"!?", "??"} {
		if err := tb.Mark(id, mark); err != nil || tb.State().Tree[0].Marks() != mark {
			t.Errorf("%s: %v %q", mark, err, tb.State().Tree[0].Marks())
		}
	}
	if tb.Mark(id, "") != nil || tb.State().Tree[0].Marks() != "" {
		t.Error("the mark remains")
	}
	if tb.Mark(id, "great") == nil || tb.Mark(0, "!") == nil || tb.Annotate(99, "x") == nil {
		t.Error("an invalid mark, or one without a move, is accepted")
	}
	if tb.Annotate(0, "to begin with"); !strings.Contains(string(tb.Text()), "{to begin with} 1. e4 *") {
		t.Errorf("the comment before the game is not saved:\n%s", tb.Text())
	}
}

// The nesting of variations is limited, both for playing and for promoting.
func TestDepth(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true})
	shuffle := [][2]string{{"Nf3", "Nc3"}, {"Nf6", "Nc6"}, {"Ng1", "Nb1"}, {"Ng8", "Nb8"}}
	id, depth := 0, 0
	var refused error
	for ply := range 4 * pgn.MaxDepth {
		pair := shuffle[ply%4]
		state, _ := tb.StateAt(id)
		var legal []string
		for _, m := range state.Position().Moves() {
			legal = append(legal, state.Position().SAN(m))
		}
		main, side := pair[0], pair[1]
		if !strings.Contains(" "+strings.Join(legal, " ")+" ", " "+main+" ") {
			main = legal[0]
		}
		if !strings.Contains(" "+strings.Join(legal, " ")+" ", " "+side+" ") {
			side = legal[1]
		}
		playAt(t, tb, id, main)
		next, err := tb.PlayTextAt(id, side)
		if err != nil {
			refused = err
			break
		}
		id, depth = next, depth+1
	}
	if depth != pgn.MaxDepth || refused == nil {
		t.Fatalf("nested %d deep, then %v", depth, refused)
	}
	again, err := table.Parse(tb.Text(), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	// Promoting the whole variation turns all of the old line into a variation, one level deep.
	if ok, err := tb.Promote(id, true); !ok || err != nil {
		t.Fatal(ok, err)
	}
	wantDepth := func(want int) {
		t.Helper()
		if got := strings.Count(nested(tb.State().Tree, 0), "("); got != want {
			t.Errorf("%d variations, want %d", got, want)
		}
	}
	wantDepth(pgn.MaxDepth)
}

// grown builds a random tree: moves at random places, also in the middle of turns, with
// comments; lines are promoted and deleted, and some of it undone.
func grown(tb *table.Table, choose func(int) int, steps int) {
	ids := []int{0}
	for range steps {
		id := ids[choose(len(ids))]
		s, ok := tb.StateAt(id)
		if !ok {
			continue
		}
		moves := s.Position().Moves()
		switch what := choose(16); {
		case what == 0:
			tb.Promote(id, choose(2) == 0)
		case what == 1 && id != 0:
			tb.Delete(id)
		case what == 2:
			tb.Undo()
		case what == 3:
			tb.Annotate(id, fmt.Sprintf("[%%csl Ge4] comment %d", choose(100)))
		case what == 4:
			tb.Mark(id, []string{"!", "?", "!!", "??", "!?", "?!", ""}[choose(7)])
		case len(moves) > 0:
			if next, err := tb.PlayAt(id, moves[choose(len(moves))]); err == nil {
				ids = append(ids, next)
			}
		}
	}
}

// sameAgain checks that a tree is read back as it was written.
func sameAgain(t *testing.T, tb *table.Table) {
	t.Helper()
	text := tb.Text()
	again, err := table.Parse(text, variants.Open, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	defer again.Close()
	a, b := tb.State(), again.State()
	if nested(a.Tree, 0) != nested(b.Tree, 0) || !b.Study || a.Result.Result != b.Result.Result || string(again.Text()) != string(text) {
		t.Fatalf("%s: the tree\n%s\nis read back as\n%s\n%s", a.Rules.Name(), nested(a.Tree, 0), nested(b.Tree, 0), text)
	}
	for i, n := range a.Tree {
		m := b.Tree[i]
		if n.UCI != m.UCI || n.Number != m.Number || n.Side != m.Side || n.Before != m.Before || n.Note != m.Note {
			t.Fatalf("%+v is read back as %+v", n, m)
		}
		x, _ := tb.RecordAt(n.ID)
		y, ok := again.RecordAt(m.ID)
		if !ok || x.Position().FEN() != y.Position().FEN() {
			t.Fatalf("after %s the position differs", n.UCI)
		}
	}
}

var treeGames = []string{
	"chess", "fibonacci", "madhouse", "madhouse+fibonacci", "crazyhouse", "baseline", "blackhole+gun", "xiangqi", "grand", "cube3", "shogi", "duck",
}

// Trees of all kinds of games are read back as they were saved, with
// variations in the middle of turns.
func TestSavedTrees(t *testing.T) {
	for i, name := range treeGames {
		ruleset := must.Get(t, variants.Open, name)
		random := rand.New(rand.NewPCG(3, uint64(i)))
		tb, err := table.New(table.Options{Start: ruleset.Start(), Study: true})
		if err != nil {
			t.Fatal(err)
		}
		grown(tb, random.IntN, 80)
		sameAgain(t, tb)
		tb.Close()
	}
}

// A turn of several moves branches between any two of them.
func TestTreeInTurns(t *testing.T) {
	tb := newTable(t, "fibonacci", "", table.Options{Study: true})
	first := playAt(t, tb, 0, "e4", "e5", "Nf3")
	playAt(t, tb, first, "Ng5", "Nc6")
	playAt(t, tb, first, "Bc4", "d6")
	wantTree(t, tb, "e4 e5 Nf3 Ng5 (Bc4 d6) Nc6")
	if text := string(tb.Text()); !strings.Contains(text, "1. e4 e5 2. Nf3 Ng5 (2. Bc4 d6) 2... Nc6 *") {
		t.Errorf("written as\n%s", text)
	}
	sameAgain(t, tb)
}

// FuzzTree builds trees from bytes; all are read back as they were written.
func FuzzTree(f *testing.F) {
	f.Add(byte(0), []byte("the quick brown fox jumps over the lazy dog, and back"))
	f.Add(byte(1), []byte{0, 9, 4, 1, 9, 4, 2, 9, 3, 1, 9, 7, 2, 0, 0, 1, 1, 0, 2})
	f.Add(byte(3), []byte{0, 9, 4, 1, 9, 4, 2, 9, 3, 2, 9, 7, 1, 9, 3, 1, 3, 5})
	f.Add(byte(9), []byte{0, 9, 4, 0, 9, 5, 0, 9, 6, 1, 3, 3, 0, 3, 1, 2, 0, 1, 3, 1, 2})
	starts := map[string]game.Position{}
	for _, name := range treeGames {
		starts[name] = variants.MustOpen(name).Start()
	}
	f.Fuzz(func(t *testing.T, which byte, script []byte) {
		tb, err := table.New(table.Options{Start: starts[treeGames[int(which)%len(treeGames)]], Study: true})
		if err != nil {
			t.Fatal(err)
		}
		defer tb.Close()
		choose := func(n int) int {
			if len(script) == 0 {
				return 0
			}
			c := int(script[0])
			script = script[1:]
			return c % n
		}
		grown(tb, choose, min(len(script)/3, 12))
		sameAgain(t, tb)
	})
}

// A variation that starts like the line is merged with it, and the clock is not given twice.
func TestMergedComments(t *testing.T) {
	const text = "1. e4 {[%clk 0:01:00] fine} ({a} 1. e4 {[%clk 0:00:50] [%eval 0.3] good} c5) 1... e5 *"
	tb, err := table.Parse([]byte(text), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	wantTree(t, tb, "e4 {fine a good} e5 (c5)")
	if e4 := tb.State().Tree[0]; e4.Clock != time.Minute || e4.Eval != "0.3" {
		t.Errorf("clock %v, score %s", e4.Clock, e4.Eval)
	}
}

// Undoing restores comments completely: their places and their text.
func TestUndoComments(t *testing.T) {
	tb, err := table.Parse([]byte("1. e4 ({why not} 1. d4 $1 {the queen's pawn} d5 ({or} 1... Nf6)) 1... e5 *\n"), variants.Open, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	const tree = "e4 ({why not} d4! {the queen's pawn} d5 ({or} Nf6)) e5"
	wantTree(t, tb, tree)
	next := tb.State().Tree.Next(0)
	e4, d4 := next[0].ID, next[1].ID
	nf6 := tb.State().Tree.Next(d4)[1].ID
	for what, change := range map[string]func() error{
		"promoted":  func() error { _, err := tb.Promote(d4, false); return err },
		"made main": func() error { _, err := tb.Promote(nf6, true); return err },
		"deleted":   func() error { _, err := tb.Delete(e4); return err },
		"commented": func() error { return tb.Annotate(d4, "") },
		"marked":    func() error { return tb.Mark(d4, "?") },
		"not altered": func() error {
			return errors.Join(tb.Annotate(d4, "the queen's pawn"), tb.Mark(d4, "!"), tb.Annotate(e4, "x"))
		},
	} {
		if err := change(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		changed := nested(tb.State().Tree, 0)
		if changed == tree {
			t.Errorf("%s: nothing has changed", what)
		}
		if _, err := tb.Undo(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		wantTree(t, tb, tree)
		if _, err := tb.Redo(); err != nil || nested(tb.State().Tree, 0) != changed {
			t.Errorf("%s again: %v, %s", what, err, nested(tb.State().Tree, 0))
		}
		tb.Undo()
		wantTree(t, tb, tree)
		if _, err := tb.Undo(); err == nil {
			t.Errorf("%s: it was more than one change", what)
		}
	}
	// Moves that were deleted can be restored and played on from.
	playAt(t, tb, e4, "c5")
	tb.Undo()
	wantTree(t, tb, tree)
	if tb.Annotate(e4, "new"); tb.State().Redo {
		t.Error("what was undone before a comment could be redone after it")
	}
}

// The total size of comments is limited, so that nobody can fill the memory with them.
func TestCommentsAreBounded(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true})
	if _, err := tb.PlayTextAt(0, "e4"); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 700<<10)
	if err := tb.Annotate(1, long); err != nil {
		t.Fatal(err)
	}
	if err := tb.Annotate(0, long); err == nil || !strings.Contains(err.Error(), "bytes of comments") {
		t.Errorf("%v", err)
	}
	if s := tb.State(); s.Comment != "" {
		t.Error("a rejected comment remains")
	}
	if err := tb.Annotate(1, ""); err != nil {
		t.Fatal(err)
	}
	if err := tb.Annotate(0, long); err != nil {
		t.Errorf("after the other was deleted: %v", err)
	}
}

// Len counts the moves of the tree whatever is done to it, and does not wait for a change that is
// being made.
func TestLen(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true})
	want := func(what string, n int) {
		t.Helper()
		if got := tb.Len(); got != n || got != len(tb.State().Tree) {
			t.Errorf("%s: %d moves, want %d", what, got, n)
		}
	}
	want("at the start", 0)
	playAt(t, tb, 0, "e4", "e5", "Nf3")
	playAt(t, tb, 1, "c5")
	want("after four moves", 4)
	if _, err := tb.PlayTextAt(0, "d4 d5 c4 Ke7"); err == nil {
		t.Error("an illegal move is accepted")
	}
	want("after an illegal move", 4)
	tb.Delete(2)
	want("without a line", 2)
	tb.Undo()
	want("with it again", 4)
	if copied, err := tb.Analysis(); err != nil || copied.Len() != 4 {
		t.Errorf("a copy: %v, want 4 moves", err)
	}
	tb.KeepIn(func() (string, error) { // called while the table is being changed
		done := make(chan int, 1)
		go func() { done <- tb.Len() }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Error("Len waits for a change")
		}
		return "", errors.New("no file")
	})
}

// All changes that can be undone have together deleted at most as many moves as an analysis may have.
func TestDeletedMovesAreBounded(t *testing.T) {
	tb := newTable(t, "chess", "", table.Options{Study: true})
	tb.Limit(4)
	for range 9 {
		playAt(t, tb, 0, "e4", "e5", "Nf3")
		if _, err := tb.Delete(tb.State().Tree[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	tb.Undo()
	wantTree(t, tb, "e4 e5 Nf3")
	for range 3 {
		tb.Undo()
	}
	wantTree(t, tb, "")
	if tb.State().Undo {
		t.Error("further deletions can be undone")
	}
}
