package general

import "github.com/heterodox-chess/heterodox/game"

// Weights, Groups, Linearise and FormatWeights make a game a game.Fittable.

func (g *rulesOf[S]) Weights() []game.Weight {
	w := g.weighed()
	list := make([]game.Weight, len(w.weights))
	for i, t := range w.weights {
		list[i] = game.Weight{MG: float64(t.mg()), EG: float64(t.eg())}
	}
	return list
}

func (g *rulesOf[S]) Groups() []game.Group { return g.weighed().layout.groups }

func (g *rulesOf[S]) FormatWeights(weights []game.Weight) string {
	return g.weighed().layout.format(weights)
}

// Misfit says what is wrong with the weights or the network that have been fitted to the
// game; they are not in force then.
func (g *rulesOf[S]) Misfit() error {
	g.weighed()
	return g.unfit
}

// Linearise returns no features where a side has nothing but its king: there the
// task is to find a way to win, not to tell who wins.
func (g *rulesOf[S]) Linearise(p game.Position, buf []game.Feature) game.Linear {
	w := g.weighed()
	own, ok := p.(*position[S])
	if !ok || own.b.bare() {
		return game.Linear{Features: buf, Scale: 1}
	}
	var sides [2]side[S]
	for c := range sides {
		sides[c].trace = make([]int16, len(w.weights))
	}
	phase := own.b.assess(w, &sides)
	sides[own.b.side&1].trace[w.layout.tempo]++
	for i := range w.weights {
		if n := sides[0].trace[i] - sides[1].trace[i]; n != 0 {
			buf = append(buf, game.Feature{Index: uint16(i), Count: n})
		}
	}
	us := own.b.side & 1
	score := (sides[us].sum - sides[us^1].sum).at(phase) + w.weights[w.layout.tempo].at(phase)
	scale := own.b.scale(w, phase, score)
	return game.Linear{Features: buf, Phase: float64(phase) / 256, Scale: float64(scale) / fullScale}
}

// bare reports whether a side has nothing but its king.
func (b *board[S]) bare() bool {
	if b.r.royal < 0 {
		return false
	}
	others := subtract(union(b.colors[0], b.colors[1]), b.types[b.r.royal&63])
	for c := range 2 {
		if !meets(&others, &b.colors[c]) && b.handSize(c) == 0 {
			return true
		}
	}
	return false
}

// Fitted reports whether weights or a network have been fitted to the game itself.
func (g *rulesOf[S]) Fitted() bool { return g.r.fitted != (Fitted{}) }
