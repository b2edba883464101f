// Package opening draws openings at random, for games that shall differ from
// each other.
package opening

import (
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// FibonacciPlies is the most single moves that Random plays in fibonacci. Its
// turns are soon so long that whoever moves first after a random opening wins:
// it has three turns at most.
const FibonacciPlies = 1 + 1 + 2

// Random plays so many random moves from a start position, which is shuffled in
// Chess960, and on to the end of the turn. It ends early if the game does.
func Random(rules game.Rules, random *rand.Rand, plies int) *game.Record {
	start := rules.Start()
	if fast, ok := game.FastPosition(start); ok {
		if fast.Rules().LongTurns() {
			plies = min(plies, FibonacciPlies)
		}
		if fast.Rules().IsChess960() && !fast.Rules().StartsInHand() {
			start = game.WrapFast(shuffled(fast, random))
		}
	}
	record := game.NewRecord(start)
	mover := start.Side().Opponent()
	for {
		pos := record.Position()
		if record.Len() >= plies && pos.Side() != mover || record.Outcome().Over() {
			return record
		}
		mover = pos.Side()
		moves := pos.Moves()
		record.Play(moves[random.IntN(len(moves))])
	}
}

// shuffled returns a start position of Chess960: the king between the rooks,
// bishops on squares of both colours, both sides alike.
func shuffled(start chess.Position, random *rand.Rand) chess.Position {
	s := start.Setup()
	rank := [8]chess.Role{}
	place := func(role chess.Role, n int, fits func(file int) bool) {
		for file := range rank {
			if rank[file] == chess.NoRole && fits(file) {
				if n == 0 {
					rank[file] = role
					return
				}
				n--
			}
		}
	}
	any := func(int) bool { return true }
	place(chess.Bishop, random.IntN(4), func(file int) bool { return file%2 == 0 })
	place(chess.Bishop, random.IntN(4), func(file int) bool { return file%2 == 1 })
	place(start.Rules().QueenRole(), random.IntN(6), any)
	place(chess.Knight, random.IntN(5), any)
	place(chess.Knight, random.IntN(4), any)
	place(chess.Rook, 0, any)
	place(chess.King, 0, any)
	place(chess.Rook, 0, any)
	s.Castling = 0
	for file, role := range rank {
		for c, first := range []int{0, 56} {
			sq := chess.Square(first + file)
			s.Board[sq] = chess.NewPiece(chess.Color(c), role)
			if role == chess.Rook {
				s.Castling |= sq.Bitboard()
			}
		}
	}
	pos, err := start.Rules().Position(s)
	if err != nil {
		return start // which cannot be: the position is sound
	}
	return pos
}
