package tui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// This file is about analyses: browsing the tree of moves, and changing it.

var analysisCommands = []command{
	{[]string{"next"}, "next", "the next move", (*Session).doNext},
	{[]string{"start"}, "start", "to the start", func(s *Session, _ string) Reply { return s.goTo(0) }},
	{[]string{"end"}, "end", "to the end of the line", (*Session).doEnd},
	{[]string{"variations"}, "variations", "the moves played from here", (*Session).doVariations},
	{[]string{"line"}, "line N", "follow the N-th of them", (*Session).doLine},
	{[]string{"other"}, "other", "the next alternative to this move", func(s *Session, _ string) Reply { return s.vary(1) }},
	{[]string{"promote"}, "promote", "move this variation up", (*Session).doPromote},
	{[]string{"main"}, "main", "make this the main line", (*Session).doMain},
	{[]string{"delete"}, "delete", "delete from this move on", (*Session).doDelete},
	{[]string{"comment"}, "comment TEXT", "comment on this move; without TEXT, remove the comment", (*Session).doComment},
	{[]string{"mark"}, "mark !?", "mark this move with ! ? !! ?? !? ?!, or remove the mark", (*Session).doMark},
}

// state returns the table's state at the current move.
func (s *Session) state() table.State {
	if s.Table != s.looked { // another table: at its end
		s.looked, s.at, s.took = s.Table, s.Table.State().At, map[int]int{}
	}
	state, ok := s.Table.StateAt(s.at)
	if !ok {
		state = s.Table.State()
		s.at = state.At
	}
	return state
}

// play plays a move at the current position.
func (s *Session) play(m game.Move) error {
	state := s.state()
	if !state.Study {
		return s.Table.Play(state.Revision, m)
	}
	at, err := s.Table.PlayAt(state.At, m)
	return s.played(at, err)
}

func (s *Session) playText(state table.State, text string) error {
	if !state.Study {
		return s.Table.PlayText(state.Revision, text)
	}
	at, err := s.Table.PlayTextAt(state.At, text)
	return s.played(at, err)
}

// played goes to a move that was played in an analysis, and makes sure that it is saved.
func (s *Session) played(at int, err error) error {
	if err == nil {
		s.keep()
		s.goTo(at)
	}
	return err
}

// keep gives an analysis a file once it has been changed. Comments on a game
// are saved with the game.
func (s *Session) keep() {
	if state := s.Table.State(); s.File != nil && state.Study {
		s.Table.KeepIn(func() (string, error) { return s.File(state.Rules) })
	}
}

// goTo goes to a move, and remembers the line that leads there.
func (s *Session) goTo(id int) Reply {
	if state := s.state(); !state.Study {
		return wrong("this is a game; type analyse to step through it")
	}
	s.at = id
	state := s.state()
	for id := state.At; id != 0; {
		n, _ := state.Tree.Find(id)
		s.took[n.Parent], id = id, n.Parent
	}
	return Reply{Text: s.where(state), Moved: true, Show: true}
}

// where names the current move, with its comments.
func (s *Session) where(state table.State) string {
	n, ok := state.Tree.Find(state.At)
	if !ok {
		return strings.TrimSpace("The start. " + remark(state.Comment))
	}
	text := numbered(n) + "."
	if others := state.Tree.Next(n.Parent); len(others) > 1 {
		for i, o := range others {
			if o.ID == n.ID {
				text = fmt.Sprintf("%s, %d of %d.", numbered(n), i+1, len(others))
			}
		}
	}
	return strings.TrimSpace(text + " " + remark(strings.TrimSpace(n.Before+" "+n.Note)))
}

// numbered writes a move with its number: "12... Nf6!".
func numbered(n table.Node) string {
	return pgn.NumberOf(n.Side, n.Number) + " " + n.SAN + n.Marks()
}

var tags = regexp.MustCompile(`\[%\w+ [^\]]*\]`)

// remark returns the words of a comment, without arrows and circles.
func remark(note string) string {
	return strings.Join(strings.Fields(strings.Map(printable, tags.ReplaceAllString(note, ""))), " ")
}

