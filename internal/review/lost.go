package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file finds what a reply to a bad turn wins, at once or later, from exchanges and from
// what is captured in a line.

// lost says what the reply wins, at once or with the moves that follow.
func (x *reasoner) lost() string {
	if len(x.reply) == 0 {
		return ""
	}
	pos := x.after
	for _, m := range x.reply {
		gain, net, ok := engine.Exchange(pos, m)
		if !ok {
			return ""
		}
		if text := x.captured(pos, m, gain, net); text != "" {
			return text
		}
		pos = pos.Play(m)
	}
	return x.lostLater()
}

// captured says what a single move of the reply wins.
func (x *reasoner) captured(pos game.Position, m game.Move, gain, net int) string {
	before := 0 // what the turn itself won
	if m0 := x.r.Moves()[x.j.Last-1]; x.j.Last-x.j.First == 1 {
		before, _, _ = engine.Exchange(x.before, m0)
	}
	if !takenBack(pos, m) {
		net = gain // legal moves respect pins
	}
	if net < wins || net-before < wins {
		return ""
	}
	gone, san := vanished(pos, m, x.side), pos.SAN(m)
	if x.lostAnyway(gone) && x.difference() < wins {
		return ""
	}
	at, captures := pos.Captured(m)
	switch {
	case !captures && len(gone) == 0:
		return fmt.Sprintf("It lets a piece promote: %s", san)
	case len(gone) == 0:
		return ""
	case len(gone) > 1 || gone[0].square != at:
		var names []string
		for _, l := range gone {
			names = append(names, x.name(l))
		}
		return fmt.Sprintf("%s destroys %s", san, english.List(names, "and"))
	case net < gain-20:
		return fmt.Sprintf("It loses %s to %s, even after a recapture", x.name(gone[0]), san)
	}
	return fmt.Sprintf("It leaves %s to %s%s", x.name(gone[0]), san, x.undefended(pos, m, at))
}

// takenBack reports whether a piece that a move brings to its destination can be captured there.
func takenBack(pos game.Position, m game.Move) bool {
	next := pos.Play(m)
	if next.Side() == pos.Side() {
		return true // the same side moves again: unknown
	}
	steps := screen.Of(pos).Steps(m)
	for _, r := range next.Moves() {
		at, captures := next.Captured(r)
		if captures && slices.ContainsFunc(steps, func(s screen.Step) bool { return s.Kind != screen.StepPromote && s.Square == at }) {
			return true
		}
	}
	return false
}

// undefended says why a piece that seems to defend a square cannot take back there.
func (x *reasoner) undefended(pos game.Position, m game.Move, at game.Square) string {
	next := pos.Play(m)
	if next.Side() != x.side || next.Outcome().Over() {
		return ""
	}
	if p, stands := next.At(at); !stands || p.Color == x.side { // there is nothing to take
		return ""
	}
	for _, s := range next.Rules().Board().Squares() {
		p, ok := next.At(s)
		if !ok || p.Color != x.side {
			continue
		}
		r := screen.Of(next).Refusal(s, at, "")
		piece := fmt.Sprintf("; the %s on %s", KindName(next.Rules(), p.Letter), next.Rules().Board().Name(s))
		if r == nil {
			if !vanishesTo(next, s, at) {
				return "" // it can take back
			}
			return piece + " would vanish in a hole on the way"
		}
		what := piece + " cannot recapture: "
		if r.Exposes && len(next.Royals(x.side)) > 0 && !slices.Contains(next.Royals(x.side), s) {
			return what + r.Reason
		}
	}
	return ""
}

// vanishesTo reports whether a piece moving towards a square goes into a hole, and does not
// arrive.
func vanishesTo(pos game.Position, from, to game.Square) bool {
	for _, m := range pos.Moves() {
		steps := screen.Of(pos).Steps(m)
		if len(steps) > 1 && steps[0] == (screen.Step{Kind: screen.StepFrom, Square: from}) && steps[1].Square == to {
			_, captures := pos.Captured(m)
			return !captures && goesThrough(pos, m, pos.Rules().Board().Holes)
		}
	}
	return false
}

// lostAnyway reports whether the pieces are also captured on their squares after the better
// turn.
func (x *reasoner) lostAnyway(pieces []loss) bool {
	pos, line := x.before, x.j.Best
	for _, m := range firstTurn(pos, line) {
		pos, line = pos.Play(m), line[1:]
	}
	for _, m := range firstTurn(pos, line) {
		gone := vanished(pos, m, x.side)
		pieces = slices.DeleteFunc(slices.Clone(pieces), func(l loss) bool { return slices.Contains(gone, l) })
		pos = pos.Play(m)
	}
	return len(pieces) == 0
}

