package table

import (
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// A State is all there is to see of a table at one time. It is the caller's
// own, and changes no more.
type State struct {
	// Revision grows with every change of the game; not with what is seen of a
	// search.
	Revision int
	// Notes counts the annotations.
	Notes int
	Rules game.Rules
	// Study says that it is an analysis. Of a game At is the last move, of an
	// analysis any: the record and the moves are those that lead to it.
	Study   bool
	At      int
	Record  *game.Record
	Played  []Played
	Tree    Tree   // not the caller's own: nobody changes it
	Comment string // before the first move
	Players [2]Player
	Control Control
	Left    [2]time.Duration // on the clocks, by colour
	Running bool             // the clock of the side to move
	Ending  Ending           // of an analysis, what the board says at this move
	Result  Ending           // of the game, or of the main line of an analysis
	// Offer is what one side has offered the other, OfferBy, and waits for its answer.
	Offer   Offer
	OfferBy rules.Color
	// Back says that Table.TakeBack has something to take back.
	Back bool
	// Redo says that something was taken back or undone which Table.PutForward, of an
	// analysis Table.Redo, can bring again.
	Redo bool
	// Undo says that there is a change of an analysis which Table.Undo can take back.
	Undo bool
	// Thinking says that the engine is looking for its move.
	Thinking bool
	// Analysis holds the lines of the analysis, the best first; empty when it is
	// off. They are of the position after the move AnalysisAt.
	Analysing  bool
	AnalysisAt int
	Analysis   []Line
	// Distances holds all moves of that position, the best first, if endgame tables know
	// them; empty when the analysis is off. It must not be changed.
	Distances []Distance
	// Reviewing says that Table.Review is at work: so many positions of ToReview are
	// done.
	Reviewing          bool
	Reviewed, ToReview int
	// Review is how well the sides have played, nil where that is not known.
	Review *Review
	// File is where the game is saved; Fault says why that last failed.
	File  string
	Fault error
}

// A Line is a line of an analysis.
type Line struct {
	Depth int
	// Eval is the score in pawns for White: "0.31", "#-3".
	Eval  string
	Score int // centipawns for White
	Mate  int // moves to mate, negative when Black mates; 0 for none
	// SAN, Numbers and Sides are of the moves that are written: no more than twelve.
	SAN     []string
	Numbers []int
	Sides   []rules.Color
	Moves   []game.Move
	First   []screen.Step // of the first move
}

// Position returns the current position.
func (s State) Position() game.Position { return s.Record.Position() }

// Last returns the last move; ok is false if there is none.
func (s State) Last() (m Played, ok bool) {
	if len(s.Played) == 0 {
		return Played{}, false
	}
	return s.Played[len(s.Played)-1], true
}

// State returns a snapshot, of an analysis one at the end of its main line.
func (t *Table) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.study {
		return t.state(t.root.end())
	}
	return t.state(t.at)
}

// StateAt returns a snapshot at a move of an analysis, or at the last one of a game;
// ok is false if there is no such move.
func (t *Table) StateAt(id int) (s State, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nodes[id]
	if n == nil || !t.study && n != t.at {
		return State{}, false
	}
	return t.state(n), true
}

// RecordAt returns the moves that lead to a move; ok is false if there is none of
// that name.
func (t *Table) RecordAt(id int) (r *game.Record, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := t.nodes[id]; n != nil {
		return t.recordAt(n), true
	}
	return nil, false
}

func (t *Table) state(n *node) State {
	s := State{
		Revision: t.revision, Notes: t.notes, Rules: t.position().Rules(), Study: t.study,
		Result: t.result(), Tree: t.tree(), Comment: t.root.Note, Players: t.players,
		Control: t.clock.control, Left: t.clock.at(time.Now()), Running: t.clock.running,
		Back: t.lastOwn() != nil || t.ending.Over(), Redo: len(t.taken)+len(t.undone) > 0, Undo: len(t.edits) > 0,
		Offer: t.offer.what, OfferBy: t.offer.by,
		Thinking:  t.search != nil && t.search.plays,
		Analysing: t.analysis.on, AnalysisAt: t.analysis.at, Analysis: t.analysis.sorted(), Distances: t.analysis.known,
		File: t.file, Fault: t.fault,
	}
	if t.reviewing != nil {
		s.Reviewing, s.Reviewed, s.ToReview = true, t.reviewing.done, t.reviewing.total
	}
	s.Review = t.summary
	for _, m := range n.path() {
		s.Played = append(s.Played, m.Played)
	}
	s.At, s.Record, s.Ending = n.id, t.recordAt(n), t.over()
	return s
}

// Len returns how many moves the table holds, those of variations among them.
func (t *Table) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.nodes) - 1
}

// File returns where the game is saved, "" if nowhere.
func (t *Table) File() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.file
}

// InCheck returns the royal pieces of the side to move that are attacked, and
// what attacks them.
func InCheck(pos game.Position) (royals, attackers []game.Square) {
	for _, s := range pos.Royals(pos.Side()) {
		if by := pos.Attackers(s, pos.Side().Opponent()); len(by) > 0 {
			royals, attackers = append(royals, s), append(attackers, by...)
		}
	}
	return royals, attackers
}
