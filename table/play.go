package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// ErrStale reports that the table has changed since the caller looked at it.
var ErrStale = errors.New("the position has changed")

var errClosed = errors.New("the table is closed")

// errOver reports that the game has ended.
var errOver = errors.New("the game is over")

// AnyRevision allows a change at any revision.
const AnyRevision = -1

// do changes a game under the lock, if the revision is still the caller's.
// Analyses have no such changes.
func (t *Table) do(revision int, change func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return errClosed
	case t.study:
		return errStudy
	case revision != AnyRevision && revision != t.revision:
		return ErrStale
	}
	if err := change(); err != nil {
		return err
	}
	t.changed()
	return nil
}

// Play plays a move for the side to move. If it is not legal, nothing changes; the same
// holds for all errors here.
func (t *Table) Play(revision int, m game.Move) error {
	return t.do(revision, func() error { return t.play(m, "") })
}

// PlayText plays what a player has typed, as ReadMoves reads it. All moves must be those of
// people, and of the given sides, if any.
func (t *Table) PlayText(revision int, text string, sides ...rules.Color) error {
	return t.do(revision, func() error {
		if over := t.over(); over.Over() {
			return errOver
		}
		typed, err := ReadMoves(t.position(), text)
		if err != nil {
			return err
		}
		if err := t.mayPlay(typed, sides); err != nil {
			return err
		}
		for _, m := range typed.Moves {
			if err := t.play(m, ""); err != nil {
				return err
			}
		}
		return nil
	})
}

// mayPlay says why a sequence of typed moves cannot be played, nil if it can.
func (t *Table) mayPlay(typed Typed, sides []rules.Color) error {
	if len(t.nodes)+len(typed.Moves) > t.most {
		return t.full()
	}
	r, last := t.record.Clone(), ""
	for i, side := range typed.Sides {
		switch {
		case r.Outcome().Over():
			return fmt.Errorf("the game is over after %s, and more moves follow", last)
		case t.players[side].Human() && (len(sides) == 0 || slices.Contains(sides, side)):
		case i == 0:
			return fmt.Errorf("it is %s's move", side.Title())
		default:
			return fmt.Errorf("after %s it is %s's move: type only your own", last, side.Title())
		}
		last = r.Position().SAN(typed.Moves[i])
		r.Play(typed.Moves[i])
	}
	return nil
}

// play plays a move; eval is the engine's evaluation, if there is one.
func (t *Table) play(m game.Move, eval string) error {
	if t.over().Over() {
		return errOver
	}
	if !slices.Contains(t.position().Moves(), m) {
		return errors.New("that move is not legal")
	}
	if len(t.nodes) > t.most {
		return t.full()
	}
	p, _ := t.add(t.at, m)
	p.Eval, t.taken = eval, nil
	if t.clock.control.Timed() {
		t.clock.stop(time.Now())
		if t.position().Side() != p.Side {
			t.clock.left[p.Side] += t.clock.control.Increment
		}
		p.Clock = t.clock.left[p.Side]
	}
	if t.offer.by != p.Side || t.offer.what == OfferTakeBack {
		t.offer = offer{} // a move is an answer
	}
	return nil
}

// TakeBack takes back moves up to and including the last one that a person made; between two
// people or two engines, just the last move. A game that was resigned, drawn or lost on time
// continues, with the same position if no person has moved yet.
func (t *Table) TakeBack(revision int) error {
	return t.do(revision, func() error {
		last := t.lastOwn()
		switch {
		case last != nil:
			t.cutTo(last.parent)
		case t.ending.Over():
			t.cutTo(t.at)
		default:
			return errors.New("there is no move to take back")
		}
		return nil
	})
}

// lastOwn returns the move to take back, nil if there is none.
func (t *Table) lastOwn() *node {
	against := t.players[0].Human() != t.players[1].Human()
	for n := t.at; n.parent != nil; n = n.parent {
		if !against || t.players[n.Side].Human() {
			return n
		}
	}
	return nil
}

// BackTo takes back all moves except the first n.
func (t *Table) BackTo(revision, n int) error {
	return t.do(revision, func() error {
		if n < 0 || n > t.at.ply {
			return fmt.Errorf("there are %d moves, not %d", t.at.ply, n)
		}
		last := t.at
		for last.ply > n {
			last = last.parent
		}
		t.cutTo(last)
		return nil
	})
}

// A takenBack is what was taken back in one go, so that it can be put forward again.
type takenBack struct {
	from   *node  // the last move at that time
	first  change // brings the moves back, nil if there are none
	ending Ending
	left   [2]time.Duration
}

// cutTo takes back what was played after a node, and resets the clocks.
func (t *Table) cutTo(n *node) {
	t.clock.stop(time.Now())
	back := takenBack{from: t.at, ending: t.ending, left: t.clock.left}
	t.goTo(n)
	if len(n.next) > 0 {
		back.first = t.cut(n.next[0])
	}
	t.taken = append(t.taken, back)
	t.setClocks()
	t.ending, t.offer = Ending{}, offer{}
}

// PutForward plays again what was last taken back, with the clocks and the end of the game as
// they were then. This is possible until another move is played or the game ends.
func (t *Table) PutForward(revision int) error {
	return t.do(revision, func() error {
		if len(t.taken) == 0 {
			return errors.New("there is no move to redo")
		}
		var last takenBack
		t.taken, last = pop(t.taken)
		if last.first != nil {
			last.first()
		}
		t.goTo(last.from)
		t.clock.stop(time.Now())
		t.clock.left, t.ending, t.offer = last.left, last.ending, offer{}
		return nil
	})
}

// setClocks sets the clocks to the times recorded with the moves.
func (t *Table) setClocks() {
	if !t.clock.control.Timed() {
		return
	}
	t.clock.running = false
	t.clock.left = newClock(t.clock.control).left
	for _, p := range t.at.path() {
		if p.Clock >= 0 {
			t.clock.left[p.Side] = p.Clock
		}
	}
}

// Resign ends the game with a loss for a side.
func (t *Table) Resign(revision int, side rules.Color) error {
	return t.end(revision, Ending{rules.WinFor(side.Opponent()), "resignation"})
}

func (t *Table) end(revision int, e Ending) error {
	return t.do(revision, func() error {
		if t.over().Over() {
			return errOver
		}
		t.finish(e)
		return nil
	})
}

// finish ends the game off the board.
func (t *Table) finish(e Ending) { t.ending, t.taken, t.offer = e, nil, offer{} }

// SwitchSides makes the players change sides.
func (t *Table) SwitchSides(revision int) error {
	return t.do(revision, func() error {
		t.switchSides()
		return nil
	})
}

func (t *Table) switchSides() {
	t.players[0], t.players[1] = t.players[1], t.players[0]
	t.offer = offer{}
}

// SetPlayer seats another player.
func (t *Table) SetPlayer(revision int, side rules.Color, p Player) error {
	if p.Level < 0 || p.Level > game.MaxLevel {
		return fmt.Errorf("level %d is not in 1..%d", p.Level, game.MaxLevel)
	}
	return t.do(revision, func() error {
		t.players[side&1] = p
		return nil
	})
}
