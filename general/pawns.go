package general

import "math/bits"

func trailing(x uint64) int { return bits.TrailingZeros64(x) }

// shift moves all squares of a set by a number of places, of fewer than 64.
func shift[S set](a S, by int) (s S) {
	if by >= 0 {
		for i := range len(a) {
			s[i] = a[i] << (by & 63)
			if i > 0 {
				s[i] |= a[i-1] >> (64 - by&63)
			}
		}
		return s
	}
	by = -by
	for i := range len(a) {
		s[i] = a[i] >> (by & 63)
		if i+1 < len(a) {
			s[i] |= a[i+1] << (64 - by&63)
		}
	}
	return s
}

// pawnMoves finds the moves of pawns: all together where none of them has to be
// looked at by itself.
func (g *generator[S]) pawnMoves(pawns S) {
	r := g.r
	alone := pawns
	if !g.tryAll && isEmpty(g.tryTo) && !r.immobilityIllegal && !r.extras && !r.sittuyinPromotion {
		alone = intersect(pawns, union(g.pinned, g.tryFrom))
		g.pawnsTogether(subtract(pawns, alone))
	}
	m := &r.of[g.us&1][r.pawn]
	for !isEmpty(alone) {
		from := next(&alone)
		to := intersect(m.capture.leap[from], g.enemy)
		if g.phase != captures {
			to = union(to, g.pawnSteps(m, from))
		}
		to = intersect(to, m.region)
		g.pawnFrom(m, from, &to)
	}
	if !isEmpty(g.ep) {
		targets := intersect(g.ep, g.empty)
		for !isEmpty(targets) {
			to := next(&targets)
			// A pawn of the other colour on the square would attack from it those
			// that can take on it.
			from := intersect(r.of[g.them&1][r.pawn].capture.leap[to], pawns)
			for !isEmpty(from) {
				g.enPassants(next(&from), only[S](to))
			}
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
	if isEmpty(to) {
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
		normals = subtract(normals, m.immobile)
	}
	g.each(normal, from, normals, 0)
	for !isEmpty(zone) {
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
func (g *generator[S]) pawnsTogether(pawns S) {
	r := g.r
	up := r.g.files
	if g.us == 1 {
		up = -up
	}
	m := &r.of[g.us&1][r.pawn]
	takes := intersect(intersect(g.enemy, g.mask), m.region)
	left := shift(subtract(pawns, r.files[0]), up-1)
	right := shift(subtract(pawns, r.files[r.g.files-1]), up+1)
	g.pawnsTo(intersect(left, takes), up-1)
	g.pawnsTo(intersect(right, takes), up+1)
	if g.phase == captures {
		return
	}
	free := intersect(g.empty, m.region)
	once := intersect(shift(pawns, up), free)
	g.pawnsTo(intersect(once, g.mask), up)
	twice := intersect(shift(intersect(once, shift(r.doubleStep[g.us&1], up)), up), free)
	g.pawnsTo(intersect(twice, g.mask), 2*up)
	if triple := &r.tripleStep[g.us&1]; meets(triple, &pawns) {
		thrice := shift(intersect(shift(intersect(once, shift(*triple, up)), up), free), up)
		g.pawnsTo(intersect(intersect(thrice, free), g.mask), 3*up)
	}
}

// pawnsTo emits moves of pawns that have all gone the same way.
func (g *generator[S]) pawnsTo(to S, by int) {
	r := g.r
	zone := intersect(to, r.zone[g.us&1])
	normals := to
	if r.mandatoryPawnPromotion {
		normals = subtract(to, zone)
	}
	g.n += popcount(normals)
	if g.listing {
		for i := range len(normals) {
			for x := normals[i]; x != 0; x &= x - 1 {
				sq := i<<6 | trailing(x)
				g.moves = append(g.moves, newMove(normal, sq-by, sq))
			}
		}
	}
	for !isEmpty(zone) {
		sq := next(&zone)
		g.promotionsTo(sq-by, sq)
	}
}
