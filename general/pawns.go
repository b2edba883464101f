package general

import "math/bits"

func trailing(x uint64) int { return bits.TrailingZeros64(x) }

func ones(x uint64) int { return bits.OnesCount64(x) }

// shift moves all squares of a set by a number of places, fewer than 64.
func shift[S set](a S, by int) (s S) {
	shiftTo(&s, &a, by)
	return s
}

// shiftTo does the same into another set.
func shiftTo[S set](to, a *S, by int) {
	if by >= 0 {
		over := uint64(0)
		for i := range len(*a) {
			(*to)[i] = (*a)[i]<<(by&63) | over
			over = (*a)[i] >> ((64 - by) & 127)
		}
		return
	}
	by = -by
	over := uint64(0)
	for i := len(*a) - 1; i >= 0; i-- {
		(*to)[i] = (*a)[i]>>(by&63) | over
		over = (*a)[i] << ((64 - by) & 127)
	}
}

// pawnMoves finds the moves of pawns: all those together that need not be examined
// one by one.
func (g *generator[S]) pawnMoves(pawns *S) {
	r := g.r
	m := &r.of[g.us&1][r.pawn]
	if !g.tryAll && isEmpty(&g.tryTo) && !r.extras && !r.sittuyinPromotion {
		var free, alone S
		var some uint64
		for i := range len(free) {
			alone[i] = (*pawns)[i] & (g.pinned[i] | g.tryFrom[i])
			free[i] = (*pawns)[i] &^ alone[i]
			some |= alone[i]
		}
		g.pawnsTogether(m, &free)
		if some != 0 {
			g.pawnsAlone(m, &alone)
		}
	} else {
		alone := *pawns
		g.pawnsAlone(m, &alone)
	}
	if !isEmpty(&g.ep) {
		g.pawnsEnPassant(pawns)
	}
}

// pawnsAlone finds the moves of pawns one by one.
func (g *generator[S]) pawnsAlone(m *mover[S], pawns *S) {
	for !isEmpty(pawns) {
		from := next(pawns)
		to := intersect(m.capture.leap[from], g.enemy)
		if g.phase != captures {
			to = union(to, g.pawnSteps(m, from))
		}
		to = intersect(to, m.region)
		g.pawnFrom(m, from, &to)
	}
}

func (g *generator[S]) pawnsEnPassant(pawns *S) {
	targets := intersect(g.ep, g.empty)
	for !isEmpty(&targets) {
		to := next(&targets)
		// A pawn of the other colour on this square would attack exactly those that
		// can capture on it.
		from := intersect(g.r.of[g.them&1][g.r.pawn].capture.leap[to], *pawns)
		for !isEmpty(&from) {
			g.enPassants(next(&from), only[S](to))
		}
	}
}

// pawnSteps returns where a pawn can go without capturing.
func (g *generator[S]) pawnSteps(m *mover[S], from int) S {
	free := intersect(g.empty, m.region)
	to := intersect(m.quiet.leap[from], free)
	up := g.r.g.files
	if g.us == 1 {
		up = -up
	}
	if isEmpty(&to) {
		return to
	}
	if second := from + 2*up; has(&g.r.doubleStep[g.us&1], from) || has(&g.r.tripleStep[g.us&1], from) {
		if second < 0 || second >= g.r.n || !has(&free, second) {
			return to
		}
		if has(&g.r.doubleStep[g.us&1], from) {
			add(&to, second)
		}
		if third := from + 3*up; has(&g.r.tripleStep[g.us&1], from) && third >= 0 && third < g.r.n && has(&free, third) {
			add(&to, third)
		}
	}
	return to
}

// pawnFrom emits the moves of one pawn.
func (g *generator[S]) pawnFrom(m *mover[S], from int, to *S) {
	r := g.r
	g.legalOnes(from, to)
	var zone S
	if !r.sittuyinPromotion {
		zone = intersect(*to, r.zone[g.us&1])
	}
	normals := *to
	if r.mandatoryPawnPromotion {
		normals = subtract(normals, zone)
	}
	if r.immobilityIllegal {
		normals = g.mobile(m, normals)
	}
	g.each(normal, from, normals, 0)
	for !isEmpty(&zone) {
		g.promotionsTo(from, next(&zone))
	}
}

// promotionsTo emits what a pawn may become on a square.
func (g *generator[S]) promotionsTo(from, to int) {
	r := g.r
	for _, p := range r.promotions[g.us&1] {
		if g.allows(p) {
			g.one(newMove(promotion, from, to).of(r.born[g.us&1][p]))
		}
	}
	if k := r.plus[r.pawn]; k != 0 && !(r.piecePromotionOnCapture && has(&g.empty, to)) {
		g.one(newMove(plusPromotion, from, to).of(k))
	}
}

// pawnsTogether finds the moves of pawns that are neither pinned nor watched by
// hoppers.
func (g *generator[S]) pawnsTogether(m *mover[S], pawns *S) {
	r := g.r
	up := r.g.files
	if g.us == 1 {
		up = -up
	}
	var x, to S
	for wing, edge := range [2]*S{&r.files[0], &r.files[r.g.files-1]} {
		for i := range len(x) {
			x[i] = (*pawns)[i] &^ (*edge)[i]
		}
		by := up - 1 + 2*wing
		shiftTo(&to, &x, by)
		for i := range len(to) {
			to[i] &= g.hits[i] & m.region[i]
		}
		g.pawnsTo(&to, by)
	}
	if g.phase == captures {
		return
	}
	var once S
	shiftTo(&once, pawns, up)
	for i := range len(once) {
		once[i] &= g.empty[i] & m.region[i]
		to[i] = once[i] & g.mask[i]
	}
	g.pawnsTo(&to, up)
	second := &r.secondStep[g.us&1]
	for i := range len(x) {
		x[i] = once[i] & (*second)[i]
	}
	shiftTo(&to, &x, up)
	for i := range len(to) {
		to[i] &= g.quiets[i] & m.region[i]
	}
	g.pawnsTo(&to, 2*up)
	if triple := &r.tripleStep[g.us&1]; meets(triple, pawns) {
		thrice := shift(intersect(shift(intersect(once, shift(*triple, up)), up), intersect(g.empty, m.region)), up)
		thrice = intersect(thrice, intersect(g.quiets, m.region))
		g.pawnsTo(&thrice, 3*up)
	}
}

// pawnsTo emits moves of pawns that all go the same way.
func (g *generator[S]) pawnsTo(to *S, by int) {
	if isEmpty(to) {
		return
	}
	r := g.r
	zone := &r.zone[g.us&1]
	m := &r.of[g.us&1][r.pawn]
	mayBeImmobile := g.mayBeImmobile(m)
	var mobile S
	if mayBeImmobile {
		mobile = g.mobile(m, *to)
	}
	list := g.moves
	var promoting uint64
	for i := range len(*to) {
		x := (*to)[i]
		if x == 0 {
			continue
		}
		promoting |= x & (*zone)[i]
		if r.mandatoryPawnPromotion {
			x &^= (*zone)[i]
		}
		if mayBeImmobile {
			x &= mobile[i]
		}
		g.n += bits.OnesCount64(x)
		if g.listing {
			for ; x != 0; x &= x - 1 {
				sq := i<<6 | trailing(x)
				list = append(list, newMove(normal, sq-by, sq))
			}
		}
	}
	g.moves = list
	if promoting == 0 {
		return
	}
	for x := intersect(*to, *zone); !isEmpty(&x); {
		sq := next(&x)
		g.promotionsTo(sq-by, sq)
	}
}