// printable drops control characters, which might be commands to a terminal.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

func (s *Session) doAnalyse(string) Reply {
	if s.state().Study {
		return wrong("this is already an analysis")
	}
	t, err := s.Table.Analysis()
	if err != nil {
		return wrong("%v", err)
	}
	s.game, s.Table = s.Table, t
	return Reply{Text: "Analysis: back and next, or left and right, step through the moves; play another move to add a variation; game returns to the game.", Moved: true, Show: true}
}

func (s *Session) doGame(string) Reply {
	if s.game == nil {
		return wrong("there is no game to return to")
	}
	s.Table.Close()
	s.Table, s.game = s.game, nil
	return Reply{Text: "Back in the game.", Moved: true, Show: true}
}

// Close ends the games of the session.
func (s *Session) Close() {
	s.Table.Close()
	if s.game != nil {
		s.game.Close()
	}
}

func (s *Session) doNext(string) Reply {
	state := s.state()
	next := state.Tree.Next(state.At)
	if state.Study && len(next) == 0 {
		return wrong("the line ends here")
	}
	return s.goTo(s.onward(state.Tree, state.At))
}

// onward returns the next move: the one visited last, or else the main line's.
func (s *Session) onward(tree table.Tree, id int) int {
	next := tree.Next(id)
	for _, n := range next {
		if n.ID == s.took[id] {
			return n.ID
		}
	}
	if len(next) == 0 {
		return id
	}
	return next[0].ID
}

func (s *Session) doEnd(string) Reply {
	state := s.state()
	id := state.At
	for next := s.onward(state.Tree, id); next != id; next = s.onward(state.Tree, id) {
		id = next
	}
	return s.goTo(id)
}

// vary goes to an alternative to the current move.
func (s *Session) vary(step int) Reply {
	state := s.state()
	n, ok := state.Tree.Find(state.At)
	beside := state.Tree.Next(n.Parent)
	if state.Study && (!ok || len(beside) < 2) {
		return wrong("no other move was played here")
	}
	for i, o := range beside {
		if o.ID == n.ID {
			return s.goTo(beside[(i+step+len(beside))%len(beside)].ID)
		}
	}
	return s.goTo(state.At)
}

func (s *Session) doVariations(string) Reply {
	state := s.state()
	var list []string
	for i, n := range state.Tree.Next(state.At) {
		list = append(list, fmt.Sprintf("%d: %s", i+1, numbered(n)))
	}
	if len(list) == 0 {
		return Reply{Text: "The line ends here."}
	}
	return Reply{Text: strings.Join(list, ", ") + " (line 1 to choose the first)"}
}

func (s *Session) doLine(argument string) Reply {
	state := s.state()
	next := state.Tree.Next(state.At)
	n, err := strconv.Atoi(argument)
	if len(next) == 0 {
		return wrong("the line ends here")
	}
	if len(next) == 1 && (err != nil || n != 1) {
		return wrong("only one move was played from here: use line 1 or next")
	}
	if err != nil || n < 1 || n > len(next) {
		return wrong("expected a number from 1 to %d: line 1 follows the first move played from here", len(next))
	}
	return s.goTo(next[n-1].ID)
}

func (s *Session) doPromote(string) Reply { return s.promote(false) }

func (s *Session) doMain(string) Reply { return s.promote(true) }

func (s *Session) promote(main bool) Reply {
	ok, err := s.Table.Promote(s.state().At, main)
	switch {
	case err != nil:
		return wrong("%v", err)
	case !ok:
		return wrong("this is the main line")
	}
	s.keep()
	return Reply{Text: "Promoted; undo reverts it.", Moved: true}
}

func (s *Session) doDelete(string) Reply {
	state := s.state()
	n, _ := state.Tree.Find(state.At)
	parent, err := s.Table.Delete(state.At)
	if err != nil {
		return wrong("%v", err)
	}
	s.keep()
	s.at = parent
	return Reply{Text: "Deleted from " + numbered(n) + " on; undo restores it.", Moved: true, Show: true}
}

