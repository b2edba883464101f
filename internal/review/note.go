package review

import (
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// TurnText writes the first turn of a line of moves, in SAN.
func TurnText(pos game.Position, line []game.Move) string { return sans(pos, firstTurn(pos, line)) }

// Text writes a judgement as a comment: "(0.21 → -0.46) Inaccuracy. … Nf3 was best."; best is
// the better turn in words.
func (j *Judgement) Text(best string) string {
	text := fmt.Sprintf("(%s → %s) %s.", j.Before.words(), j.After.words(), j.Class)
	if j.Why != "" {
		text += " " + j.Why
	}
	if strings.HasPrefix(j.Why, "It misses "+best+":") || strings.HasPrefix(j.Why, best+" wins ") || strings.Contains(j.Why, ". "+best+" wins ") {
		return text // it already says so
	}
	return text + " " + best + " was best."
}

// A Note is what is noted about a single move: its value as in PGN, and its numeric annotations.
type Note struct {
	Eval   string
	Glyphs []string
}

// leastNoted is how many turns must have values for a summary.
const leastNoted = 2

// SummaryOf sums up a game from the notes on its moves: the values after the last moves of
// turns, and their annotations. The start counts as even. It also returns the turns with both
// values known, which Summary.Turning indexes; ok is false if there are too few.
func SummaryOf(r *game.Record, notes []Note, result rules.Result) (s Summary, turns []Turn, ok bool) {
	c, _ := CurveOf(r.Start().Rules().Name())
	var list []Judgement
	before, known := Value{}, true
	for _, t := range Turns(r) {
		after, noted := ParseValue(notes[t.Last-1].Eval)
		if o := r.Position().Outcome(); !noted && t.Last == r.Len() && o.Over() {
			after, noted = Value{End: o.Result}, true
		}
		if known && noted {
			side := r.At(t.First).Side()
			was, is := c.Chance(before, side), c.Chance(after, side)
			j := Judgement{Turn: t, Side: side, Before: before, After: after, Loss: max(was-is, 0), Accuracy: Accuracy(100*was, 100*is)}
			for _, g := range notes[t.Last-1].Glyphs {
				j.Class = max(j.Class, ClassOf(g))
			}
			j.MissedWin = j.Class != Fine && missesWin(was, is, before.For(side), after.For(side))
			list, turns = append(list, j), append(turns, t)
		}
		before, known = after, noted
	}
	return Summarise(list, result, c), turns, len(list) >= leastNoted
}
