package chess

import (
	"cmp"
	"slices"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Game is a position with the moves that led to it. Unlike a Position it
// checks the moves it is given and detects repetition. It is not safe for
// concurrent use. It takes a few dozen bytes per move.
type Game struct {
	current Position
	marks   []Position       // the start, and the position after every markEvery-th move
	moves   []Move           // played so far
	keys    []uint64         // the Key of the start and of the position after each move
	seen    map[uint64]int32 // how often each key has occurred
}

// markEvery is the number of moves between the positions that a Game keeps. To
// take a move back it replays the moves since the last of them.
const markEvery = 64

// NewGame returns a game that starts from a position.
func NewGame(start Position) *Game {
	key := start.Key()
	return &Game{
		current: start,
		marks:   []Position{start},
		keys:    []uint64{key},
		seen:    map[uint64]int32{key: 1},
	}
}

// Start returns the position the game began with.
func (g *Game) Start() Position { return g.marks[0] }

// Position returns the current position.
func (g *Game) Position() Position { return g.current }

// Len returns the number of single moves played.
func (g *Game) Len() int { return len(g.moves) }

// Moves returns a copy of the moves played.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Keys returns a copy of the keys of all positions from the start to the
// current one, one more than Len.
func (g *Game) Keys() []uint64 { return slices.Clone(g.keys) }

// Play plays a move. An illegal move gives a *rules.MoveError and leaves the game
// as it was. A draw by repetition, by the fifty-move rule or by insufficient
// material does not stop the game, as a program may have to follow players who go
// on; after a decided game, checkmate or stalemate there is no legal move.
func (g *Game) Play(m Move) error {
	if !g.current.IsLegal(m) {
		why := cmp.Or(g.current.whyNoMove(g.current.CountMoves()), "it is not a move of this position")
		return &rules.MoveError{Text: g.current.UCI(m), Offset: -1, Reason: why}
	}
	g.current = g.current.Play(m)
	key := g.current.Key()
	g.moves = append(g.moves, m)
	g.keys = append(g.keys, key)
	g.seen[key]++
	if len(g.moves)%markEvery == 0 {
		g.marks = append(g.marks, g.current)
	}
	return nil
}

// Undo takes back the last move. It reports false, and does nothing, if there
// is none.
func (g *Game) Undo() bool {
	last := len(g.moves)
	if last == 0 {
		return false
	}
	key := g.keys[last]
	if g.seen[key]--; g.seen[key] == 0 {
		delete(g.seen, key)
	}
	g.moves, g.keys = g.moves[:last-1], g.keys[:last]
	g.marks = g.marks[:(last-1)/markEvery+1]
	g.current = g.marks[len(g.marks)-1]
	for _, m := range g.moves[(last-1)/markEvery*markEvery:] {
		g.current = g.current.Play(m)
	}
	return true
}

// Repetitions returns how often the current position has occurred, including
// now: 1 for a new one. Positions are the same if their keys are equal.
func (g *Game) Repetitions() int { return int(g.seen[g.keys[len(g.moves)]]) }

// Outcome returns the outcome of the current position, including a draw by
// threefold repetition.
func (g *Game) Outcome() rules.Outcome {
	outcome := g.current.Outcome()
	if !outcome.Over() && g.Repetitions() >= 3 {
		return rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}
	}
	return outcome
}
