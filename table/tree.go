package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/pgn"
)

// This file is the move tree of a game. A game between players is a tree of one line, and what
// is taken back is removed. In an analysis every move played at an earlier position starts a
// variation; lines can be promoted and deleted, moves commented on, and all of that undone.

// A node is a position of the tree with the move that led to it. Lines branch between single
// moves, also in the middle of a turn.
type node struct {
	Played
	id     int // 0 for the start; never reused at a table
	ply    int // number of moves before the position
	parent *node
	next   []*node // the moves played from here, the main line first
}

// A Node is a move of a game's tree.
type Node struct {
	Played
	// ID identifies the move, and the position after it, for the life of the table; Parent is
	// the move before it. The start is 0.
	ID, Parent int
}

// A Tree is all moves of a game: each move before its continuations, and from each
// position the main line first.
type Tree []Node

// Next returns the moves that have been played from a position, the main line first.
func (t Tree) Next(id int) (next []Node) {
	for _, n := range t {
		if n.Parent == id {
			next = append(next, n)
		}
	}
	return next
}

// Find returns a move; ok is false if there is no move with that ID.
func (t Tree) Find(id int) (n Node, ok bool) {
	i := slices.IndexFunc(t, func(n Node) bool { return n.ID == id })
	if i < 0 {
		return Node{}, false
	}
	return t[i], true
}

// The limits of a game or an analysis: moves, and bytes of comments. A game that reaches both can
// be saved: with clocks and scores the moves need less than the other three quarters of what the
// reader accepts.
const (
	maxNodes = 50_000
	maxNotes = pgn.MaxGameBytes / 4
)

var (
	errNoNode = errors.New("that move no longer exists")
	errStudy  = errors.New("this is an analysis, not a game between players")
	errGame   = errors.New("this is a game between players, not an analysis")
)

// Limit limits the number of moves, if to fewer than maxNodes. Moves beyond it stay.
func (t *Table) Limit(moves int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.most = min(moves, maxNodes)
}

// full is the error of a game that may not have more moves.
func (t *Table) full() error {
	what := "a game"
	if t.most < maxNodes {
		what = "this game"
	}
	return fmt.Errorf("%s may have up to %d moves", what, t.most)
}

// goTo moves the record to a node.
func (t *Table) goTo(n *node) {
	var ahead []*node
	for m := n; ; m = m.parent {
		for t.at.ply > m.ply {
			t.record.Undo()
			t.at = t.at.parent
		}
		if m == t.at {
			break
		}
		ahead = append(ahead, m)
	}
	for _, m := range slices.Backward(ahead) {
		t.record.Play(m.Move)
	}
	t.at = n
}

// recordAt returns the moves that lead to a node, as a copy for the caller.
func (t *Table) recordAt(n *node) *game.Record {
	if t.study {
		t.goTo(n)
	}
	r := t.record.Clone()
	for r.Len() > n.ply {
		r.Undo()
	}
	return r
}

// path returns the moves that lead to a node.
func (n *node) path() []*node {
	path := make([]*node, n.ply)
	for ; n.parent != nil; n = n.parent {
		path[n.ply-1] = n
	}
	return path
}

// end returns the last node of the main line from a node.
func (n *node) end() *node {
	for len(n.next) > 0 {
		n = n.next[0]
	}
	return n
}

// walk calls f with a node and everything played after it, each node before its successors.
func (n *node) walk(f func(*node)) {
	todo := []*node{n}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		f(n)
		for _, m := range slices.Backward(n.next) {
			todo = append(todo, m)
		}
	}
}

// depth returns how deeply a node is nested in variations.
func (n *node) depth() (depth int) {
	for ; n.parent != nil; n = n.parent {
		if n.parent.next[0] != n {
			depth++
		}
	}
	return depth
}

// put makes a node known by its ID; drop makes it unknown.
func (t *Table) put(n *node) {
	t.nodes[n.id] = n
	t.length.Store(int64(len(t.nodes) - 1))
}

