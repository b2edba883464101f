package chess

import "slices"

// A Game is a position with the moves that led to it. Unlike a Position it
// checks what it is told to play, and knows repetition. It is not safe for
// concurrent use.
type Game struct {
	positions []Position     // the start, then the one after each move
	moves     []Move         // one less
	seen      map[uint64]int // how often each Key occurs among the positions
}

// NewGame returns a game that starts from a position.
func NewGame(start Position) *Game {
	return &Game{
		positions: []Position{start},
		seen:      map[uint64]int{start.Key(): 1},
	}
}

// Start returns the position the game began with.
func (g *Game) Start() Position { return g.positions[0] }

// Position returns the current position.
func (g *Game) Position() Position { return g.positions[len(g.moves)] }

// Len returns the number of moves played; in fibonacci, of single moves.
func (g *Game) Len() int { return len(g.moves) }

// Moves returns the moves played, in a slice of the caller's own.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Keys returns the Key of each position from the start to the current one, one
// more than Len, in a slice of the caller's own.
func (g *Game) Keys() []uint64 {
	keys := make([]uint64, len(g.positions))
	for i := range g.positions {
		keys[i] = g.positions[i].Key()
	}
	return keys
}

// Play plays a move. A move that is not legal is a *MoveError, and the game
// stays as it was. A draw by repetition, by the fifty-move rule or for want of
// material does not stop the game, as a program may have to follow players who
// go on; a decided game, checkmate and stalemate leave no legal move.
func (g *Game) Play(m Move) error {
	current := &g.positions[len(g.moves)]
	if !current.IsLegal(m) {
		why := current.whyNoMove(current.CountMoves())
		if why == "" {
			why = "it is not a move of this position"
		}
		return &MoveError{current.UCI(m), -1, why}
	}
	next := current.Play(m)
	g.positions = append(g.positions, next)
	g.moves = append(g.moves, m)
	g.seen[next.Key()]++
	return nil
}

// Undo takes the last move back. It reports false, and does nothing, if there
// is none.
func (g *Game) Undo() bool {
	last := len(g.moves)
	if last == 0 {
		return false
	}
	key := g.positions[last].Key()
	if g.seen[key]--; g.seen[key] == 0 {
		delete(g.seen, key)
	}
	g.positions, g.moves = g.positions[:last], g.moves[:last-1]
	return true
}

// Repetitions returns how often the current position has occurred, this time
// included: 1 for a new one. Positions are the same if their Keys are.
func (g *Game) Repetitions() int {
	return g.seen[g.positions[len(g.moves)].Key()]
}

// Outcome returns the outcome of the current position, a draw by threefold
// repetition among them.
func (g *Game) Outcome() Outcome {
	current := &g.positions[len(g.moves)]
	outcome := current.Outcome()
	if !outcome.Over() && g.Repetitions() >= 3 {
		return Outcome{Draw, Repetition}
	}
	return outcome
}
