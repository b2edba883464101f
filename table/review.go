package table

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/pgn"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file makes the engine judge the moves of an analysis: each gets an evaluation, and a bad
// one also a mark, a comment and the better line.

// A reviewing is a review in progress.
type reviewing struct {
	cancel      context.CancelFunc
	done, total int // positions
}

// Search times per position: for judging all moves of a line, and for a move
// tried in place of a bad one.
const (
	reviewTime = 200 * time.Millisecond
	tryTime    = 500 * time.Millisecond
)

// reviewers is how many positions of a review are searched at the same time, if the
// Thinkers have that many seats.
const reviewers = 4

// Review makes the engine judge the moves of the line that a move is on, from the start to the
// end of the line. It returns at once. With on false, when the table is closed, or when it is
// called again, the work stops there and what has been judged is kept. All that it adds is one
// change that can be undone.
func (t *Table) Review(id int, on bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nodes[id]
	switch {
	case t.closed:
		return errClosed
	case !t.study:
		return errors.New("moves can be judged only in an analysis")
	case t.thinkers == nil:
		return errors.New("there is no engine")
	case n == nil:
		return errNoNode
	}
	t.stopReviewing()
	if on {
		ctx, cancel := context.WithCancel(context.Background())
		path := n.end().path()
		g := review.NewGame(t.recordAt(n.end()), t.resultAt(n.end()))
		t.reviewing = &reviewing{cancel: cancel, total: len(g.Positions())}
		go t.review(ctx, t.reviewing, t.thinkers, g, path)
	}
	t.wake()
	return nil
}

// resultAt returns the result at the end of a line, if the game has ended there.
func (t *Table) resultAt(n *node) rules.Result {
	if n == t.root.end() {
		return t.result().Result
	}
	t.goTo(n)
	return t.over().Result
}

func (t *Table) stopReviewing() {
	if t.reviewing != nil {
		t.reviewing.cancel()
	}
}

// review judges moves, in its own goroutine.
func (t *Table) review(ctx context.Context, mine *reviewing, thinkers *Thinkers, g *review.Game, path []*node) {
	defer mine.cancel()
	searchers := make([]game.Searcher, max(min(reviewers, thinkers.seats), 1))
	for i := range searchers {
		searchers[i] = seated{ctx, thinkers, t}
	}
	g.Run(ctx, searchers, game.Limits{MoveTime: reviewTime}, func(int, review.Finding) error {
		t.mu.Lock()
		defer t.mu.Unlock()
		mine.done++
		t.wake()
		return nil
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reviewing == mine {
		t.reviewing = nil
	}
	if !t.closed {
		t.annotate(g, path)
	}
}

// A seated is a searcher that waits for a seat among the Thinkers.
type seated struct {
	ctx      context.Context
	thinkers *Thinkers
	table    *Table
}

func (s seated) Clear() {}

// Search searches without a pause: if it has to make room for a move of a game, it starts again.
func (s seated) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) (result game.Result) {
	s.thinkers.analyse(ctx, s.table, r.Start().Rules(), func(turn context.Context, s game.Searcher) (done bool) {
		s.Clear()
		result = s.Search(turn, r, l, report)
		return turn.Err() == nil
	})
	return result
}

// TakeReview adds the findings of a review to the main line of an analysis, and its summary to
// the comment on the last move. The review must be of the same moves.
func (t *Table) TakeReview(g *review.Game) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	path := t.root.end().path()
	same := len(path) == g.Record.Len()
	for i := 0; same && i < len(path); i++ {
		same = path[i].Move == g.Record.Moves()[i]
	}
	switch {
	case t.closed:
		return errClosed
	case !t.study:
		return errGame
	case !same:
		return errors.New("the review is of different moves")
	}
	t.annotate(g, path)
	list := g.Judgements()
	if len(list) > 0 {
		n := path[len(path)-1]
		if old := summaryNote.FindStringIndex(n.Note); old != nil {
			n.Note = n.Note[:old[0]]
		}
		n.Note = strings.TrimSpace(n.Note + " " + review.Summarise(list, g.Result, g.Curve).Text(g.Record, list))
	}
	t.annotated()
	return t.fault
}