func (t *Table) drop(n *node) {
	delete(t.nodes, n.id)
	t.length.Store(int64(len(t.nodes) - 1))
}

// add plays a legal move at a node. If it was played there before, that node is
// returned, and fresh is false.
func (t *Table) add(from *node, m game.Move) (n *node, fresh bool) {
	if i := slices.IndexFunc(from.next, func(n *node) bool { return n.Move == m }); i >= 0 {
		return from.next[i], false
	}
	t.goTo(from)
	pos := t.position()
	t.lastID++
	n = &node{
		Played: Played{
			Move: m, Side: pos.Side(), Number: pos.Fullmove(), SAN: pos.SAN(m), UCI: pos.UCI(m), Steps: screen.Of(pos).Steps(m), Clock: -1,
		},
		id: t.lastID, ply: from.ply + 1, parent: from,
	}
	from.next = append(from.next, n)
	t.put(n)
	t.record.Play(m)
	t.at = n
	return n, true
}

// tree returns the tree in its exported form. It is built once per change.
func (t *Table) tree() Tree {
	if t.seen == nil {
		t.seen, t.summary = Tree{}, t.reviewOf()
		t.root.walk(func(n *node) {
			if n.parent != nil {
				t.seen = append(t.seen, Node{n.Played, n.id, n.parent.id})
			}
		})
	}
	return t.seen
}

// A change is made by calling it; it returns the change that undoes it, which in turn returns
// one that makes it again.
type change func() change

// An edit is a change of an analysis that can be undone or redone.
type edit struct {
	turn          change
	before, after int // the positions to show without and with the edit
	removed       int // number of moves that it has deleted
}

const maxEdits = 1000

// remember records a change so that it can be undone. What was undone before
// can no longer be redone. Old changes are forgotten if there are too many, or if together they
// have deleted more moves than an analysis may have.
func (t *Table) remember(e edit) {
	t.edits, t.undone = append(t.edits, e), nil
	first, removed := len(t.edits), 0
	for first > max(0, len(t.edits)-maxEdits) && removed+t.edits[first-1].removed <= t.most {
		first--
		removed += t.edits[first].removed
	}
	t.edits = slices.Delete(t.edits, 0, first)
}

// edited records a change, and does what follows every change.
func (t *Table) edited(e edit) {
	t.remember(e)
	t.changed()
}

// edit runs f with a move of an analysis, under the lock.
func (t *Table) edit(id int, f func(*node) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nodes[id]
	switch {
	case t.closed:
		return errClosed
	case !t.study:
		return errGame
	case n == nil:
		return errNoNode
	}
	return f(n)
}

// PlayAt plays a sequence of moves in an analysis from the position after a move, and returns
// the ID of the last one. Moves that were played there before are reused; the others become a
// variation or continue the line.
func (t *Table) PlayAt(id int, moves ...game.Move) (last int, err error) {
	err = t.edit(id, func(n *node) error {
		last, err = t.playAt(n, moves)
		return err
	})
	return last, err
}

// PlayTextAt plays what a player has typed, as PlayAt does.
func (t *Table) PlayTextAt(id int, text string) (last int, err error) {
	err = t.edit(id, func(n *node) error {
		t.goTo(n)
		typed, err := ReadMoves(t.position(), text)
		if err == nil {
			last, err = t.playAt(n, typed.Moves)
		}
		return err
	})
	return last, err
}

func (t *Table) playAt(n *node, moves []game.Move) (last int, err error) {
	var first *node // the first new one
	for _, m := range moves {
		if err := t.mayAdd(n, m); err != nil {
			if first != nil {
				t.cut(first)
			}
			return 0, err
		}
		var fresh bool
		if n, fresh = t.add(n, m); fresh && first == nil {
			first = n
		}
	}
	if first != nil {
		t.edited(edit{turn: t.cutting(first), before: first.parent.id, after: n.id})
	}
	return n.id, nil
}

