package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/rules"
)

// This file says what a reply to a bad turn wins, at once or later, by exchanges and by what
// is captured in a line.

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
	before := 0 // what the turn itself has won
	if m0 := x.r.Moves()[x.j.Last-1]; x.j.Last-x.j.First == 1 {
		before, _, _ = engine.Exchange(x.before, m0)
	}
	if !takenBack(pos, m) {
		net = gain // pins are seen here
	}
	if net < wins || net-before < wins {
		return ""
	}
	gone, san := vanished(pos, m, x.side), pos.SAN(m)
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
		return fmt.Sprintf("%s destroys %s", san, list(names))
	case net < gain-20:
		return fmt.Sprintf("It loses %s to %s, even if that is taken back", x.name(gone[0]), san)
	}
	return fmt.Sprintf("It leaves %s to %s%s", x.name(gone[0]), san, x.undefended(pos, m, at))
}

// takenBack reports whether what a move brings to its destination can be captured there.
func takenBack(pos game.Position, m game.Move) bool {
	next := pos.Play(m)
	if next.Side() == pos.Side() {
		return true // for all that is known
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

// undefended says why a piece that seems to defend a square does not take back there.
func (x *reasoner) undefended(pos game.Position, m game.Move, at game.Square) string {
	next := pos.Play(m)
	if next.Side() != x.side || next.Outcome().Over() {
		return ""
	}
	for _, s := range next.Rules().Board().Squares() {
		p, ok := next.At(s)
		if !ok || p.Color != x.side {
			continue
		}
		r := screen.Of(next).Refusal(s, at, "")
		piece := fmt.Sprintf("; the %s on %s", kind(next.Rules(), p.Letter), next.Rules().Board().Name(s))
		if r == nil {
			if !vanishesTo(next, s, at) {
				return "" // it does
			}
			return piece + " would vanish in a hole on the way"
		}
		what := piece + " cannot take back: "
		if r.Exposes && len(next.Royals(x.side)) > 0 && !slices.Contains(next.Royals(x.side), s) {
			return what + r.Reason
		}
	}
	return ""
}

// vanishesTo reports whether a piece that moves towards a square goes into a hole, and does not
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

// lostLater says what the other side wins in the moves behind its reply.
func (x *reasoner) lostLater() string {
	moves := append(x.r.Moves()[x.j.First:x.j.Last:x.j.Last], x.j.Reply...)
	text, won := x.wonIn(x.before, moves, len(moves)-len(x.j.Reply)+ahead, x.side.Opponent())
	if won < wins {
		return ""
	}
	return fmt.Sprintf("It allows %s, which wins %s", sans(x.after, x.reply), text)
}

// ahead is how many moves of a line are looked at.
const ahead = 8

// wonIn returns which pieces a side wins in the first moves of a line, and for which, and how
// much that is.
func (x *reasoner) wonIn(pos game.Position, line []game.Move, most int, side rules.Color) (text string, won int) {
	var taken [2][]string // by the side that has lost them
	for i, m := range line {
		if i >= most {
			break
		}
		gain, _, ok := engine.Exchange(pos, m)
		if !ok {
			return "", 0
		}
		if pos.Side() != side {
			gain = -gain
		}
		won += gain
		for c := rules.White; c <= rules.Black; c++ {
			for _, l := range vanished(pos, m, c) {
				name := kind(pos.Rules(), l.letter)
				if same := slices.Index(taken[c.Opponent()], name); same >= 0 {
					taken[c.Opponent()] = slices.Delete(taken[c.Opponent()], same, same+1)
				} else {
					taken[c] = append(taken[c], name)
				}
			}
		}
		pos = pos.Play(m)
	}
	won -= hanging(pos, side)
	if len(taken[side.Opponent()]) == 0 {
		return "", 0
	}
	text = x.counted(taken[side.Opponent()])
	if lost := taken[side]; len(lost) > 0 {
		text += " for " + x.counted(lost)
	}
	return text, won
}

// counted writes names with how many there are of each: "2 bishops and a rook".
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
	return list(said)
}

// plural returns what several pieces of a name are called.
func plural(r game.Rules, name string) string {
	for _, k := range r.Pieces() {
		if k.Name == name && k.Plural != "" {
			return k.Plural
		}
	}
	return name + "s"
}

// hanging returns what the opponent of a side wins with the best capture of a position, if it is
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