// summaryNote matches an earlier summary, at the end of a comment.
var summaryNote = regexp.MustCompile(`\s*Accuracy: (White|Black) .*$`)

// annotate adds the evaluations and judgements of a line, as one change.
func (t *Table) annotate(g *review.Game, path []*node) {
	if slices.ContainsFunc(path, func(n *node) bool { return t.nodes[n.id] != n }) {
		return // somebody has deleted moves in the meantime
	}
	var undo []change
	before := len(t.nodes)
	for _, turn := range review.Turns(g.Record) {
		if f, ok := g.Found(turn.Last); ok {
			n := path[turn.Last-1]
			undo = append(undo, n.restore())
			n.Eval = f.Value.String()
			t.finding(n.id, f)
		}
	}
	if f, ok := g.Found(0); ok {
		t.finding(0, f)
	}
	for _, j := range g.Judgements() {
		undo = append(undo, t.judged(j, path)...)
	}
	if len(undo) == 0 {
		return
	}
	at := path[len(path)-1].id
	back := both(undo)
	if len(t.nodes) == before {
		t.remember(edit{turn: back, before: at, after: at})
		t.annotated()
		return
	}
	t.edited(edit{turn: back, before: at, after: at})
}

// finding stores what was found at a move.
func (t *Table) finding(id int, f review.Finding) {
	if t.findings == nil {
		t.findings = map[int]review.Finding{}
	}
	t.findings[id] = f
}

// both is the change that makes all the changes, last first.
func both(list []change) change {
	return func() change {
		var again []change
		for _, c := range slices.Backward(list) {
			again = append(again, c())
		}
		return both(again)
	}
}

// judged adds a judgement to the last move of its turn, and the better line beside the first
// move that departs from it.
func (t *Table) judged(j review.Judgement, path []*node) (undo []change) {
	n := path[j.Last-1]
	undo = append(undo, n.restore())
	n.judge(j, "")
	if j.Class == review.Fine || len(j.Best) == 0 {
		return undo
	}
	from, best := t.root, j.Best
	if j.First > 0 {
		from = path[j.First-1]
	}
	n.judge(j, t.bestOf(from, best))
	for i := j.First; i < j.Last && len(best) > 0 && best[0] == path[i].Move; i++ {
		from, best = path[i], best[1:]
	}
	var first *node
	for i, m := range best {
		if i >= shownLine || t.mayAdd(from, m) != nil {
			break
		}
		var fresh bool
		if from, fresh = t.add(from, m); fresh && first == nil {
			first = from
		}
	}
	if first != nil {
		undo = append(undo, t.cutting(first))
	}
	return undo
}

// shownLine is the maximum number of moves shown of a better line.
const shownLine = 8

// bestOf writes the first turn of a line that starts at a node.
func (t *Table) bestOf(from *node, line []game.Move) string {
	t.goTo(from)
	return review.TurnText(t.position(), line)
}

// judgementNote matches an earlier judgement, by us or by Lichess, at the end of a comment.
var judgementNote = regexp.MustCompile(`\s*\([^()]* → [^()]*\) (Inaccuracy|Mistake|Blunder|Checkmate is now unavoidable|Lost forced checkmate sequence)\..*$`)

// judge writes a judgement into the comment and the marks of a move, replacing an earlier one.
func (n *node) judge(j review.Judgement, best string) {
	if old := judgementNote.FindStringIndex(n.Note); old != nil {
		n.Note = n.Note[:old[0]]
		n.Glyphs = slices.DeleteFunc(slices.Clone(n.Glyphs), func(g string) bool { return review.ClassOf(g) != review.Fine })
	}
	if j.Class == review.Fine || best == "" {
		return
	}
	n.Note = strings.TrimSpace(n.Note + " " + j.Text(best))
	marked := slices.DeleteFunc(slices.Clone(n.Glyphs), func(g string) bool { return pgn.Mark(g) != "" })
	n.Glyphs = append([]string{j.Class.Glyph()}, marked...)
}

