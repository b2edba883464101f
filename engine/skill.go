package engine

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/heterodox-chess/heterodox/game"
)

// A weakened engine searches few nodes, finds several lines, and plays the one that looks
// best after a random error is added to each. A Fibonacci turn is one such choice.

// MaxSkill is the skill of an engine that plays as well as it can.
const MaxSkill = 20

// ratings gives the Elo of some levels of skill, which need not be whole; it is
// interpolated between them. docs/uci.md says where the numbers come from.
var ratings = [...]struct{ level, elo float64 }{
	{0, 1000}, {4, 1500}, {8, 1950}, {12, 2500}, {16, 2800}, {19, 2950},
}

// The ratings that an engine can be limited to.
var (
	MinElo = int(ratings[0].elo)
	MaxElo = int(ratings[len(ratings)-1].elo)
)

// skillOf returns the skill of a level of game.Limits.
func skillOf(level int) int {
	if level <= 0 || level >= game.MaxLevel {
		return MaxSkill
	}
	return (level - 1) * MaxSkill / (game.MaxLevel - 1)
}

// level returns the skill in force, from 0 to MaxSkill.
func (o *Options) level() float64 {
	if o.Elo == 0 {
		return float64(o.Skill)
	}
	elo := float64(o.Elo)
	for i := 1; i < len(ratings); i++ {
		if a, b := ratings[i-1], ratings[i]; elo <= b.elo {
			return a.level + (elo-a.elo)/(b.elo-a.elo)*(b.level-a.level)
		}
	}
	return ratings[len(ratings)-1].level
}

// A handicap is what a level of skill means for a search.
type handicap struct {
	nodes uint64  // of the search, at most
	lines int     // to choose from
	err   float64 // in the value of each, in centipawns: its standard deviation
}

// newHandicap returns the handicap of a level below MaxSkill, in a position with a number
// of moves.
func newHandicap(level float64, moves int) handicap {
	return handicap{
		// Fewer would not be enough for one ply.
		nodes: max(uint64(150*math.Exp2(0.6*level)), uint64(4*moves)),
		lines: 4,
		err:   300 * math.Exp(-level/6),
	}
}

// newDice returns the source of a weakened engine's errors in a game.
func newDice(seed uint64) *rand.Rand {
	if seed == 0 {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return rand.New(rand.NewPCG(seed, 0))
}

// choose thinks about a task as well as the engine's skill allows, and returns the info on
// the line to play. It reports no more lines than the task asks for.
func (e *Engine) choose(ctx context.Context, t *task) game.Info {
	level := e.options.level()
	if level >= MaxSkill {
		return e.think(ctx, t)
	}
	h := newHandicap(level, len(t.moves))
	weak, limits := *t, *t.limits
	if limits.Nodes == 0 || limits.Nodes > h.nodes {
		limits.Nodes = h.nodes
	}
	weak.limits, weak.lines = &limits, min(max(t.lines, h.lines), len(t.moves))
	weak.report = func(i game.Info) {
		if i.Line <= t.lines {
			t.report(i)
		}
	}
	e.think(ctx, &weak)
	lead := e.searchers[0]
	return lead.info(t, mistake(lead.roots[:weak.lines], h.err, e.dice))
}

// mistake returns the index of the root move that looks best after a random error is added
// to each score.
func mistake(roots []rootMove, err float64, dice *rand.Rand) int {
	// No player, however weak, misses a win for something much worse.
	const clear = 2000
	best, most := 0, math.Inf(-1)
	for i := range roots {
		if roots[i].score == -infinity {
			continue // the search did not get that far
		}
		value := float64(min(max(roots[i].score, -clear), clear)) + err*dice.NormFloat64()
		if value > most {
			best, most = i, value
		}
	}
	return best
}
