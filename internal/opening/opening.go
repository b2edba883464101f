// Package opening draws openings at random, for games that should differ from each other.
package opening

import (
	"math/rand/v2"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// FibonacciPlies is the most single moves that Random plays in fibonacci. Turns soon grow
// so long that the side to move after a random opening wins: the opening has three turns at
// most.
const FibonacciPlies = 1 + 1 + 2

// Start returns a position to begin with: a shuffled one in Chess960, the game's own start
// position otherwise.
func Start(ruleset game.Rules, random *rand.Rand) game.Position {
	start := ruleset.Start()
	if pos, ok := fast.Position(start); ok && pos.Rules().IsChess960() && !pos.Rules().StartsInHand() {
		return fast.Wrap(shuffled(pos, random))
	}
	return start
}

// Random plays a number of random moves from a start position, which is shuffled in
// Chess960, and on to the end of the turn. It ends early if the game does.
func Random(ruleset game.Rules, random *rand.Rand, plies int) *game.Record {
	return From(Start(ruleset, random), random, plies)
}

// From is Random from a given position.
func From(start game.Position, random *rand.Rand, plies int) *game.Record {
	if _, left := start.Turn(); left > 0 {
		plies = min(plies, FibonacciPlies)
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
// bishops on squares of both colours, both sides alike. A side that does not begin
// with those pieces on its back rank, such as a horde, stays as it is.
func shuffled(start chess.Position, random *rand.Rand) chess.Position {
	s := start.Setup()
	rank := shuffledRank(start.Rules().QueenRole(), random)
	for c, first := range []bitboard.Square{0, 56} {
		before := s.Board[first : first+8]
		castles := s.Castling&(0xff<<first) != 0
		if !sameArmy(before, rules.Color(c), rank) {
			continue
		}
		s.Castling &^= 0xff << first
		for file, role := range rank {
			before[file] = rules.NewPiece(rules.Color(c), role)
			if role == rules.Rook && castles {
				s.Castling |= (first + bitboard.Square(file)).Bitboard()
			}
		}
	}
	pos, err := start.Rules().Position(s)
	if err != nil {
		return start // cannot happen: the position is valid
	}
	return pos
}

// shuffledRank draws one of the 960 back ranks.
func shuffledRank(queen rules.Role, random *rand.Rand) (rank [8]rules.Role) {
	place := func(role rules.Role, n int, fits func(file int) bool) {
		for file := range rank {
			if rank[file] == rules.NoRole && fits(file) {
				if n == 0 {
					rank[file] = role
					return
				}
				n--
			}
		}
	}
	any := func(int) bool { return true }
	place(rules.Bishop, random.IntN(4), func(file int) bool { return file%2 == 0 })
	place(rules.Bishop, random.IntN(4), func(file int) bool { return file%2 == 1 })
	place(queen, random.IntN(6), any)
	place(rules.Knight, random.IntN(5), any)
	place(rules.Knight, random.IntN(4), any)
	place(rules.Rook, 0, any)
	place(rules.King, 0, any)
	place(rules.Rook, 0, any)
	return rank
}

// sameArmy reports whether a rank holds just the pieces of a side that are to be shuffled.
func sameArmy(squares []rules.Piece, c rules.Color, army [8]rules.Role) bool {
	var has, wants [8]rules.Piece
	copy(has[:], squares)
	for i, role := range army {
		wants[i] = rules.NewPiece(c, role)
	}
	slices.Sort(has[:])
	slices.Sort(wants[:])
	return has == wants
}
