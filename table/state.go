package table

import (
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// A State is a snapshot of everything visible of a table. It belongs to the
// caller and never changes.
type State struct {
	// Revision grows with every change of the game, but not with the progress of a search.
	Revision int
	// Notes counts changes of the annotations.
	Notes int
	Rules game.Rules
	// Study says that it is an analysis. At is the last move of a game, or any move of an
	// analysis; the record and the moves are those that lead to it.
	Study   bool
	At      int
	Record  *game.Record
	Played  []Played
	Tree    Tree   // shared; must not be changed
	Comment string // before the first move
	Players [2]Player
	Control Control
	Left    [2]time.Duration // on the clocks, by colour
	Running bool             // the clock of the side to move
	Ending  Ending           // in an analysis, the outcome on the board at this move
	Result  Ending           // of the game, or of the main line of an analysis
	// Offer is an open offer, made by the side OfferBy.
	Offer   Offer
	OfferBy rules.Color
	// Back says that Table.TakeBack can take something back.
	Back bool
	// Redo says that something taken back or undone can be restored, by Table.PutForward in a
	// game or Table.Redo in an analysis.
	Redo bool
	// Undo says that Table.Undo can undo a change of an analysis.
	Undo bool
	// Thinking says that the engine is looking for its move.
	Thinking bool
	// Analysis holds the lines of the analysis, best first; empty when it is off. They start
	// after the move AnalysisAt.
	Analysing  bool
	AnalysisAt int
	Analysis   []Line
	// Distances holds all moves of that position, best first, if endgame tables know them;
	// empty when the analysis is off. It must not be changed.
	Distances []Distance
	// Reviewing says that Table.Review is at work: Reviewed of ToReview positions are done.
	Reviewing          bool
	Reviewed, ToReview int
	// Review says how well the sides have played, nil if that is not known.
	Review *Review
	// File is where the game is saved; Fault is the error of the last save.
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
	// SAN, Numbers and Sides describe the moves that are written, at most twelve.
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

// State returns a snapshot, for an analysis at the end of its main line.
func (t *Table) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.study {
		return t.state(t.root.end())
	}
	return t.state(t.at)
}

// StateAt returns a snapshot at a move of an analysis, or at the last move of a game; ok is
// false if there is no such move.
func (t *Table) StateAt(id int) (s State, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nodes[id]
	if n == nil || !t.study && n != t.at {
		return State{}, false
	}
	return t.state(n), true
}

// RecordAt returns the moves that lead to a move; ok is false if there is no such move.
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

// Len returns how many moves the table holds, including variations. It does not wait for a
// change that is being made.
func (t *Table) Len() int { return int(t.length.Load()) }

// File returns where the game is saved, "" if nowhere.
func (t *Table) File() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.file
}

// InCheck returns the attacked royal pieces of the side to move, and their attackers.
func InCheck(pos game.Position) (royals, attackers []game.Square) {
	for _, s := range pos.Royals(pos.Side()) {
		if by := pos.Attackers(s, pos.Side().Opponent()); len(by) > 0 {
			royals, attackers = append(royals, s), append(attackers, by...)
		}
	}
	return royals, attackers
}
