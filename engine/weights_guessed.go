package engine

// Weights that nothing has been fitted to yet: those of chess, with a guess at
// what the part changes.

// guessed returns the weights of chess, changed.
func guessed(change func(w *weights)) weights {
	w := weightsChess
	change(&w)
	return w
}

// same returns a weight for opening and endgame alike.
func same(value int32) pair { return pair{value, value} }

var (
	weightsThreecheck = guessed(func(w *weights) {
		for left, value := range [...]int32{0, 280, 90, 0, -40, -60} {
			w[wChecksLeft+left] = same(value)
		}
	})
	weightsKingofthehill = guessed(func(w *weights) {
		for steps, value := range [...]int32{0, 110, 40, 10, 0, 0, 0, 0} {
			w[wHill+steps] = pair{value, 2 * value}
		}
	})
)