// mayAdd says why a move cannot be played at a node, nil if it can.
func (t *Table) mayAdd(n *node, m game.Move) error {
	if slices.ContainsFunc(n.next, func(o *node) bool { return o.Move == m }) {
		return nil
	}
	t.goTo(n)
	switch {
	case !slices.Contains(t.position().Moves(), m):
		return errors.New("that move is not legal")
	case len(t.nodes) > t.most:
		return t.full()
	case len(n.next) > 0 && n.depth() >= pgn.MaxDepth:
		return fmt.Errorf("variations may be nested up to %d levels deep", pgn.MaxDepth)
	}
	return nil
}

// cut removes a move and everything played after it; an analysis by the engine there goes on at
// the move before. The change it returns restores them.
func (t *Table) cut(n *node) (back change) {
	p, before := n.parent, slices.Clone(n.parent.next)
	p.next = slices.DeleteFunc(p.next, func(m *node) bool { return m == n })
	n.walk(t.drop)
	if t.nodes[t.analysis.at] == nil {
		t.analysis.at = p.id
	}
	unsettle := p.settle()
	return func() change {
		unsettle()
		p.next = before
		n.walk(t.put)
		return t.cutting(n)
	}
}

// cutting is the change that cuts a move.
func (t *Table) cutting(n *node) change { return func() change { return t.cut(n) } }

// settle appends a comment that stands before a variation to the variation's first move, if
// that has become part of the line. The function it returns reverts this.
func (n *node) settle() (back func()) {
	if len(n.next) == 0 || n.next[0].Before == "" {
		return func() {}
	}
	m := n.next[0]
	restore := m.restore()
	m.Note, m.Before = strings.TrimSpace(m.Before+" "+m.Note), ""
	return func() { restore() }
}

// restore is the change that restores the current comments and marks of a move.
func (n *node) restore() change {
	was := n.Played
	return func() change {
		again := n.restore()
		n.Note, n.Before, n.Glyphs = was.Note, was.Before, was.Glyphs
		return again
	}
}

// Promote puts the variation that a move is in in the place of the line that it branches off
// from; with main, of the main line of the game. ok is false if the move is in no variation.
func (t *Table) Promote(id int, main bool) (ok bool, err error) {
	err = t.edit(id, func(n *node) error {
		if n.depth() == 0 {
			return nil
		}
		undo := t.promote(n, main)
		if t.deepest() > pgn.MaxDepth {
			undo()
			return fmt.Errorf("variations may be nested up to %d levels deep", pgn.MaxDepth)
		}
		ok = true
		t.edited(edit{turn: undo, before: id, after: id})
		return nil
	})
	return ok, err
}

// promote promotes the variation that a move is in, by one level or to the main line. The
// change it returns reverts this.
func (t *Table) promote(n *node, main bool) (back change) {
	var undo []func()
	for m := n; m.parent != nil && (main || len(undo) == 0); m = m.parent {
		if p := m.parent; p.next[0] != m {
			before := p.next
			p.next = append([]*node{m}, slices.DeleteFunc(slices.Clone(before), func(o *node) bool { return o == m })...)
			unsettle := p.settle()
			undo = append(undo, func() {
				unsettle()
				p.next = before
			})
		}
	}
	return func() change {
		for _, f := range undo {
			f()
		}
		return func() change { return t.promote(n, main) }
	}
}

// deepest returns how deeply variations are nested.
func (t *Table) deepest() (deepest int) {
	depths := map[*node]int{}
	t.root.walk(func(n *node) {
		d := depths[n]
		deepest = max(deepest, d)
		for i, m := range n.next {
			depths[m] = d + min(i, 1)
		}
	})
	return deepest
}

// Delete removes a move of an analysis and everything played after it. It
// returns the move before it.
func (t *Table) Delete(id int) (parent int, err error) {
	err = t.edit(id, func(n *node) error {
		if n.parent == nil {
			return errors.New("there is no move to delete")
		}
		parent = n.parent.id
		removed, undo := len(t.nodes), t.cut(n)
		removed -= len(t.nodes)
		t.edited(edit{undo, id, parent, removed})
		return nil
	})
	return parent, err
}

