package general

// fullScale is what scale returns if a score is not reduced.
const fullScale = 128

// drawishPhase is the phase up to which scale looks at the material.
const drawishPhase = 128

// scale returns the factor for a score, which is that of the side to move, in parts of
// fullScale: less than all where mate alone wins and the side ahead has too little to win,
// or few pawns and hardly more pieces.
func (b *board[S]) scale(w *worth[S], phase, score int) int {
	if !w.drawish || phase > drawishPhase {
		return fullScale
	}
	ahead := int(b.side & 1)
	if score < 0 {
		ahead ^= 1
	}
	pawns, kinds, last, more := 0, 0, 0, 0
	mates := false
	for t := range b.r.types {
		own := shared(&b.types[t&63], &b.colors[ahead])
		switch {
		case w.pawns[t]:
			pawns += own
		case t != b.r.royal:
			more += max(w.measured[t], 0) * (own - shared(&b.types[t&63], &b.colors[ahead^1]))
			if own > 0 {
				kinds, last, mates = kinds+1, t, mates || w.mates[t]
			}
		}
	}
	switch {
	case pawns == 0 && !mates && (kinds == 0 || kinds == 1 && b.cannotMate(w, ahead, last)):
		return 0
	case pawns == 0 && more <= w.minor:
		return fullScale / 8
	case pawns > 0 && more <= w.minor:
		return min(fullScale, 72+14*pawns)
	}
	return fullScale
}

// cannotMate reports whether a side with pieces of one type, one of which cannot force mate
// with its king, cannot do so with all of them: with a single one, with two against no
// pawns, or with any number that never leave the squares of one shade.
func (b *board[S]) cannotMate(w *worth[S], c, t int) bool {
	own := intersect(b.types[t&63], b.colors[c])
	n := popcount(own)
	if w.shaded[t] {
		dark := shared(&own, &b.r.dark)
		return dark == 0 || dark == n
	}
	return n == 1 || n == 2 && !b.hasPawns(w, c^1)
}

func (b *board[S]) hasPawns(w *worth[S], c int) bool {
	for t := range b.r.types {
		if w.pawns[t] && meets(&b.types[t&63], &b.colors[c]) {
			return true
		}
	}
	return false
}

// matingPieces finds the types of which one piece may force mate with the help of its king:
// those that attack two orthogonally adjacent squares.
func (w *worth[S]) matingPieces(r *ruleset[S]) {
	w.drawish = r.orthodoxMaterial()
	var none S
	for t := range r.types {
		if t == r.royal || w.pawns[t] {
			continue
		}
		for sq := range r.n {
			attacks := r.of[0][t].capture.from(sq, &none)
			for x := attacks; !isEmpty(&x); {
				to := next(&x)
				file := r.g.file(to)
				if file+1 < r.g.files && has(&attacks, to+1) || to+r.g.files < r.n && has(&attacks, to+r.g.files) {
					w.mates[t] = true
				}
			}
		}
		if !w.mates[t] {
			w.minor = max(w.minor, w.measured[t])
		}
	}
}
