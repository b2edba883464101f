package general

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A worth is what an evaluation knows of a game: nothing is fitted, all of it
// follows from how pieces move on this board and what wins.
type worth struct {
	values [maxTypes]int // of a piece by type
	hand   [maxTypes]int
	place  [2][maxTypes][256]int16 // by colour, type and square
	// what a square more that a piece reaches is worth
	mobility int
	// rising lists the types by value, the royal one last; class is 1 to 7 by value.
	rising        []uint8
	class         [maxTypes]uint8
	bestPromotion [2]int // the value of the best piece that a pawn may become
}

// Weights of the evaluation, by judgement: on the 8×8 board they give a knight
// 320, a bishop 340, a rook 480 and a queen 880.
const (
	perSquare   = 58  // what a square of a piece's mean mobility is worth
	density     = 4   // one square in four is taken where mobility is measured
	perReach    = 3   // what a square more, here and now, is worth
	shelter     = 9   // of an own piece beside the king
	goalStep    = 12  // of a step nearer to the goal squares
	scarce      = 250 // of a piece that a side may not lose, divided by how many it has
	handPercent = 110 // of the value of a piece on the board
)

// weigh measures a game.
func weigh[S set](r *rules[S]) *worth {
	w := &worth{mobility: perReach}
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
			w.values[t] += r.meanReach(t, &occ)
		}
	}
	for t := range r.types {
		w.values[t] = w.values[t] * perSquare / (boards * 100)
		if r.extinctionValue == Win && r.extinctionPieceTypes.has(AllRoles) {
			w.values[t] = -w.values[t]/4 - 20 // who loses everything wins
		}
		w.hand[t] = w.values[t] * handPercent / 100
	}
	for t := range r.types {
		if t != r.royal {
			w.places(r, t)
		}
	}
	if r.royal >= 0 {
		w.values[r.royal] = 0
	}
	place(w, r)
	w.rank(r.royal, len(r.types))
	for c := range 2 {
		for _, t := range r.promotions[c] {
			w.bestPromotion[c] = max(w.bestPromotion[c], w.values[t])
		}
	}
	return w
}

// rank orders the types by value.
func (w *worth) rank(royal, types int) {
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
}

// meanReach returns a hundred times the mean number of squares that a type of
// White reaches, half for those where it only moves or only captures.
func (r *rules[S]) meanReach(t int, occ *S) (sum int) {
	m := &r.of[0][t]
	for x := m.region; !isEmpty(x); {
		sq := next(&x)
		quiet, capture := m.quiet.from(sq, occ), m.capture.from(sq, occ)
		sum += 50 * (popcount(intersect(quiet, m.region)) + popcount(intersect(capture, m.region)))
	}
	return sum / max(popcount(m.region), 1)
}

// places fills in what a type is worth on each square: the nearer to the middle
// the better, and pawns the nearer to their promotion.
func (w *worth) places(shape interface{ dims() (files, ranks int) }, t int) {
	files, ranks := shape.dims()
	for sq := range files * ranks {
		file, rank := sq%files, sq/files
		out := max(2*file-files+1, files-1-2*file) + max(2*rank-ranks+1, ranks-1-2*rank)
		centre := int16(14 - 24*out/(files+ranks))
		w.place[0][t][sq] += centre
		w.place[1][t][sq] += centre
	}
}

func (r *rules[S]) dims() (files, ranks int) { return r.g.files, r.g.ranks }

// place adds what promotions and goals make squares worth.
func place[S set](w *worth, r *rules[S]) {
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
					w.place[c][t][sq] += int16(gain / (3 + d*d))
				}
				if isFlag && !isEmpty(r.flag[c]) {
					w.place[c][t][sq] += int16(goalStep * (r.g.files + r.g.ranks - 2*r.distance(sq, r.flag[c])) / 2)
				}
			}
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

// evaluate returns what a position is worth to the side to move.
func (b *board[S]) evaluate(w *worth) int {
	r := b.r
	var score [2]int
	for c := range 2 {
		score[c] = b.sideWorth(w, c)
		if r.checkCounting {
			score[c] += 420 / max(int(b.remaining[c]), 1)
		}
	}
	if r.connectN > 0 {
		for c := range 2 {
			score[c] += b.rows(c)
		}
	}
	us := int(b.side)
	return score[us] - score[us^1] + 10
}

// sideWorth adds up material, place, mobility, hands and the king's shelter.
func (b *board[S]) sideWorth(w *worth, c int) (sum int) {
	r := b.r
	own := b.colors[c]
	for t := range r.types {
		n := 0
		m := &r.of[c][t]
		for x := intersect(b.types[t&63], own); !isEmpty(x); {
			sq := next(&x)
			n++
			sum += w.values[t] + int(w.place[c][t][sq])
			if m.isPawn || t == r.royal {
				continue
			}
			reach := subtract(m.capture.from(sq, &b.occ), own)
			sum += w.mobility * popcount(reach)
		}
		sum += w.hand[t] * int(b.hands[c][t])
		if r.extinctionValue == Loss && r.extinctionPieceTypes.has(r.types[t]) {
			if left := n + int(b.hands[c][t]) - r.extinctionPieceCount; left > 0 {
				sum -= scarce / left
			}
		}
	}
	if r.royal >= 0 {
		if k := first(intersect(b.types[r.royal&63], own)); k >= 0 {
			sum += shelter*popcount(intersect(r.near[k], own)) + int(w.place[c][r.royal][k])
		}
	}
	return sum
}

// rows values the rows that a side has begun.
func (b *board[S]) rows(c int) (sum int) {
	for _, v := range b.r.directions() {
		n := b.row(b.colors[c], v)
		sum += 15 * n * n
	}
	if b.r.connectValue == Loss {
		return -sum
	}
	return sum
}
