package engine

import (
	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
)

// mostExchanged is the greatest loss that Exchange reports, in centipawns.
const mostExchanged = 1 << 13

// Exchange returns what a legal move wins at once, by capture and promotion, and what is
// left of that when both sides keep capturing on its destination for as long as it pays;
// both in centipawns, approximately. ok is false in games where captures mean something
// else, because they are compulsory or the side that loses all its pieces wins, and in
// games that the engine does not play.
func Exchange(pos game.Position, m game.Move) (gain, net int, ok bool) {
	loses := func(int32) bool { return false }
	if p, is := fast.Position(pos); is {
		model := newModel(p.Rules())
		if model.forced || model.givesAway {
			return 0, 0, false
		}
		move := chess.Move(m)
		g := model.gain(&p, move)
		gain = int(g)
		if !model.relocates && !(model.shoots && move.IsCapture()) {
			loses = func(edge int32) bool { return model.seeLoses(&p, move, g, edge) }
		}
	} else {
		walkable, is := pos.(game.Walkable)
		if !is {
			return 0, 0, false
		}
		w := walkable.Walk()
		if w.Traits().Forced {
			return 0, 0, false
		}
		code := w.Code(m)
		gain = w.Gain(code)
		b := walkerBoard{walkerLine: walkerLine{walker: w}, traits: w.Traits()}
		if b.traits.Exchanges {
			loses = func(edge int32) bool { return b.seeLoses(0, code, int32(gain), edge) }
		}
	}
	if !loses(int32(-gain)) {
		return gain, gain, true // nothing can be taken back
	}
	low, high := int32(-mostExchanged), int32(gain) // it is worth at least low, and less than high
	for high-low > 1 {
		if middle := low + (high-low)/2; loses(-middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return gain, int(low), true
}
