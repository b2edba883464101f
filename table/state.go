package table

import (
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// A State is all there is to see of a table at one time. It is the caller's
// own, and changes no more.
type State struct {
	// Revision grows with every change of the game; not with what is seen of a
	// search.
	Revision int
	// Notes counts the annotations.
	Notes   int
	Rules   game.Rules
	Record  *game.Record
	Played  []Played // as many as the record's moves
	Players [2]Player
	Control Control
	Left    [2]time.Duration // on the clocks, by colour
	Running bool             // the clock of the side to move
	Ending  Ending
	// Offer says that a draw has been offered, and by whom.
	Offer   bool
	OfferBy chess.Color
	// Thinking says that the engine is looking for its move.
	Thinking bool
	// Analysis holds the lines of the analysis, the best first; empty when it is
	// off. They are of the position after AnalysisAt moves.
	Analysing  bool
	AnalysisAt int
	Analysis   []Line
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
	SAN   []string
	Moves []game.Move
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

// State returns a snapshot.
func (t *Table) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return State{
		Revision: t.revision, Notes: t.notes, Rules: t.position().Rules(),
		Record: t.record.Clone(), Played: slices.Clone(t.played), Players: t.players,
		Control: t.clock.control, Left: t.clock.at(time.Now()), Running: t.clock.running,
		Ending: t.over(), Offer: t.offer.open, OfferBy: t.offer.by,
		Thinking:  t.search != nil && t.search.plays,
		Analysing: t.analysis.on, AnalysisAt: t.analysis.at, Analysis: t.analysis.sorted(),
		File: t.file, Fault: t.fault,
	}
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
