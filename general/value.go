package general

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/heterodox-chess/heterodox/general/betza"
)

// A worth is what an evaluation knows of a game: nothing is fitted, all of it
// follows from how pieces move on this board and what wins. Values are centipawns.
type worth[S set] struct {
	values [maxTypes]int // of a piece by type
	hand   [maxTypes]int
	place  [2][maxTypes][256]int16 // by colour, type and square
	// The king's place while there is much to fear, and in the ending.
	shelter, centre [2][256]int16
	// What a square more that a piece reaches is worth, in eighths, and how many it
	// reaches on average; what one beside the enemy's king counts.
	mobility, usual, siege [maxTypes]int
	pawns                  [maxTypes]bool // what goes forward and promotes
	// ahead holds the squares from which a pawn could still be stopped, beside those
	// of the neighbouring files.
	ahead, beside [2][256]S
	promoting     [2]S          // where a pawn promotes with its next step
	passed        [2][256]int16 // what a pawn is worth that nothing of the kind stops
	full          int           // the value of all pieces but pawns at the start
	// rising lists the types by value, the royal one last; class is 1 to 7 by value.
	rising        []uint8
	class         [maxTypes]uint8
	lesser        [maxTypes]uint8 // bit k: pieces of class k are worth so much less that their attack menaces the type
	bestPromotion [2]int          // the value of the best piece that a pawn may become
	// What a type is, as far as where it stands well goes: it rides along files, it
	// leaps, it never leaves the squares of one shade.
	straight, leaper, shaded [maxTypes]bool
	flights                  [256]S // where royal pieces go on an empty board, and what is beside them
}

// Weights of the evaluation, by judgement: on the 8×8 board they give a knight
// 280, a bishop 320, a rook 500 and a queen 950.
const (
	perSquare    = 48.4 // what a square of a piece's mean mobility is worth
	perPair      = 0.8  // … and each pair of them
	density      = 4    // one square in four is taken where mobility is measured
	bound        = 30   // per cent that a piece loses if it never sees any other square
	unbound      = 90   // what a leap is worth that frees such a rider
	pawnWorth    = 85
	goalStep     = 12  // of a step nearer to the goal squares
	scarce       = 250 // of a piece that a side may not lose, divided by how many it has
	handPercent  = 110 // of the value of a piece on the board
	kingRank     = 14  // for each rank that a king has gone forward while it is in danger
	kingMiddle   = 8   // for each file nearer to the middle
	kingCentre   = 8   // for each step nearer to the centre in the ending
	passedGain   = 180 // of a pawn that nothing stops, a step before its promotion
	passedPlaces = 6   // … and a part of it, so many steps before
)

// weigh measures a game.
func weigh[S set](r *rules[S], start *board[S]) *worth[S] {
	w := &worth[S]{}
	reach := r.reaches()
	for t := range r.types {
		w.values[t] = r.valueOf(t, reach[t])
		if r.extinctionValue == Win && r.extinctionPieceTypes.has(AllRoles) {
			w.values[t] = -w.values[t]/4 - 20 // who loses everything wins
		}
		w.hand[t] = w.values[t] * handPercent / 100
		w.usual[t] = int(reach[t])
		w.mobility[t] = int(8 * 36 / max(reach[t], 4))
		w.siege[t] = min(max(w.values[t]/160, 2), 5)
		w.pawns[t] = r.of[0][t].isPawn || r.of[0][t].promotesAsPawn && reach[t] < 3
	}
	for t := range r.types {
		if t != r.royal {
			w.places(r, t)
			w.character(r, t)
		}
	}
	if r.royal >= 0 {
		w.values[r.royal] = 0
		w.kingPlaces(r)
		var none S
		for sq := range r.n {
			w.flights[sq] = union(r.near[sq], r.of[0][r.royal].quiet.from(sq, &none))
			add(&w.flights[sq], sq)
		}
	}
	place(w, r)
	w.rank(r.royal, len(r.types))
	for c := range 2 {
		for _, t := range r.promotions[c] {
			w.bestPromotion[c] = max(w.bestPromotion[c], w.values[t])
		}
		w.pawnWays(r, c)
	}
	w.full = max(start.force(w), 1)
	return w
}

