package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/internal/opening"
)

const (
	openingTries              = 64     // random openings among which the first good one is taken
	openingNodes              = 20_000 // that judge one of them
	openingBound engine.Score = 60     // centipawns within which it is balanced
)

// drawOpening plays random moves until a short search finds the position
// balanced; if none of many is, the best balanced of those that nobody has won.
func drawOpening(ctx context.Context, rules *chess.Ruleset, random *rand.Rand, plies int) (Opening, error) {
	if plies == 0 {
		return openingOf(opening.Random(rules, random, 0)), nil
	}
	settings := engine.DefaultOptions()
	settings.HashMB = 1
	judge := engine.New(settings)
	var best Opening
	least := engine.Mate
	for range openingTries {
		game := opening.Random(rules, random, plies)
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
			best, least = openingOf(game), score
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

// openingOf returns the opening that a game has played so far.
func openingOf(g *chess.Game) Opening { return Opening{g.Start(), g.Moves()} }
