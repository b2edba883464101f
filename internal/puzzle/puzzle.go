// Package puzzle makes puzzles from games of any variant, checks them, and lets them be solved.
// A puzzle is a position with one winning move at each step. The package knows no rule and no
// variant by name; it tells what a puzzle is about from what its moves do.
package puzzle

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Puzzle is a line of play in which one side has one winning move at each step.
type Puzzle struct {
	ID      string
	Variant string
	// FEN is the position before the first of Moves, which is the other side's turn; the
	// solver's turn follows, and so on in alternation up to the solver's last. Each turn is in
	// UCI notation, its moves joined by '/'.
	FEN   string
	Moves []string
	// Rating says how hard it is, see the function Rating; Deviation how uncertain that is.
	Rating, Deviation int
	// Popularity and Plays are a site's figures for a puzzle that people have solved.
	Popularity, Plays int
	Themes            []string // names of Themes
	URL               string   // of the game it is from
	Openings          string
	// Proved says that the prover has confirmed the forced win.
	Proved bool
}

// idLetters are the characters of an ID.
const idLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// idOf returns the ID of a puzzle: the same each time it is found.
func idOf(variant, fen string, moves []string) string {
	sum := sha256.Sum256([]byte(variant + "\n" + fen + "\n" + strings.Join(moves, " ")))
	id := make([]byte, 7)
	for i := range id {
		id[i] = idLetters[(int(sum[2*i])<<8|int(sum[2*i+1]))%len(idLetters)]
	}
	return string(id)
}

// deviation is that of a rating that no person has tested.
const deviation = 350

// An Attempt is a puzzle that is being solved. It is not safe for concurrent use.
type Attempt struct {
	Puzzle Puzzle
	line   *game.Record // all of the puzzle
	lead   int          // single moves of the line before the solver's first
	played *game.Record // what has been played
	off    bool         // played has left the line, in a turn where that is allowed
}

// Begin opens a puzzle, after the other side's first turn. The error says what is wrong with the
// puzzle.
func Begin(p Puzzle, open func(string) (game.Rules, error)) (*Attempt, error) {
	ruleset, err := open(p.Variant)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	start, err := ruleset.ParsePosition(p.FEN)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	if len(p.Moves) < 2 || len(p.Moves)%2 != 0 {
		return nil, fmt.Errorf("puzzle %s: %d turns, expected an even number", p.ID, len(p.Moves))
	}
	a := &Attempt{Puzzle: p, line: game.NewRecord(start)}
	for i, turn := range p.Moves {
		if side := a.line.Position().Side(); (side == start.Side()) != (i%2 == 0) {
			return nil, fmt.Errorf("puzzle %s, turn %d: the wrong side is to move: %s", p.ID, i+1, side)
		}
		if err := a.line.PlayTurn(turn); err != nil {
			return nil, fmt.Errorf("puzzle %s, turn %d: %w", p.ID, i+1, err)
		}
		if i == 0 {
			a.lead = a.line.Len()
		}
	}
	if a.Start().Side() == start.Side() || a.Start().Outcome().Over() {
		return nil, fmt.Errorf("puzzle %s: the solver cannot move after the first turn", p.ID)
	}
	a.Restart()
	return a, nil
}

// Restart goes back to the first move to find.
func (a *Attempt) Restart() {
	a.played, a.off = game.NewRecord(a.line.Start()), false
	a.played.Push(a.line.Moves()[:a.lead]...)
}

// Line returns all moves of the puzzle; the first Lead of them are the other side's first turn.
// It must not be changed.
func (a *Attempt) Line() *game.Record { return a.line }
func (a *Attempt) Lead() int          { return a.lead }

// Played returns what has been played, the first turn included. It must not be changed.
func (a *Attempt) Played() *game.Record { return a.played }

// Start returns the position to solve, Position the current one.
func (a *Attempt) Start() game.Position    { return a.line.At(a.lead) }
func (a *Attempt) Position() game.Position { return a.played.Position() }

// Solver returns the side that solves the puzzle.
func (a *Attempt) Solver() rules.Color { return a.Start().Side() }

// Free reports whether the task is to win within one turn of several moves: then any moves that
// win are right.
func (a *Attempt) Free() bool {
	return len(a.Puzzle.Moves) == 2 && a.line.Len() > a.lead+1 && a.ends()
}

// ends reports whether the puzzle goes on until the game is won.
func (a *Attempt) ends() bool {
	return slices.Contains(a.Puzzle.Themes, "mate") || slices.Contains(a.Puzzle.Themes, "win")
}

// Solved reports whether the puzzle is solved.
func (a *Attempt) Solved() bool {
	return a.wins(a.Position()) || !a.off && a.played.Len() == a.line.Len()
}

func (a *Attempt) wins(pos game.Position) bool {
	return pos.Outcome().Result == rules.WinFor(a.Solver())
}

// Next returns the move to find; NoMove if all are found, or if other moves were made in a free
// turn.
func (a *Attempt) Next() game.Move {
	if a.off || a.played.Len() == a.line.Len() {
		return game.NoMove
	}
	return a.line.Moves()[a.played.Len()]
}

// Play plays a legal move of the solver and, if it is right, the reply. A move is right if it is
// the puzzle's, wins at once, or may still lead to a win in a free turn. A wrong move changes
// nothing, or begins a free turn again.
func (a *Attempt) Play(m game.Move) (right bool) {
	next := a.Position().Play(m)
	switch {
	case a.Solved():
		return false
	case m == a.Next():
		a.played.Push(m)
		for !a.Solved() && a.Position().Side() != a.Solver() {
			a.played.Push(a.Next())
		}
		return true
	case a.wins(next) || a.Free() && next.Side() == a.Solver() && !next.Outcome().Over():
		a.off = true
		a.played.Push(m)
		return true
	case a.off:
		a.Restart()
	}
	return false
}