// reaches returns the mean number of squares that each type of White reaches on
// boards of which a part is taken; captures count twice.
func (r *rules[S]) reaches() (reach [maxTypes]float64) {
	random := rand.New(rand.NewPCG(1, 1))
	const boards = 12
	for range boards {
		var occ S
		for sq := range r.n {
			if random.IntN(density) == 0 {
				add(&occ, sq)
			}
		}
		for t := range r.types {
			m := &r.of[0][t]
			sum := 0
			for x := m.region; !isEmpty(x); {
				sq := next(&x)
				quiet, capture := m.quiet.from(sq, &occ), m.capture.from(sq, &occ)
				sum += popcount(intersect(quiet, m.region)) + 2*popcount(intersect(capture, m.region))
			}
			reach[t] += float64(sum) / float64(3*boards*max(popcount(m.region), 1))
		}
	}
	return reach
}

// valueOf returns the value of a type that reaches so many squares.
func (r *rules[S]) valueOf(t int, reach float64) int {
	value := perSquare*reach + perPair*reach*reach
	seen, riders := r.coverage(t)
	value *= 1 - bound*(1-seen)/100
	if seen > 0.9 && riders > 0 && riders < 0.9 {
		value += unbound
	}
	if r.of[0][t].isPawn {
		value = max(value, pawnWorth)
	}
	return int(value)
}

// coverage returns which part of the squares a type can ever get to, on average
// over where it stands, and how many if it could but ride; 0 if it cannot ride.
func (r *rules[S]) coverage(t int) (all, riders float64) {
	m := &r.of[0][t]
	rides := func(p betza.Part) bool { return p.Way == betza.Ride }
	riding := movesOf[S](r.g, r.moved[t], false, rides)
	part := func(m *moves[S]) float64 {
		var none S
		sum, from := 0, 0
		for start := 0; start < r.n; start += 7 {
			seen := only[S](start)
			for todo := seen; !isEmpty(todo); {
				more := subtract(m.from(next(&todo), &none), seen)
				seen, todo = union(seen, more), union(todo, more)
			}
			sum += popcount(seen)
			from++
		}
		return float64(sum) / float64(from*r.n)
	}
	if riding.any {
		riders = part(&riding)
	}
	if m.isPawn || !m.capture.any {
		return 1, 0
	}
	return part(&m.capture), riders
}

// character notes what decides where a type stands well.
func (w *worth[S]) character(r *rules[S], t int) {
	m := &r.of[0][t]
	if !m.capture.any || w.pawns[t] || w.values[t] < 150 {
		return
	}
	var none S
	up := m.capture.from(r.g.square(0, 0), &none)
	w.straight[t] = has(&up, r.g.square(0, r.g.ranks-1)) && w.values[t] < 800
	w.leaper[t] = w.values[t] < 500 && !slices.ContainsFunc(r.moved[t].Parts, func(p betza.Part) bool { return p.Way != betza.Leap })
	w.shaded[t] = true
	for sq := range r.n {
		shade := r.dark
		if !has(&r.dark, sq) {
			shade = subtract(r.g.all, r.dark)
		}
		if away := subtract(m.capture.from(sq, &none), shade); !isEmpty(away) {
			w.shaded[t] = false
			break
		}
	}
}

// rank orders the types by value.
func (w *worth[S]) rank(royal, types int) {
	for t := range types {
		w.rising = append(w.rising, uint8(t))
	}
	value := func(t uint8) int {
		if int(t) == royal {
			return math.MaxInt
		}
		return w.values[t]
	}
	slices.SortStableFunc(w.rising, func(a, b uint8) int { return cmp.Compare(value(a), value(b)) })
	for i, t := range w.rising {
		w.class[t] = uint8(1 + i*7/types)
	}
	for t := range types {
		for k := uint8(1); k < 8; k++ {
			most := 0
			for other := range types {
				if w.class[other] == k {
					most = max(most, w.values[other])
				}
			}
			if most > 0 && 5*most <= 4*w.values[t] {
				w.lesser[t] |= 1 << k
			}
		}
	}
}