func (s *Session) doUndo(string) Reply {
	if !s.state().Study {
		return s.doBack("")
	}
	at, err := s.Table.Undo()
	if err != nil {
		return wrong("%v", err)
	}
	s.goTo(at)
	return Reply{Text: "Undone. " + s.where(s.state()), Moved: true, Show: true}
}

func (s *Session) doRedo(string) Reply {
	if !s.state().Study {
		if err := s.Table.PutForward(table.AnyRevision); err != nil {
			return wrong("%v", err)
		}
		return Reply{Text: "Redone.", Moved: true, Show: true}
	}
	at, err := s.Table.Redo()
	if err != nil {
		return wrong("%v", err)
	}
	s.goTo(at)
	return Reply{Text: "Redone. " + s.where(s.state()), Moved: true, Show: true}
}

// doComment sets the words of a comment; its arrows and circles are kept.
func (s *Session) doComment(argument string) Reply {
	state := s.state()
	note := state.Comment
	if n, ok := state.Tree.Find(state.At); ok {
		note = n.Note
	}
	note = strings.TrimSpace(strings.Join(tags.FindAllString(note, -1), " ") + " " + argument)
	if err := s.Table.Annotate(state.At, note); err != nil {
		return wrong("%v", err)
	}
	s.keep()
	return Reply{Text: s.where(s.state())}
}

func (s *Session) doMark(argument string) Reply {
	if argument == "none" {
		argument = ""
	}
	if err := s.Table.Mark(s.state().At, argument); err != nil {
		return wrong("%v", err)
	}
	s.keep()
	return Reply{Text: s.where(s.state())}
}

// A treeWriter writes the tree of an analysis.
type treeWriter struct {
	state table.State
	next  map[int][]table.Node
	sides map[int]rules.Color // who played a move
}

// treeLines writes a tree: the main line with one move number per line, variations indented
// below the move to which they are alternatives, nested ones in parentheses. The current
// move is in square brackets.
func treeLines(state table.State) (lines []string) {
	w := treeWriter{state, map[int][]table.Node{}, map[int]rules.Color{}}
	for _, n := range state.Tree {
		w.next[n.Parent] = append(w.next[n.Parent], n)
		w.sides[n.ID] = n.Side
	}
	if text := remark(state.Comment); text != "" {
		lines = append(lines, text)
	}
	line := ""
	flush := func() {
		if line != "" {
			lines = append(lines, line)
			line = ""
		}
	}
	for next := w.next[0]; len(next) > 0; next = w.next[next[0].ID] {
		n := next[0]
		if n.Side == rules.White && w.sides[n.Parent] != n.Side || n.Parent == 0 {
			flush()
		}
		if line == "" {
			line = "  "
		} else {
			line += " "
		}
		line += w.move(n, line == "  ")
		if text := remark(n.Note); text != "" {
			line += " " + text
			flush()
		}
		for _, v := range next[1:] {
			flush()
			lines = append(lines, "   ("+w.variation(v)+")")
		}
	}
	flush()
	return lines
}

// variation writes a variation on one line.
func (w *treeWriter) variation(first table.Node) string {
	words, broken := []string{}, true
	say := func(text string) {
		if text != "" {
			words, broken = append(words, text), true
		}
	}
	for next := []table.Node{first}; len(next) > 0; next = w.next[next[0].ID] {
		say(remark(next[0].Before))
		words = append(words, w.move(next[0], broken))
		broken = false
		say(remark(next[0].Note))
		for _, v := range next[1:] {
			say("(" + w.variation(v) + ")")
		}
	}
	return strings.Join(words, " ")
}

// move writes a move after others, or as the first after something else.
func (w *treeWriter) move(n table.Node, first bool) string {
	text := n.SAN + n.Marks()
	if n.ID == w.state.At {
		text = "[" + text + "]"
	}
	before, ok := w.sides[n.Parent]
	goesOn := ok && before == n.Side // the same turn
	switch {
	case goesOn && !first:
	case n.Side == rules.White:
		text = fmt.Sprintf("%d. %s", n.Number, text)
	case first:
		text = fmt.Sprintf("%d... %s", n.Number, text)
	}
	return text
}
