package review

import (
	"fmt"
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file finds what a move takes off the board.

// A loss is a piece that is gone.
type loss struct {
	square game.Square
	letter string
}

// vanished returns the pieces of a side that a move takes off the board, except those that go
// elsewhere or become another.
func vanished(pos game.Position, m game.Move, side rules.Color) []loss {
	list, _ := gone(pos, m, side)
	return list
}

// gone is vanished, and also reports whether a piece becomes another.
func gone(pos game.Position, m game.Move, side rules.Color) (list []loss, promoted bool) {
	next := pos.Play(m)
	count := map[string]int{} // pieces that are there after the move but were not before
	for _, s := range pos.Rules().Board().Squares() {
		was, stood := pos.At(s)
		is, stands := next.At(s)
		if stood && was.Color == side && (!stands || is != was) {
			list = append(list, loss{s, was.Letter})
		}
		if stands && is.Color == side && (!stood || is != was) {
			count[is.Letter]++
			count[""]++
		}
	}
	list = slices.DeleteFunc(list, func(l loss) bool {
		if count[l.letter] > 0 {
			count[l.letter]--
			count[""]--
			return true
		}
		return false
	})
	changed := min(count[""], len(list))
	return list[changed:], changed > 0
}

// KindName returns the name of a kind of piece, or its letter if it has none.
func KindName(r game.Rules, letter string) string {
	for _, k := range r.Pieces() {
		if k.Letter == letter && k.Name != "" {
			return k.Name
		}
	}
	return letter
}

func (x *reasoner) name(l loss) string {
	ruleset := x.before.Rules()
	return fmt.Sprintf("the %s on %s", KindName(ruleset, l.letter), ruleset.Board().Name(l.square))
}

// swallowed says that a piece of the mover went into a hole.
func (x *reasoner) swallowed() string {
	board := x.before.Rules().Board()
	if len(board.Holes) == 0 {
		return ""
	}
	pos := x.before
	for i := x.j.First; i < x.j.Last; i++ {
		m := x.r.Moves()[i]
		if gone := vanished(pos, m, x.side); len(gone) > 0 && goesThrough(pos, m, board.Holes) {
			return fmt.Sprintf("The %s vanishes in a hole", KindName(pos.Rules(), gone[0].letter))
		}
		pos = pos.Play(m)
	}
	return ""
}

// goesThrough reports whether a move ends on a hole or passes one: the piece that moved is on
// none of the squares of its steps.
func goesThrough(pos game.Position, m game.Move, holes []game.Square) bool {
	next := pos.Play(m)
	for _, s := range screen.Of(pos).Steps(m) {
		if slices.Contains(holes, s.Square) {
			return true
		}
		if p, ok := next.At(s.Square); ok && p.Color == pos.Side() {
			return false
		}
	}
	return true
}