// places fills in what a type is worth on each square: the nearer to the middle
// the better.
func (w *worth[S]) places(r *rules[S], t int) {
	for sq := range r.n {
		centre := int16(14 - 24*r.rim(sq)/(r.g.files+r.g.ranks))
		w.place[0][t][sq] += centre
		w.place[1][t][sq] += centre
	}
}

// rim returns how far a square is from the middle of the board, in halves of a step
// of file and rank together.
func (r *rules[S]) rim(sq int) int {
	file, rank := r.g.file(sq), r.g.rank(sq)
	return max(2*file-r.g.files+1, r.g.files-1-2*file) + max(2*rank-r.g.ranks+1, r.g.ranks-1-2*rank)
}

// kingPlaces fills in where kings stand well.
func (w *worth[S]) kingPlaces(r *rules[S]) {
	for c := range 2 {
		for sq := range r.n {
			rank := r.g.rank(sq)
			if c == 1 {
				rank = r.g.ranks - 1 - rank
			}
			file := r.g.file(sq)
			middle := min(file, r.g.files-1-file)
			w.shelter[c][sq] = int16(-kingRank*min(rank, 4) - kingMiddle*min(max(middle-1, 0), 3))
			w.centre[c][sq] = int16(-kingCentre * r.rim(sq) / 2)
		}
	}
}

// place adds what promotions and goals make squares worth.
func place[S set](w *worth[S], r *rules[S]) {
	for c := range 2 {
		best := 0
		for _, p := range r.promotions[c] {
			best = max(best, w.values[p])
		}
		for t := range r.types {
			gain := best - w.values[t]
			if !r.of[c][t].promotesAsPawn {
				gain = 0
			}
			if k := r.plus[t]; k != 0 {
				gain = max(gain, w.values[r.kinds[k].typ]-w.values[t])
			}
			isFlag := r.flagPiece[c] == AllRoles || r.typeOf[r.flagPiece[c]] == uint8(t)
			for sq := range r.n {
				if gain > 0 {
					d := r.distance(sq, r.zone[c])
					w.place[c][t][sq] += int16(gain / (slowness(&r.of[c][t]) * (4 + d*d)))
				}
				if isFlag && !isEmpty(r.flag[c]) {
					w.place[c][t][sq] += int16(goalStep * (r.g.files + r.g.ranks - 2*r.distance(sq, r.flag[c])) / 2)
				}
			}
		}
	}
}

// slowness is by what the hope of a promotion is divided: of pawns only those that
// nothing stops, which have a bonus of their own, may hope for much.
func slowness[S set](m *mover[S]) int {
	if m.isPawn {
		return 3
	}
	return 1
}

// pawnWays fills in what stops pawns of a colour, and what they are worth if nothing
// does.
func (w *worth[S]) pawnWays(r *rules[S], c int) {
	up := 1 - 2*c
	for sq := range r.n {
		if r.pawn >= 0 && r.of[c][r.pawn].quiet.leap != nil && meets(&r.of[c][r.pawn].quiet.leap[sq], &r.zone[c]) {
			add(&w.promoting[c], sq)
		}
		file, rank := r.g.file(sq), r.g.rank(sq)
		for next := rank + up; next >= 0 && next < r.g.ranks; next += up {
			for f := max(file-1, 0); f <= min(file+1, r.g.files-1); f++ {
				add(&w.ahead[c][sq], r.g.square(f, next))
			}
		}
		for next := range r.g.ranks {
			for _, f := range [2]int{file - 1, file + 1} {
				if f >= 0 && f < r.g.files {
					add(&w.beside[c][sq], r.g.square(f, next))
				}
			}
		}
		if d := r.distance(sq, r.zone[c]); d < passedPlaces && !isEmpty(r.zone[c]) {
			left := passedPlaces - d
			w.passed[c][sq] = int16(passedGain * left * left / ((passedPlaces - 1) * (passedPlaces - 1)))
		}
	}
}

// distance returns how many king's steps a square is from the nearest of a set.
func (r *rules[S]) distance(sq int, to S) int {
	nearest := r.g.files + r.g.ranks
	for !isEmpty(to) {
		at := next(&to)
		df, dr := r.g.file(at)-r.g.file(sq), r.g.rank(at)-r.g.rank(sq)
		nearest = min(nearest, max(df, -df, dr, -dr))
	}
	return nearest
}
