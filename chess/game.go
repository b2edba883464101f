package chess

import (
	"slices"

	"github.com/heterodox-chess/heterodox/rules"
)

// A Game is a position with the moves that led to it. Unlike a Position it
// checks what it is told to play, and knows repetition. It is not safe for
// concurrent use. It takes some tens of bytes for each move.
type Game struct {
	current Position
	marks   []Position       // the position after every markEvery-th move, from the start on
	moves   []Move           // played so far
	keys    []uint64         // the Key of the start and of the position after each move
	seen    map[uint64]int32 // how often each of the keys occurs
}

// markEvery is how many moves lie between the positions that a Game keeps. To
// take a move back it plays those since the last of them again.
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

// Len returns the number of moves played; in fibonacci, of single moves.
func (g *Game) Len() int { return len(g.moves) }

// Moves returns the moves played, in a slice of the caller's own.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Keys returns the Key of each position from the start to the current one, one
// more than Len, in a slice of the caller's own.
func (g *Game) Keys() []uint64 { return slices.Clone(g.keys) }

// Play plays a move. A move that is not legal is a *rules.MoveError, and the game
// stays as it was. A draw by repetition, by the fifty-move rule or for want of
// material does not stop the game, as a program may have to follow players who
// go on; a decided game, checkmate and stalemate leave no legal move.
func (g *Game) Play(m Move) error {
	if !g.current.IsLegal(m) {
		why := g.current.whyNoMove(g.current.CountMoves())
		if why == "" {
			why = "it is not a move of this position"
		}
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

// Undo takes the last move back. It reports false, and does nothing, if there
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

// Repetitions returns how often the current position has occurred, this time
// included: 1 for a new one. Positions are the same if their Keys are.
func (g *Game) Repetitions() int { return int(g.seen[g.keys[len(g.moves)]]) }

// Outcome returns the outcome of the current position, a draw by threefold
// repetition among them.
func (g *Game) Outcome() rules.Outcome {
	outcome := g.current.Outcome()
	if !outcome.Over() && g.Repetitions() >= 3 {
		return rules.Outcome{Result: rules.Draw, Reason: rules.Repetition}
	}
	return outcome
}
