package puzzle

import (
	"context"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/opening"
)

const (
	// playNodes bounds the nodes per move in games from which puzzles are made: each move gets a
	// random number of them, so that the players overlook things.
	playNodes = 400
	// slip means that one in slip moves is drawn at random.
	slip = 16
	// playMoves is the number of single moves after which a game is cut off.
	playMoves = 160
	// openingMoves is the maximum number of random moves at the start of a game.
	openingMoves = 6
)

// A Player plays games against itself, not well. It is not safe for concurrent use.
type Player struct{ engine *engine.Engine }

// NewPlayer returns a Player.
func NewPlayer() *Player {
	o := engine.DefaultOptions()
	o.HashMB, o.MoveOverhead = 2, 0
	return &Player{engine.New(o)}
}

// Play plays a game, the same for the same seed and number. It ends early when ctx does.
func (p *Player) Play(ctx context.Context, ruleset game.Rules, seed, number uint64) *game.Record {
	random := rand.New(rand.NewPCG(seed, number))
	r := opening.Random(ruleset, random, random.IntN(openingMoves+1))
	p.engine.Clear()
	for r.Len() < playMoves && ctx.Err() == nil && !r.Outcome().Over() {
		if moves := r.Position().Moves(); random.IntN(slip) == 0 {
			r.Push(moves[random.IntN(len(moves))])
			continue
		}
		found := p.engine.Search(ctx, r, game.Limits{Nodes: 40 + random.Uint64N(playNodes-40)}, nil)
		if found.Best == game.NoMove {
			break
		}
		r.Push(found.Best)
	}
	return r
}
