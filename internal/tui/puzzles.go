package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/puzzle"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/table"
)

// Puzzles is a session of puzzles, solved line by line.
type Puzzles struct {
	List  []puzzle.Puzzle
	Theme string // only those with this theme, "" for all
	Open  func(name string) (game.Rules, error)
	// Reply returns the engine's answer in a position and its evaluation; ok is
	// false if there is no engine.
	Reply    func(context.Context, game.Position) (san, eval string, ok bool)
	Progress *puzzle.Progress
	Record   func(of puzzle.Puzzle, solved bool) error // notes a result in Progress and stores it
	Random   *rand.Rand

	out     io.Writer
	attempt *puzzle.Attempt
	hints   int  // number given for the next move
	failed  bool // whether there was a hint or a mistake
}

const puzzleHelp = `Type a move (e4, Nf3, e2e4), or
  hint      what the next move does, then the piece, then the move
  solution  all moves
  board     the board again
  rules     the rules of this game
  next      another puzzle
  quit      quit; your progress is saved`

// Solve asks for the moves of one puzzle after another, until quit, the end
// of in, or the end of ctx.
func (p *Puzzles) Solve(ctx context.Context, in io.Reader, out io.Writer) error {
	p.out = out
	lines := readLines(ctx, in)
	if err := p.next(); err != nil {
		return err
	}
	for {
		fmt.Fprint(out, "> ")
		line, ok := "", false
		select {
		case line, ok = <-lines:
		case <-ctx.Done():
			return ctx.Err()
		}
		word := strings.ToLower(strings.TrimSpace(line))
		if !ok || word == "quit" {
			if !ok {
				fmt.Fprintln(out)
			}
			fmt.Fprintf(out, "Your level: %d. Solved on the first try: %d of %d.\n", p.Progress.Level, p.Progress.Solved(), len(p.Progress.Done))
			return nil
		}
		if err := p.do(ctx, word, strings.TrimSpace(line)); err != nil {
			return err
		}
	}
}

// do executes a line.
func (p *Puzzles) do(ctx context.Context, word, line string) error {
	a := p.attempt
	switch word {
	case "":
	case "help", "?":
		fmt.Fprintln(p.out, puzzleHelp)
	case "board":
		p.show()
	case "rules":
		fmt.Fprintln(p.out, strings.Join(screen.Card(a.Position().Rules()), "\n"))
	case "next":
		return p.next()
	case "hint":
		return p.hint()
	case "solution":
		from := a.Played().Len()
		if a.Next() == game.NoMove && !a.Solved() {
			a.Restart()
			from = a.Lead()
		}
		for !a.Solved() {
			a.Play(a.Next())
		}
		p.tell(from)
		return p.record(false)
	default:
		return p.move(ctx, line)
	}
	return nil
}

// next starts another puzzle.
func (p *Puzzles) next() error {
	one, ok := p.Progress.Pick(p.List, p.Theme, p.Random)
	if !ok {
		fits := func(one puzzle.Puzzle) bool { return slices.Contains(one.Themes, p.Theme) }
		if p.Theme != "" && !slices.ContainsFunc(p.List, fits) {
			return fmt.Errorf("none of these puzzles has the theme %s", p.Theme)
		}
		return errors.New("you have tried all of these puzzles")
	}
	a, err := puzzle.Begin(one, p.Open)
	if err != nil {
		return err
	}
	p.attempt, p.hints, p.failed = a, 0, false
	fmt.Fprintf(p.out, "\n%s, puzzle %s, rating %d\n", one.Variant, one.ID, one.Rating)
	p.tell(0)
	p.show()
	fmt.Fprintf(p.out, "%s to move. %s. (help lists what else you can type)\n", sentence(a.Solver().String())[:5], a.Task())
	return nil
}

func (p *Puzzles) show() {
	fmt.Fprint(p.out, TextBoard(p.attempt.Position(), p.attempt.Solver() == rules.Black))
}

// tell names the moves played from index from.
func (p *Puzzles) tell(from int) {
	played := p.attempt.Played()
	for i := from; i < played.Len(); i++ {
		pos := played.At(i)
		fmt.Fprintf(p.out, "%s plays %s\n", sentence(pos.Side().String())[:5], pos.SAN(played.Moves()[i]))
	}
}

// hint gives the next hint.
func (p *Puzzles) hint() error {
	if p.attempt.Solved() {
		fmt.Fprintln(p.out, "It is solved; type next for another.")
		return nil
	}
	p.hints = min(p.hints+1, puzzle.Hints)
	h, ok := p.attempt.Hint(p.hints)
	if !ok {
		fmt.Fprintln(p.out, "These moves may win as well. The turn begins again.")
		p.attempt.Restart()
		p.show()
		return nil
	}
	fmt.Fprintln(p.out, h.Text(p.attempt.Position().Rules().Board()))
	return p.record(false)
}

// move judges a typed move.
func (p *Puzzles) move(ctx context.Context, text string) error {
	a := p.attempt
	if a.Solved() {
		fmt.Fprintln(p.out, "It is solved; type next for another.")
		return nil
	}
	pos, from := a.Position(), a.Played().Len()
	typed, err := table.ReadMoves(pos, text)
	switch {
	case err != nil:
		fmt.Fprintln(p.out, sentence(err.Error()))
		return nil
	case len(typed.Moves) > 1:
		fmt.Fprintln(p.out, "Enter one move at a time.")
		return nil
	}
	if m := typed.Moves[0]; !a.Play(m) {
		fmt.Fprintln(p.out, a.Miss(pos, m))
		if next := pos.Play(m); !next.Outcome().Over() && next.Side() != pos.Side() {
			if san, eval, ok := p.Reply(ctx, next); ok {
				fmt.Fprintf(p.out, "The answer is %s; White's evaluation is %s.\n", san, eval)
			}
		}
		return p.record(false)
	}
	p.tell(from)
	p.hints = 0
	if !a.Solved() {
		p.show()
		fmt.Fprintln(p.out, "Right. Go on.")
		return nil
	}
	fmt.Fprintf(p.out, "Solved in %s. Type next for another.\n", english.Count(len(a.Puzzle.Moves)/2, "turn"))
	return p.record(true)
}

// record stores the result of the puzzle, once.
func (p *Puzzles) record(solved bool) error {
	if p.failed {
		return nil
	}
	p.failed = true
	return p.Record(p.attempt.Puzzle, solved)
}
