package puzzle

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/english"
)

// Task says what the solver is to do: "Mate in 2".
func (a *Attempt) Task() string {
	p := a.Puzzle
	turns := len(p.Moves) / 2
	has := func(theme string) bool { return slices.Contains(p.Themes, theme) }
	switch {
	case a.Free():
		return "Win in this turn"
	case has("mate"):
		return fmt.Sprintf("Mate in %d", turns)
	case has("win"):
		return "Win in " + english.Count(turns, "move")
	}
	return "Find the only move that wins"
}

// Timed reports whether the win must come in time, and in how many turns: another move may
// win, too, but later.
func (a *Attempt) Timed() (turns int, ok bool) {
	over := slices.Contains(a.Puzzle.Themes, "mate") || slices.Contains(a.Puzzle.Themes, "win")
	return len(a.Puzzle.Moves) / 2, over
}

// Hints is the number of hints for a move, each of which says more than the one before.
const Hints = 3

// A Hint helps to find a move: in words, and by squares.
type Hint struct {
	Text    string
	Squares []game.Square
}

// Hint returns the hint of a number from 1 to Hints for the next move: what it does, which
// piece moves, and where to. ok is false if there is none, see Next.
func (a *Attempt) Hint(number int) (h Hint, ok bool) {
	m, pos := a.Next(), a.Position()
	if m == game.NoMove {
		return h, false
	}
	steps := screen.Of(pos).Steps(m)
	board := pos.Rules().Board()
	switch from, to, piece := between(pos, steps); {
	case number <= 1:
		return Hint{Text: a.idea(pos, m)}, true
	case number == 2 && steps[0].Kind == screen.StepDrop:
		return Hint{Text: "Drop the " + piece + "."}, true
	case number == 2:
		return Hint{Text: "Move the " + piece + " on " + board.Name(from) + ".", Squares: []game.Square{from}}, true
	case steps[0].Kind == screen.StepDrop:
		return Hint{Text: "The move is " + pos.SAN(m) + ".", Squares: []game.Square{to}}, true
	default:
		return Hint{Text: "The move is " + pos.SAN(m) + ".", Squares: []game.Square{from, to}}, true
	}
}

// between returns where a move begins and ends, and the name of what moves.
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

// idea says what a move does.
func (a *Attempt) idea(pos game.Position, m game.Move) string {
	next := pos.Play(m)
	if d := deeds(pos, m, next); len(d) > 0 {
		i := slices.IndexFunc(Themes, func(t Theme) bool { return t.Name == d[0] })
		return Themes[i].Title + "."
	}
	_, takes := pos.Captured(m)
	switch {
	case a.wins(next):
		return "It wins at once."
	case takes:
		return "It captures."
	case quiet(pos, m, next):
		return "It neither captures nor gives check."
	}
	return "It gives check."
}

// Miss says in a sentence that a move in a position of the puzzle is not right.
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