// Undo undoes the last change of an analysis (moves played, lines promoted or deleted, comments
// and marks), one change per call. It returns the position to show.
func (t *Table) Undo() (at int, err error) {
	e, err := t.turnBack(&t.edits, &t.undone, "undo")
	return e.before, err
}

// Redo redoes what was last undone, if the analysis has not been changed since. It
// returns the position to show.
func (t *Table) Redo() (at int, err error) {
	e, err := t.turnBack(&t.undone, &t.edits, "redo")
	return e.after, err
}

// turnBack undoes the last edit of a list, or makes it again, and moves it to the other list.
func (t *Table) turnBack(from, to *[]edit, verb string) (last edit, err error) {
	err = t.edit(0, func(*node) error {
		if len(*from) == 0 {
			return errors.New("there is nothing to " + verb)
		}
		*from, last = pop(*from)
		last.turn = last.turn()
		*to = append(*to, last)
		t.changed()
		return nil
	})
	return last, err
}

// pop removes the last element of a list.
func pop[T any](list []T) (rest []T, last T) {
	n := len(list) - 1
	return list[:n], list[n]
}

// Annotate sets the comment of a move; that of the start, 0, stands before the game. It is
// saved, and in an analysis can be undone, but does not change the game: the revision
// stays, and a search continues.
func (t *Table) Annotate(id int, note string) error {
	return t.note(id, func(n *node) { n.Note = note })
}

// Mark sets the mark of a move: "!", "?!" and so on, or "" for none. Annotations without a mark
// are kept. Otherwise it works like Annotate.
func (t *Table) Mark(id int, mark string) error {
	glyph := pgn.Glyph(mark)
	if mark != "" && glyph == "" {
		return fmt.Errorf("%.20q is not a mark (known: %s)", mark, strings.Join(pgn.Marks(), " "))
	}
	if id == 0 {
		return errors.New("only moves can be marked, not the start")
	}
	return t.note(id, func(n *node) {
		glyphs := slices.DeleteFunc(slices.Clone(n.Glyphs), func(g string) bool { return pgn.Mark(g) != "" })
		if glyph != "" {
			glyphs = append([]string{glyph}, glyphs...)
		}
		n.Glyphs = glyphs
	})
}

func (t *Table) note(id int, change func(*node)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nodes[id]
	switch {
	case t.closed:
		return errClosed
	case n == nil:
		return errNoNode
	}
	was, back := n.Played, n.restore()
	if change(n); was.Note == n.Note && slices.Equal(was.Glyphs, n.Glyphs) {
		return nil
	}
	if len(n.Note) > len(was.Note) && t.noted() > maxNotes {
		back()
		return fmt.Errorf("a game may have up to %d bytes of comments", maxNotes)
	}
	if t.study {
		t.remember(edit{turn: back, before: id, after: id})
	}
	t.notes++
	t.seen = nil
	t.fault = t.save()
	t.wake()
	return t.fault
}

// noted returns how many bytes of comments the game has.
func (t *Table) noted() (bytes int) {
	t.root.walk(func(n *node) { bytes += len(n.Before) + len(n.Note) })
	return bytes
}

// Analysis returns an analysis of the game: a table of its own that starts with all its moves,
// under the same IDs. It has no file yet.
func (t *Table) Analysis() (*Table, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, err := newTable(Options{Start: t.record.Start(), Thinkers: t.thinkers, Study: true})
	if err != nil {
		return nil, err
	}
	for i, p := range t.players {
		b.players[i] = Player{Name: p.named()}
	}
	b.date, b.about, b.lastID, b.revision = t.date, about{t.about.complete(t.tags())}, t.lastID, 1
	if end := t.over(); end.Over() {
		b.ending = end
	}
	b.root.Played = t.root.Played
	t.root.walk(func(n *node) {
		if n.parent != nil {
			parent := b.nodes[n.parent.id]
			copied := &node{Played: n.Played, id: n.id, ply: n.ply, parent: parent}
			parent.next = append(parent.next, copied)
			b.put(copied)
		}
	})
	return b, nil
}
