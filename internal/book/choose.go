package book

import (
	"math"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/game"
)

// MaxVariety is the variety at which moves are drawn by their weights.
const MaxVariety = 100

// Choose draws one of a position's moves, as returned by Book.Moves; ok is false if none has a
// weight. At MaxVariety the chance of a move is its share of the weights, at 0 the first of the
// heaviest is taken; in between a move is drawn by weight to the power of MaxVariety / variety.
func Choose(moves []Move, variety int, random *rand.Rand) (m Move, ok bool) {
	if len(moves) == 0 || moves[0].Weight == 0 {
		return Move{}, false
	}
	if variety <= 0 {
		return moves[0], true
	}
	power := MaxVariety / float64(min(variety, MaxVariety))
	share := func(m Move) float64 { return math.Pow(float64(m.Weight)/float64(moves[0].Weight), power) }
	sum := 0.0
	for _, m := range moves {
		sum += share(m)
	}
	at := random.Float64() * sum
	for _, m := range moves {
		if at -= share(m); at < 0 && m.Weight > 0 {
			return m, true
		}
	}
	return moves[0], true
}

// Turn draws the moves of the whole turn that a side is to make, one by one. It returns none
// unless the book knows all of them.
func (b *Book) Turn(pos game.Position, variety int, random *rand.Rand) (turn []game.Move, err error) {
	for side := pos.Side(); pos.Side() == side; {
		moves, err := b.Moves(pos)
		if err != nil {
			return nil, err
		}
		m, ok := Choose(moves, variety, random)
		if !ok {
			return nil, nil
		}
		turn = append(turn, m.Move)
		pos = pos.Play(m.Move)
		if pos.Outcome().Over() {
			break
		}
	}
	return turn, nil
}

// Line plays whole turns from the book until plies single moves have been played, the game is
// over or the book ends.
func (b *Book) Line(start game.Position, plies, variety int, random *rand.Rand) (*game.Record, error) {
	record := game.NewRecord(start)
	for record.Len() < plies && !record.Outcome().Over() {
		turn, err := b.Turn(record.Position(), variety, random)
		if err != nil {
			return nil, err
		}
		if len(turn) == 0 {
			break
		}
		record.Push(turn...)
	}
	return record, nil
}
