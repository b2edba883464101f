package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
)

const (
	openingTries              = 64   // random openings among which the first good one is taken
	openingNodes              = 3000 // that judge one of them
	openingBound engine.Score = 60   // centipawns within which it is balanced
	// Fibonacci turns are soon so long that whoever moves first after a random
	// opening wins: it has three turns at most.
	fibonacciPlies = 1 + 1 + 2
)

// drawOpening plays random moves until a short search finds the position
// balanced; if none of many is, the best balanced of those that nobody has won.
func drawOpening(ctx context.Context, rules *chess.Ruleset, random *rand.Rand, plies int) (Opening, error) {
	if rules.Fibonacci() {
		plies = min(plies, fibonacciPlies)
	}
	if plies == 0 {
		o, _ := randomOpening(rules, random, 0)
		return o, nil
	}
	settings := engine.DefaultOptions()
	settings.HashMB = 1
	judge := engine.New(settings)
	var best Opening
	least := engine.Mate
	for range openingTries {
		o, game := randomOpening(rules, random, plies)
		if game.Outcome().Over() {
			continue
		}
		judge.Clear()
		score := judge.Search(ctx, game, engine.Limits{Nodes: openingNodes}, nil).Info.Score
		if ctx.Err() != nil {
			return Opening{}, ctx.Err()
		}
		if _, mate := score.Mate(); mate {
			continue
		}
		if score = max(score, -score); score < least {
			best, least = o, score
		}
		if least <= openingBound {
			break
		}
	}
	if least == engine.Mate {
		return Opening{}, fmt.Errorf("%s: no balanced opening of %d random moves", rules.Name(), plies)
	}
	return best, nil
}

// randomOpening plays random moves from a start position, and on to the end of
// the turn.
func randomOpening(rules *chess.Ruleset, random *rand.Rand, plies int) (Opening, *chess.Game) {
	o := Opening{Start: rules.Start()}
	if rules.IsChess960() && !rules.HasHands() {
		o.Start = shuffled(o.Start, random)
	}
	game := chess.NewGame(o.Start)
	mover := o.Start.Side().Opponent()
	for {
		pos := game.Position()
		if len(o.Moves) >= plies && pos.Side() != mover || game.Outcome().Over() {
			return o, game
		}
		mover = pos.Side()
		moves := pos.Moves(nil)
		m := moves[random.IntN(len(moves))]
		if game.Play(m) != nil {
			return o, game // which cannot be: the move is legal
		}
		o.Moves = append(o.Moves, m)
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
