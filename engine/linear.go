package engine

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Term is one part of an evaluation, in centipawns for each side.
type Term struct {
	Name         string
	White, Black Score
}

// Evaluate returns the static value of a position for the side to move, and the terms it is
// made of, before they are scaled down for likely draws; for games outside package chess
// only the value. It does not check whether the game is over. ok is false if the engine
// does not play the game.
func Evaluate(pos game.Position) (score Score, terms []Term, ok bool) {
	p, ok := fast.Position(pos)
	if !ok {
		walkable, ok := pos.(game.Walkable)
		if !ok {
			return 0, nil, false
		}
		return Score(walkable.Walk().Evaluate()), nil, true
	}
	e, counts := traced(&p)
	net, groups := e.network(), Groups()
	if net != nil && net.Alone {
		groups = nil
	}
	phase := min(e.phase, openingPhase)
	for _, g := range groups {
		var sums [2]tapered
		for c := range sums {
			for i := g.First; i < g.First+g.Len; i++ {
				sums[c] += e.model.weights[i] * tapered(counts[c][i])
			}
		}
		taper := func(t tapered) Score {
			return Score((t.mg()*phase + t.eg()*(openingPhase-phase)) / openingPhase)
		}
		terms = append(terms, Term{g.Name, taper(sums[rules.White]), taper(sums[rules.Black])})
	}
	if net != nil {
		terms = append(terms, Term{"network", e.mine(e.learned), 0})
	}
	return fiftyMoveScaling(e.score(), &p), terms, true
}

// traced evaluates a position and counts its features.
func traced(p *chess.Position) (*evaluation, *trace) {
	e := &evaluation{model: newModel(p.Rules()), pos: p, trace: new(trace)}
	e.sort()
	e.run(nil)
	if net := e.network(); net != nil {
		e.learned = e.scratch(net)
		if net.Alone {
			e.sums = [2]tapered{} // the weights do not count
		}
	}
	return e, e.trace
}

// hasBareKing reports whether a side has only a royal king.
func (t *trace) hasBareKing() bool {
	for i := wBareRim; i < wBareNear; i++ {
		if t[rules.White][i]+t[rules.Black][i] != 0 {
			return true
		}
	}
	return false
}

// A NetSampler samples positions of one game. It is not safe for concurrent use.
type NetSampler struct {
	evaluator *evaluator
	inputs    int
	parts     []int // whose inputs are active, too
}

// NewNetSampler returns a sampler for a game, of what the game's own network sees.
func NewNetSampler(r *chess.Ruleset) *NetSampler {
	if NetworkName(r) == Compositions {
		return NewCompositionSampler(r)
	}
	return &NetSampler{evaluator: newEvaluator(newModel(r)), inputs: netInputs}
}

// NewCompositionSampler returns a sampler for a game, which need not be a composition, of
// what the network of compositions sees.
func NewCompositionSampler(r *chess.Ruleset) *NetSampler {
	return &NetSampler{newEvaluator(newModel(r)), compositionInputs, partsOf(r)}
}

// NetInputs returns how many inputs the network has.
func (s *NetSampler) NetInputs() int { return s.inputs }

// Sample returns what a network sees of a position; the inputs are appended to us and them.
// ok is false where the evaluation does not use the network.
func (s *NetSampler) Sample(p *chess.Position, us, them []uint16) (sample game.NetSample, ok bool) {
	e := evaluation{model: s.evaluator.model, pos: p}
	e.sort()
	e.run(s.evaluator)
	if e.bare() {
		return game.NetSample{}, false
	}
	base := e.mine(e.unscaled())
	return game.NetSample{
		Us:     addParts(e.netInputs(p.Side(), us), s.parts),
		Them:   addParts(e.netInputs(p.Side().Opponent(), them), s.parts),
		Bucket: e.netBucket(),
		Base:   float64(base),
		Scale:  float64(e.scale(base)) / fullScale * float64(fiftyMoveScaling(1000, p)) / 1000,
	}, true
}

// netInputs appends the active inputs, as a side sees the board.
func (e *evaluation) netInputs(us rules.Color, buf []uint16) []uint16 {
	seen := e.seen()
	l := e.model.perspectiveOf(us, seen[us&1][kindKing])
	for c := rules.White; c <= rules.Black; c++ {
		for kind := range netKinds {
			for set := seen[c][kind]; set != 0; set = set.Next() {
				buf = append(buf, uint16(netInput(us, c, kind, set.First(), l)))
			}
		}
	}
	return buf
}

// Weights returns the weights in force for a game.
func Weights(r *chess.Ruleset) []game.Weight {
	list := make([]game.Weight, numWeights)
	for i, w := range weightsOf(r) {
		list[i] = game.Weight{MG: float64(w.mg), EG: float64(w.eg)}
	}
	return list
}

// Linearise returns the evaluation of a position as a function of the weights, except for
// what the network adds; the features are appended to buf. It allocates, and is not for
// searches. Where a side has nothing but its king there are no features: the weights for
// that are not fitted, since their purpose is to find the way to a mate, not to tell who
// wins.
func Linearise(p *chess.Position, buf []game.Feature) game.Linear {
	e, counts := traced(p)
	if counts.hasBareKing() {
		return game.Linear{Features: buf, Scale: 1}
	}
	for i := range numWeights {
		if n := counts[rules.White][i] - counts[rules.Black][i]; n != 0 {
			buf = append(buf, game.Feature{Index: uint16(i), Count: n})
		}
	}
	phase := min(e.phase, openingPhase)
	return game.Linear{
		Features: buf,
		Phase:    float64(phase) / openingPhase,
		Scale:    float64(e.scale(e.mine(e.unscaled())+e.learned)) / fullScale * float64(fiftyMoveScaling(1000, p)) / 1000,
	}
}
