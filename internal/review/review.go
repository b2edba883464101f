// Package review judges the moves of a game: what each turn gave away, the better line, and why,
// in words that follow from the rules. Searches say what positions are worth; a curve fitted to
// each game says how likely that is to win.
package review

import (
	"slices"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Turn is the moves that one side makes before the other moves: one, in most games.
type Turn struct {
	// First and Last are the numbers of moves in the record before and after it.
	First, Last int
}

// Turns returns the turns of a record. In games without turn numbers each move is one.
func Turns(r *game.Record) (turns []Turn) {
	for i := range r.Len() {
		if n := len(turns); n > 0 {
			begun, now := r.At(turns[n-1].First), r.At(i)
			before, _ := begun.Turn()
			number, _ := now.Turn()
			if begun.Side() == now.Side() && number == before && number > 0 {
				turns[n-1].Last = i + 1
				continue
			}
		}
		turns = append(turns, Turn{i, i + 1})
	}
	return turns
}

// A Finding is what a search found in the position before a turn.
type Finding struct {
	Value Value
	Line  []game.Move // the best moves, of both sides; may be empty
}

// A Class says how bad a turn was.
type Class uint8

// The classes.
const (
	Fine Class = iota
	Inaccuracy
	Mistake
	Blunder
)

// String returns the class as a word, "" for Fine.
func (c Class) String() string { return [...]string{"", "Inaccuracy", "Mistake", "Blunder"}[c] }

// Glyph returns the numeric annotation of the class, "" for Fine.
func (c Class) Glyph() string { return [...]string{"", "$6", "$2", "$4"}[c] }

// ClassOf returns the class that a numeric annotation stands for.
func ClassOf(glyph string) Class {
	for c := Inaccuracy; c <= Blunder; c++ {
		if c.Glyph() == glyph {
			return c
		}
	}
	return Fine
}

// A Judgement is the verdict on a turn.
type Judgement struct {
	Turn
	Side          rules.Color
	Number        int // of the turn's first move, as in the FEN
	Before, After Value
	Loss          float64 // of the mover's expected points, at least 0
	Accuracy      float64 // per cent
	Class         Class
	Top           bool // it was the best turn, or the only one
	// MissedWin says that the mover had a forced win, or one as good as that, and no longer has
	// it.
	MissedWin bool
	// Best is the better line from the beginning of the turn, Reply the engine's answer to what
	// was played: both are set only if the turn is not Fine.
	Best, Reply []game.Move
	Why         string // sentences, "" if there is nothing to say
}

// nearlyWon and thrownAway are the mover's expected points before and after a turn that misses a
// win that was not forced.
const (
	nearlyWon  = 0.9
	thrownAway = 0.6
)

// Judge judges a turn of a record from the findings before and after it. The record may continue
// after the turn.
func Judge(r *game.Record, t Turn, before, after Finding, c Curve) Judgement {
	pos := r.At(t.First)
	side := pos.Side()
	j := Judgement{Turn: t, Side: side, Number: pos.Fullmove(), Before: before.Value, After: after.Value}
	was, is := c.Chance(before.Value, side), c.Chance(after.Value, side)
	j.Accuracy = Accuracy(100*was, 100*is)
	best := firstTurn(pos, before.Line)
	if j.Top = len(best) > 0 && same(r, t, best) || onlyMove(r, t); j.Top || len(best) == 0 {
		return j
	}
	j.Loss = max(was-is, 0)
	if j.Class = classify(was, is, before.Value.For(side), after.Value.For(side)); j.Class == Fine {
		return j
	}
	j.MissedWin = missesWin(was, is, before.Value.For(side), after.Value.For(side))
	j.Best, j.Reply = before.Line, after.Line
	j.Why = why(r, &j)
	return j
}

func missesWin(was, is float64, before, after Value) bool {
	return before.Mate > 0 && after.Mate <= 0 && after.End != rules.WhiteWins || was >= nearlyWon && is <= thrownAway
}

// The mover's expected points that a turn must lose to be of a class.
var losses = [...]float64{Inaccuracy: 0.05, Mistake: 0.10, Blunder: 0.15}

// won and winning are expected points at which missing a forced win, or allowing a forced loss,
// matters little: those of 9.99 and 7.00 pawns in chess.
var (
	won     = sigmoid(9.99 * 100 * chessScale)
	winning = sigmoid(7.00 * 100 * chessScale)
)

// classify returns the class of a turn from the mover's chances before and after it and the
// values of the positions to the mover. A forced win or loss that appears or disappears is
// judged by what it came from or leads to.
func classify(was, is float64, before, after Value) Class {
	byStakes := func(chance float64) Class {
		switch {
		case chance > won:
			return Inaccuracy
		case chance > winning:
			return Mistake
		}
		return Blunder
	}
	switch {
	case before.Mate > 0 && after.Mate <= 0 && after.End == rules.Ongoing:
		if after.Mate < 0 {
			return Blunder
		}
		return byStakes(is)
	case after.Mate < 0 && before.Mate >= 0:
		return byStakes(1 - was)
	}
	class := Fine
	for c := Inaccuracy; c <= Blunder; c++ {
		if was-is >= losses[c] {
			class = c
		}
	}
	return class
}

// firstTurn returns the moves of a line that the side to move makes before the other
// moves.
func firstTurn(pos game.Position, line []game.Move) []game.Move {
	side, number := pos.Side(), turnNumber(pos)
	for i, m := range line {
		if i > 0 && (pos.Side() != side || number == 0 || turnNumber(pos) != number) {
			return line[:i]
		}
		pos = pos.Play(m)
	}
	return line
}

func turnNumber(pos game.Position) uint64 {
	number, _ := pos.Turn()
	return number
}

// onlyMove reports whether there was no choice.
func onlyMove(r *game.Record, t Turn) bool {
	for i := t.First; i < t.Last; i++ {
		if len(r.At(i).Moves()) > 1 {
			return false
		}
	}
	return true
}

// same reports whether a turn was played as in a line, or leads to the same position.
func same(r *game.Record, t Turn, line []game.Move) bool {
	if slices.Equal(r.Moves()[t.First:t.Last], line) {
		return true
	}
	pos := r.At(t.First)
	for _, m := range line {
		pos = pos.Play(m)
	}
	return pos.Key() == r.At(t.Last).Key()
}
