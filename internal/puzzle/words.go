package puzzle

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/english"
)

// A Goal is a kind of task.
type Goal string

// The goals.
const (
	WinTurn Goal = "turn" // win within this turn, which has several moves
	Mate    Goal = "mate" // within a number of turns
	Win     Goal = "win"  // by the game's own rules, within a number of turns
	Only    Goal = "only" // find the only moves that win
)

// Goal returns what the solver is to do, and in how many turns.
func (a *Attempt) Goal() (goal Goal, turns int) {
	has := func(theme string) bool { return slices.Contains(a.Puzzle.Themes, theme) }
	turns = len(a.Puzzle.Moves) / 2
	switch {
	case a.Free():
		return WinTurn, turns
	case has("mate"):
		return Mate, turns
	case has("win"):
		return Win, turns
	}
	return Only, turns
}

// Task says what the solver is to do: "Mate in 2".
func (a *Attempt) Task() string {
	switch goal, turns := a.Goal(); goal {
	case WinTurn:
		return "Win in this turn"
	case Mate:
		return fmt.Sprintf("Mate in %d", turns)
	case Win:
		return "Win in " + english.Count(turns, "move")
	}
	return "Find the only move that wins"
}

// Timed reports whether the win must come within a number of turns, and in how many: another
// move may win too, but later.
func (a *Attempt) Timed() (turns int, ok bool) {
	goal, turns := a.Goal()
	return turns, goal != Only
}

// Hints is the number of hints for a move; each says more than the one before.
const Hints = 3

// A Hint helps to find a move.
type Hint struct {
	Number  int    // 1 to Hints
	Idea    string // hint 1: what the move does
	Piece   string // hint 2: the piece that moves
	Drop    bool   // whether it comes from the hand
	SAN     string // hint 3
	Squares []game.Square
}

// Hint returns a hint, numbered from 1 to Hints, for the next move: what it does, which piece
// moves, and the move. ok is false if there is no such move, see Next.
func (a *Attempt) Hint(number int) (h Hint, ok bool) {
	m, pos := a.Next(), a.Position()
	if m == game.NoMove {
		return h, false
	}
	steps := screen.Of(pos).Steps(m)
	from, to, piece := between(pos, steps)
	h = Hint{Number: min(max(number, 1), Hints), Drop: steps[0].Kind == screen.StepDrop}
	switch h.Number {
	case 1:
		h.Idea = a.idea(pos, m)
	case 2:
		if h.Piece = piece; !h.Drop {
			h.Squares = []game.Square{from}
		}
	case 3:
		if h.SAN, h.Squares = pos.SAN(m), []game.Square{from, to}; h.Drop {
			h.Squares = []game.Square{to}
		}
	}
	return h, true
}

// Text returns the hint as a sentence.
func (h Hint) Text(board game.Board) string {
	switch {
	case h.Number == 1:
		return h.Idea + "."
	case h.Number == 2 && h.Drop:
		return "Drop the " + h.Piece + "."
	case h.Number == 2:
		return "Move the " + h.Piece + " on " + board.Name(h.Squares[0]) + "."
	}
	return "The move is " + h.SAN + "."
}

// between returns where a move begins and ends, and the name of the piece that moves.
func between(pos game.Position, steps []screen.Step) (from, to game.Square, piece string) {
	letter := ""
	for _, s := range steps {
		switch s.Kind {
		case screen.StepFrom:
			from = s.Square
			if p, ok := pos.At(from); ok {
				letter = p.Letter
			}
		case screen.StepDrop:
			letter = s.Letter
		case screen.StepTo:
			to = s.Square
		}
	}
	piece = "piece"
	if i := slices.IndexFunc(pos.Rules().Pieces(), func(k game.Kind) bool { return k.Letter == letter }); i >= 0 {
		piece = pos.Rules().Pieces()[i].Name
	}
	return from, to, piece
}

// Ideas are the hints for moves that have no theme.
var Ideas = []string{"It wins at once", "It captures", "It neither captures nor gives check", "It gives check"}

// idea says what a move does: the title of a theme, or one of Ideas.
func (a *Attempt) idea(pos game.Position, m game.Move) string {
	next := pos.Play(m)
	if d := deeds(pos, m, next); len(d) > 0 {
		i := slices.IndexFunc(Themes, func(t Theme) bool { return t.Name == d[0] })
		return Themes[i].Title
	}
	_, takes := pos.Captured(m)
	switch {
	case a.wins(next):
		return Ideas[0]
	case takes:
		return Ideas[1]
	case quiet(pos, m, next):
		return Ideas[2]
	}
	return Ideas[3]
}

// Miss says in a sentence that a move in a position of the puzzle is wrong.
func (a *Attempt) Miss(pos game.Position, m game.Move) string {
	san, next := pos.SAN(m), pos.Play(m)
	turns, timed := a.Timed()
	switch o := next.Outcome(); {
	case o.Over():
		return fmt.Sprintf("%s ends the game: %s.", san, o)
	case a.Free():
		return "The turn ends without a win."
	case timed:
		return fmt.Sprintf("%s does not win in %d.", san, turns)
	}
	return san + " does not win."
}
