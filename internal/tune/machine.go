package tune

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
)

// Where the weights of a game are depends on the machine that plays it: the fast machine
// uses those of the engine, any other its own (game.Fittable).

// FastRules returns the ruleset of a game of the fast machine.
func FastRules(rules game.Rules) (r *chess.Ruleset, ok bool) {
	pos, ok := fast.Position(rules.Start())
	if !ok {
		return nil, false
	}
	return pos.Rules(), true
}

// Weights returns the current weights of a game and their groups. It is an error if the
// game has none that can be fitted.
func Weights(rules game.Rules) ([]game.Weight, []game.Group, error) {
	if fast, ok := FastRules(rules); ok {
		return engine.Weights(fast), engine.Groups(), nil
	}
	if own, ok := rules.(game.Fittable); ok {
		return own.Weights(), own.Groups(), nil
	}
	return nil, nil, fmt.Errorf("%s has no weights to fit", rules.Name())
}

// learner returns the source of network inputs for a game, or for the network of
// compositions: the engine for games of the fast machine, otherwise the game itself.
func learner(rules game.Rules, compositions bool) (netSampler, error) {
	if fast, ok := FastRules(rules); ok {
		if compositions {
			return fastSampler{engine.NewCompositionSampler(fast)}, nil
		}
		return fastSampler{engine.NewNetSampler(fast)}, nil
	}
	if own, ok := rules.(game.Learner); ok {
		return own, nil
	}
	return nil, fmt.Errorf("%s has no network", rules.Name())
}

// A netSampler converts positions to network inputs, as a game.Learner does.
type netSampler interface {
	NetInputs() int
	NetSample(p game.Position, us, them []uint16) (s game.NetSample, ok bool)
}

// A fastSampler is a netSampler for a game of the fast machine.
type fastSampler struct{ *engine.NetSampler }

func (s fastSampler) NetSample(p game.Position, us, them []uint16) (game.NetSample, bool) {
	pos, _ := fast.Position(p)
	return s.Sample(&pos, us, them)
}

// linearise returns the evaluation of a position as a function of the weights; the
// features are appended to buf.
func linearise(pos game.Position, buf []game.Feature) (game.Linear, error) {
	if fast, ok := fast.Position(pos); ok {
		return engine.Linearise(&fast, buf), nil
	}
	if rules, ok := pos.Rules().(game.Fittable); ok {
		return rules.Linearise(pos, buf), nil
	}
	return game.Linear{}, fmt.Errorf("%s has no weights to fit", pos.Rules().Name())
}
