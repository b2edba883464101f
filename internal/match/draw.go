package match

import (
	"context"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/opening"
)

const (
	openingTries = 64     // random openings to try before taking the best
	openingNodes = 20_000 // to evaluate each of them
	openingBound = 60     // centipawns within which an opening counts as balanced
)

// drawOpening plays random moves until a short search finds the position balanced. If
// none of openingTries is, it returns the most balanced one that is not decided. If
// all are decided, it tries again with half as many plies.
func drawOpening(ctx context.Context, rules game.Rules, random *rand.Rand, plies int) (Opening, error) {
	if plies == 0 {
		return openingOf(opening.Random(rules, random, 0)), nil
	}
	settings := engine.DefaultOptions()
	settings.HashMB = 1
	judge := engine.New(settings)
	var best Opening
	least := -1 // centipawns, none yet
	for range openingTries {
		played := opening.Random(rules, random, plies)
		if played.Outcome().Over() {
			continue
		}
		judge.Clear()
		found := judge.Search(ctx, played, game.Limits{Nodes: openingNodes}, nil).Info
		if ctx.Err() != nil {
			return Opening{}, ctx.Err()
		}
		if found.Mate {
			continue
		}
		if score := max(found.Score, -found.Score); least < 0 || score < least {
			best, least = openingOf(played), score
		}
		if least <= openingBound {
			break
		}
	}
	if least < 0 {
		return drawOpening(ctx, rules, random, plies/2)
	}
	return best, nil
}

// openingOf returns the opening that a game has played so far.
func openingOf(r *game.Record) Opening { return Opening{r.Start(), r.Moves()} }