// annotated does what follows annotations that change no move.
func (t *Table) annotated() {
	t.notes++
	t.seen = nil
	t.fault = t.save()
	t.wake()
}

// JudgeTurn judges the turn that ends with a move of an analysis, and adds its evaluation and
// mark. The context limits the wait.
func (t *Table) JudgeTurn(ctx context.Context, id int) (j review.Judgement, err error) {
	t.mu.Lock()
	n, thinkers := t.nodes[id], t.thinkers
	switch {
	case t.closed:
		err = errClosed
	case !t.study:
		err = errGame
	case n == nil || n.parent == nil:
		err = errNoNode
	case thinkers == nil:
		err = errors.New("there is no engine")
	}
	if err != nil {
		t.mu.Unlock()
		return j, err
	}
	g := review.NewGame(t.recordAt(n), rules.Ongoing)
	turns := review.Turns(g.Record)
	turn := turns[len(turns)-1]
	start := n
	for start.ply > turn.First {
		start = start.parent
	}
	if f, ok := t.findings[start.id]; ok {
		g.Set(turn.First, f)
	}
	t.mu.Unlock()
	pos := g.Record.Position()
	if number, left := pos.Turn(); left > 0 && pos.Side() == n.Side && turnNumberOf(g.Record.At(turn.First)) == number && !g.Record.Outcome().Over() {
		return j, errors.New("the turn is not over")
	}
	for _, ply := range []int{turn.First, turn.Last} {
		if _, known := g.Found(ply); known {
			continue
		}
		thinkers.play(ctx, t, pos.Rules(), func(s game.Searcher) {
			if f, err := review.Look(ctx, s, g.Record, ply, game.Limits{MoveTime: tryTime}); err == nil {
				g.Set(ply, f)
			}
		})
	}
	before, ok1 := g.Found(turn.First)
	after, ok2 := g.Found(turn.Last)
	if !ok1 || !ok2 {
		return j, fmt.Errorf("the move could not be judged in time")
	}
	j = review.Judge(g.Record, turn, before, after, g.Curve)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed && t.nodes[id] == n {
		t.finding(start.id, before)
		t.finding(id, after)
		back := n.restore()
		n.Eval = after.Value.String()
		n.judge(j, t.bestOf(start, before.Line))
		t.remember(edit{turn: back, before: id, after: id})
		t.annotated()
	}
	return j, nil
}

func turnNumberOf(pos game.Position) uint64 {
	number, _ := pos.Turn()
	return number
}

// A Review says how well the sides have played on the main line of an analysis, by the
// evaluations and marks of its moves.
type Review struct {
	review.Summary
	Turning int // the ID of the decisive move, 0 if there is none
}

// reviewOf summarises the main line; nil if too few of its moves are evaluated.
func (t *Table) reviewOf() *Review {
	end := t.root.end()
	path := end.path()
	if !t.study || !slices.ContainsFunc(path, func(n *node) bool { return n.Eval != "" }) {
		return nil
	}
	at := t.at
	t.goTo(end)
	defer t.goTo(at)
	notes := make([]review.Note, len(path))
	for i, n := range path {
		notes[i] = review.Note{Eval: n.Eval, Glyphs: n.Glyphs}
	}
	s, turns, ok := review.SummaryOf(t.record, notes, t.result().Result)
	if !ok {
		return nil
	}
	r := &Review{Summary: s}
	if s.Turning >= 0 {
		r.Turning = path[turns[s.Turning].Last-1].id
	}
	return r
}
