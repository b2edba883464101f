package proof

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// setup returns everything that makes up a position except its clocks.
func (c *checker) setup(p game.Position) rules.Setup {
	s := c.t.Setup(p)
	s.Halfmove, s.Fullmove, s.Zeroing = 0, 0, false
	return s
}

// turn goes through all turns of the opponent in a position. Each position in which one ends and
// the game goes on is passed to take once, unless take is nil. It is an error if the opponent
// wins, or if the game is drawn and the side should win.
func (c *checker) turn(p game.Position, take func(rules.Setup, game.Position) error) error {
	w := turnWalk{checker: c, side: p.Side(), begun: Text(p.FEN()), seen: map[rules.Setup]struct{}{}, take: take}
	return w.from(p)
}

// A turnWalk goes through the turns of a side in a position.
type turnWalk struct {
	*checker
	side  rules.Color
	begun string
	line  []game.Move
	seen  map[rules.Setup]struct{} // positions within the turn and where it ends
	take  func(rules.Setup, game.Position) error
}

// from continues the turn from a position.
func (w *turnWalk) from(p game.Position) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	walker := p.(game.Walkable).Walk()
	mates := walker.Traits().Mates && !walker.Traits().Stalemates && !walker.Traits().Suicide
	codes := walker.Moves(nil)
	if len(codes) == 0 {
		result, over := walker.Verdict()
		if !over {
			result = walker.NoMoves()
		}
		return w.ended(result)
	}
	for _, code := range codes {
		walker.Play(code)
		result, over := walker.Verdict()
		passed := walker.Side() != w.side
		if !over && passed && (w.take != nil || !mates || walker.InCheck()) && walker.CountMoves() == 0 {
			result, over = walker.NoMoves(), true
		}
		walker.Undo()
		if passed || over {
			w.report.Ends++
		}
		w.line = append(w.line, walker.Move(code))
		var err error
		switch {
		case over:
			err = w.ended(result)
		case !passed || w.take != nil:
			err = w.next(p.Play(walker.Move(code)), passed)
		}
		if err != nil {
			return err
		}
		w.line = w.line[:len(w.line)-1]
	}
	return nil
}

// next continues with a position, unless it has been seen.
func (w *turnWalk) next(p game.Position, passed bool) error {
	setup := w.setup(p)
	if _, known := w.seen[setup]; known {
		return nil
	}
	w.seen[setup] = struct{}{}
	if passed {
		return w.take(setup, p)
	}
	return w.from(p)
}

// ended judges a turn that ended the game.
func (w *turnWalk) ended(r rules.Result) error {
	if r == rules.WinFor(w.side.Opponent()) || r == rules.Draw && !w.proof.Wins {
		return nil
	}
	return fmt.Errorf("%s: the opponent's turn %s ends the game, %s", w.begun, w.text(), r)
}

// text writes the moves of the turn.
func (w *turnWalk) text() string {
	p, err := w.t.ParsePosition(w.begun)
	if err != nil {
		return "?"
	}
	text := ""
	for _, m := range w.line {
		if text != "" {
			text += "/"
		}
		text += w.t.UCI(p, m)
		p = p.Play(m)
	}
	return text
}