// lostLater says what the other side wins in the moves after its reply.
func (x *reasoner) lostLater() string {
	won := x.lostInLine()
	text := x.wins(won, x.side.Opponent())
	if text == "" {
		return ""
	}
	return fmt.Sprintf("It allows %s, which wins %s", sans(x.after, x.reply), text)
}

// ahead is how many moves of a line are examined.
const ahead = 8

// A tally is what changes hands in the first moves of a line.
type tally struct {
	won      int         // by the side of the tally, in centipawns, less what it then leaves to be captured
	taken    [2][]string // pieces lost without a like one in return, by the side that lost them
	promoted bool        // a piece became another, so names do not show what was won
}

// lostInLine tallies what was played and the reply for the other side; wonInBest tallies the
// better line for the mover.
func (x *reasoner) lostInLine() tally {
	moves := append(x.r.Moves()[x.j.First:x.j.Last:x.j.Last], x.j.Reply...)
	return tallyOf(x.before, moves, x.j.Last-x.j.First+ahead, x.side.Opponent())
}

func (x *reasoner) wonInBest() tally { return tallyOf(x.before, x.j.Best, ahead, x.side) }

// difference returns how much more material the better line wins than what was played.
func (x *reasoner) difference() int { return x.wonInBest().won + x.lostInLine().won }

// wins says what a side wins by a tally: "a rook for a pawn"; "" if that is nothing, not what
// makes the better turn better, or too little to be what the turn lost.
func (x *reasoner) wins(t tally, side rules.Color) string {
	gone := t.taken[side.Opponent()]
	if t.won < wins || t.promoted || len(gone) == 0 || x.difference() < wins {
		return ""
	}
	before, after := x.j.Before.For(x.side), x.j.After.For(x.side)
	if scores := before.Mate == 0 && after.Mate == 0 && after.End == rules.Ongoing; scores && before.Score-after.Score > 3*t.won {
		return ""
	}
	text := x.counted(gone)
	if lost := t.taken[side]; len(lost) > 0 {
		text += " for " + x.counted(lost)
	}
	return text
}

// tallyOf returns a side's tally of the first most moves of a line.
func tallyOf(pos game.Position, line []game.Move, most int, side rules.Color) (t tally) {
	for i, m := range line {
		if i >= most {
			break
		}
		gain, _, ok := engine.Exchange(pos, m)
		if !ok {
			return tally{}
		}
		if pos.Side() != side {
			gain = -gain
		}
		t.won += gain
		for c := rules.White; c <= rules.Black; c++ {
			list, promoted := gone(pos, m, c)
			t.promoted = t.promoted || promoted
			for _, l := range list {
				name := KindName(pos.Rules(), l.letter)
				if same := slices.Index(t.taken[c.Opponent()], name); same >= 0 {
					t.taken[c.Opponent()] = slices.Delete(t.taken[c.Opponent()], same, same+1)
				} else {
					t.taken[c] = append(t.taken[c], name)
				}
			}
		}
		pos = pos.Play(m)
	}
	t.won -= hanging(pos, side)
	return t
}

// counted lists names with their numbers: "2 bishops and a rook".
func (x *reasoner) counted(names []string) string {
	var said []string
	for i, name := range names {
		n := 0
		for _, other := range names {
			if other == name {
				n++
			}
		}
		switch {
		case slices.Index(names, name) < i:
		case n > 1:
			said = append(said, fmt.Sprintf("%d %s", n, plural(x.before.Rules(), name)))
		case strings.ContainsRune("aeiou", rune(name[0])):
			said = append(said, "an "+name)
		default:
			said = append(said, "a "+name)
		}
	}
	return english.List(said, "and")
}

// plural returns the plural of a piece's name.
func plural(r game.Rules, name string) string {
	for _, k := range r.Pieces() {
		if k.Name == name && k.Plural != "" {
			return k.Plural
		}
	}
	return name + "s"
}

// hanging returns what the opponent of a side wins with its best capture in a position, if it is
// to move.
func hanging(pos game.Position, side rules.Color) (best int) {
	if pos.Side() == side || pos.Outcome().Over() {
		return 0
	}
	for _, m := range pos.Moves() {
		if _, captures := pos.Captured(m); !captures {
			continue
		}
		if _, net, ok := engine.Exchange(pos, m); ok {
			best = max(best, net)
		}
	}
	return best
}
