package general

// Piece-square tables as they follow from the rules, before they are fitted.

// places are the weights of squares by colour and type.
type places [2][maxTypes][256]tapered

// places returns what squares are worth: the nearer to the middle the better, and
// the nearer to promotions and goals.
func (r *ruleset[S]) places(w *worth[S]) *places {
	p := &places{}
	for c := range 2 {
		best := 0
		for _, t := range r.promotions[c] {
			best = max(best, w.measured[t])
		}
		for t := range r.types {
			gain := best - w.measured[t]
			if !r.of[c][t].promotesAsPawn {
				gain = 0
			}
			if k := r.plus[t]; k != 0 {
				gain = max(gain, w.measured[r.kinds[k].typ]-w.measured[t])
			}
			for sq := range r.n {
				value := r.goalPlace(c, t, sq, gain)
				if t == r.royal {
					p[c][t][sq] = r.kingPlace(c, sq) + taper(2*value, 2*value)
				} else {
					value += 14 - 24*r.rim(sq)/(r.g.files+r.g.ranks)
					p[c][t][sq] = taper(value, value)
				}
			}
		}
	}
	return p
}

// goalPlace returns what a square is worth on the way to a promotion that gains the
// given value, and to a goal.
func (r *ruleset[S]) goalPlace(c, t, sq, gain int) (value int) {
	if gain > 0 {
		d := r.distance(sq, r.zone[c])
		value = gain / (slowness(&r.of[c][t]) * (4 + d*d))
	}
	isFlag := r.flagPiece[c] == AllRoles || r.typeOf[r.flagPiece[c]] == uint8(t)
	if isFlag && !isEmpty(&r.flag[c]) {
		value += goalStep * (r.g.files + r.g.ranks - 2*r.distance(sq, r.flag[c])) / 2
	}
	return value
}

// slowness is the divisor for the hope of a promotion: among pawns only passed
// ones, which have a bonus of their own, may hope for much.
func slowness[S set](m *mover[S]) int {
	if m.isPawn {
		return 3
	}
	return 1
}

// kingPlace returns what a square is worth to a king: in the opening by how safe it
// is, in the ending, unless the side has goal squares, by how near to the middle it
// is.
func (r *ruleset[S]) kingPlace(c, sq int) tapered {
	rank, file := r.g.rank(sq), r.g.file(sq)
	if c == 1 {
		rank = r.g.ranks - 1 - rank
	}
	middle := min(file, r.g.files-1-file)
	late := 0
	if isEmpty(&r.flag[c]) {
		late = -kingCentre * r.rim(sq) / 2
	}
	return taper(-kingRank*min(rank, 4)-kingMiddle*min(max(middle-1, 0), 3), late)
}

// rim returns how far a square is from the middle of the board, in half steps of
// file and rank added up.
func (r *ruleset[S]) rim(sq int) int {
	file, rank := r.g.file(sq), r.g.rank(sq)
	return max(2*file-r.g.files+1, r.g.files-1-2*file) + max(2*rank-r.g.ranks+1, r.g.ranks-1-2*rank)
}

// look determines whether the two sides see the same board from their own ends, and
// the same to the left and to the right, and numbers its squares as they see them.
func (w *worth[S]) look(r *ruleset[S], p *places) {
	turned := func(sq int) int { return r.g.square(r.g.file(sq), r.g.ranks-1-r.g.rank(sq)) }
	mirrored := func(sq int) int { return r.g.square(r.g.files-1-r.g.file(sq), r.g.rank(sq)) }
	w.views, w.folded = 1, (r.g.files+1)/2
	for t := range r.types {
		for sq := range r.n {
			if p[1][t][sq] != p[0][t][turned(sq)] {
				w.views = 2
			}
			if p[0][t][sq] != p[0][t][mirrored(sq)] || p[1][t][sq] != p[1][t][mirrored(sq)] {
				w.folded = r.g.files
			}
		}
	}
	for sq := range r.n {
		for c, seen := range [2]int{sq, turned(sq)} {
			w.view[0][c][sq] = uint8(seen)
			file := r.g.file(seen)
			if w.folded < r.g.files {
				file = min(file, r.g.files-1-file)
			}
			w.view[1][c][sq] = uint8(r.g.rank(seen)*w.folded + file)
		}
	}
}

// placeOf returns the weight of a piece's place.
func (w *worth[S]) placeOf(r *ruleset[S], c, t, sq int) int {
	view := &w.view[1][c]
	if t == r.royal {
		view = &w.view[0][c]
	}
	return w.layout.place[c][t] + int(view[sq&255])
}

// derivePlaces gives the weights of places the values that follow from the rules.
func (w *worth[S]) derivePlaces(r *ruleset[S], p *places) {
	for c := range w.views {
		for t := range r.types {
			for sq := range r.n {
				w.weights[w.placeOf(r, c, t, sq)] = p[c][t][sq]
			}
		}
	}
}

// distance returns how many king's steps a square is from the nearest of a set.
func (r *ruleset[S]) distance(sq int, to S) int {
	nearest := r.g.files + r.g.ranks
	for !isEmpty(&to) {
		at := next(&to)
		df, dr := r.g.file(at)-r.g.file(sq), r.g.rank(at)-r.g.rank(sq)
		nearest = min(nearest, max(df, -df, dr, -dr))
	}
	return nearest
}
