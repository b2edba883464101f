package general

import "math/bits"

// A generator lists or counts the legal moves of a board. What it needs to know is
// determined once per node.
type generator[S set] struct {
	*board[S]
	us, them int
	own      S
	enemy    S
	empty    S
	quiets   S // where pieces that are neither pinned nor tried may go, and capture
	hits     S
	watched  bool // because of hoppers, some moves may have to be tried
	legality[S]
	listing     bool // append to board.moves, not only count
	peaceful    bool // find no captures
	pseudoLegal bool // royal pieces may be left attacked
	n           int
	phase       phase
}

// A phase says which moves are wanted.
type phase uint8

const (
	everything phase = iota
	captures
	drops
)

// list appends the legal moves to b.moves and returns where they begin.
func (b *board[S]) list() int {
	start := len(b.moves)
	g := generator[S]{board: b, listing: true}
	g.run()
	return start
}

// listPseudoLegal appends the moves that would be legal if royal pieces could be
// left attacked, legal ones among them.
func (b *board[S]) listPseudoLegal() int {
	start := len(b.moves)
	g := generator[S]{board: b, listing: true, pseudoLegal: true}
	g.run()
	return start
}

// countMoves returns the number of legal moves.
func (b *board[S]) countMoves() int {
	if b.r.tries || b.r.listed() {
		start := b.list()
		n := len(b.moves) - start
		b.moves = b.moves[:start]
		return n
	}
	g := generator[S]{board: b}
	g.run()
	return g.n
}

// listed reports whether moves have to be listed to be judged one by one.
func (r *ruleset[S]) listed() bool {
	return r.judged && !(r.foresee && r.takes) || r.extras || !r.checking || !r.dropChecks || r.sittuyinPromotion || r.mutuallyImmuneTypes != 0
}

// run finds the legal moves of a position, none if it is decided.
func (g *generator[S]) run() {
	if g.r.ends && g.decided() {
		return
	}
	g.find()
}

// find finds the moves that would be legal if the position were not decided.
func (g *generator[S]) find() {
	b := g.board
	g.us, g.them = int(b.side&1), int(b.side&1)^1
	for i := range len(g.own) {
		g.own[i] = b.colors[g.us&1][i]
		g.enemy[i] = b.colors[g.them&1][i]
		g.empty[i] = b.r.g.all[i] &^ b.occ[i]
	}
	if b.r.judged {
		if g.phase == everything && b.r.mustDrop && g.dropsCompelled() {
			g.phase = drops
			if g.judge(); g.n > 0 || b.r.placing {
				return
			}
			g.phase, g.legality = everything, legality[S]{}
		}
		g.judge()
		return
	}
	g.know()
	if !b.r.special {
		g.all()
		return
	}
	if b.r.mustDrop && g.dropsCompelled() {
		g.phase = drops
		if g.all(); g.n > 0 || b.r.placing {
			return
		}
	}
	if b.r.mustCapture && !g.pseudoLegal {
		g.phase = captures
		if g.all(); g.n > 0 {
			return
		}
	}
	g.phase = everything
	g.all()
	if b.r.passOnStalemate[g.us] && g.n == 0 && !isEmpty(&g.own) {
		start := len(g.moves)
		g.emitPass()
		g.filter(start)
	}
}

// judge finds the legal moves of a phase in a game whose moves are judged.
func (g *generator[S]) judge() {
	if g.foresees() {
		g.foreseenMoves()
	} else {
		g.judgedMoves()
	}
}

// know determines what distinguishes legal moves from others.
func (g *generator[S]) know() {
	if g.pseudoLegal {
		g.king, g.mask = -1, complement(g.mask)
	} else {
		g.look(&g.legality, g.us)
	}
}

func (g *generator[S]) dropsCompelled() bool {
	if g.r.mustDropType == AllRoles {
		return g.handSize(g.us) > 0
	}
	t := g.r.typeOf[g.r.mustDropType]
	return t != 255 && g.hands[g.us&1][t&63] > 0
}

// all finds the legal moves of a phase.
func (g *generator[S]) all() {
	start := len(g.moves)
	for i := range len(g.quiets) {
		g.hits[i] = g.enemy[i] & g.mask[i]
		g.quiets[i] = g.empty[i] & g.mask[i]
		if g.phase == captures {
			g.quiets[i] = 0
		}
	}
	g.watched = g.tryAll || !isEmpty(&g.tryFrom) || !isEmpty(&g.tryTo)
	if g.phase != drops {
		movers := g.r.of[g.us&1]
		for t := range movers {
			var x S
			var some uint64
			for i := range len(x) {
				x[i] = g.types[t&63][i] & g.own[i]
				some |= x[i]
			}
			if some == 0 {
				continue
			}
			switch {
			case t == g.r.royal && g.king >= 0:
				g.kingMoves(&x)
			case t == g.r.pawn:
				g.pawnMoves(&x)
			default:
				g.pieceMoves(t, &x)
			}
		}
	}
	if g.phase != captures {
		if g.r.pieceDrops {
			g.dropMoves()
		}
		if g.phase == everything {
			g.castlings()
			g.oddMoves()
		}
	}
	if g.r.tries || g.r.listed() {
		g.filter(start)
	}
}

// pieceMoves finds the moves of the pieces of a type.
func (g *generator[S]) pieceMoves(t int, x *S) {
	m := &g.r.of[g.us&1][t]
	if m.simple && !g.mayBeImmobile(m) && !g.r.extras && !g.tryAll {
		if !g.watched {
			g.simpleMoves(m, x)
			return
		}
		if isEmpty(&g.tryTo) {
			tried := intersect(*x, g.tryFrom)
			free := subtract(*x, tried)
			g.simpleMoves(m, &free)
			*x = tried
		}
	}
	for !isEmpty(x) {
		from := next(x)
		var to S
		if m.both {
			if to = subtract(m.quiet.from(from, &g.occ), g.own); m.cannon {
				to = subtract(g.cannonMoves(m, from), g.own)
			}
			if g.phase == captures {
				to = intersect(to, g.enemy)
			}
		} else {
			c := m.capture.from(from, &g.occ)
			to = intersect(c, g.enemy)
			if g.phase != captures {
				q := m.quiet.from(from, &g.occ)
				if m.initial.any && has(&g.r.doubleStep[g.us&1], from) {
					q = union(q, m.initial.from(from, &g.occ))
				}
				to = union(to, intersect(q, g.empty))
			}
			if m.takesEnPassant && !isEmpty(&g.ep) {
				g.enPassants(from, subtract(c, m.quiet.from(from, &g.occ)))
			}
		}
		to = intersect(subtract(to, g.walls), m.region)
		if !g.r.extras && (m.simple && !g.mayBeImmobile(m) || g.apart(m, from, &to)) {
			g.legalOnes(from, &to)
			g.emit(from, &to)
		} else {
			g.fully(m, t, from, &to)
		}
	}
}

// apart reports whether moves of a piece to some squares neither touch a promotion zone nor
// end where the piece could not move again, so that they are normal moves.
func (g *generator[S]) apart(m *mover[S], from int, to *S) bool {
	zone := &g.r.zone[g.us&1]
	return !has(zone, from) && !meets(to, zone) && !meets(to, &m.immobile) && !g.r.pieceDemotion && isEmpty(&g.walls)
}

// simpleMoves finds the moves of pieces that only move and capture, where nothing
// has to be tried.
func (g *generator[S]) simpleMoves(m *mover[S], x *S) {
	if len(*x) == 2 && g.listing && m.both && !m.bounded && !m.capture.slow {
		g.listSimpleTwo(m, x)
		return
	}
	list, n := g.moves, 0
	for w := range len(*x) {
		for pieces := (*x)[w]; pieces != 0; pieces &= pieces - 1 {
			from := w<<6 | trailing(pieces)
			var to S
			m.capture.add(&to, from, &g.occ)
			if m.both {
				for i := range len(to) {
					to[i] &= g.hits[i] | g.quiets[i]
				}
			} else {
				var quiet S
				m.quiet.add(&quiet, from, &g.occ)
				for i := range len(to) {
					to[i] = to[i]&g.hits[i] | quiet[i]&g.quiets[i]
				}
			}
			if m.bounded {
				keep(&to, &m.region)
			}
			if has(&g.pinned, from) {
				mask := g.pinMask(from)
				for i := range len(to) {
					to[i] &= mask[i]
				}
			}
			if !g.listing {
				for i := range len(to) {
					n += bits.OnesCount64(to[i])
				}
				continue
			}
			base := newMove(normal, from, 0)
			for i := range len(to) {
				for squares := to[i]; squares != 0; squares &= squares - 1 {
					list = append(list, base|move(i<<6|trailing(squares)))
				}
			}
		}
	}
	if g.listing {
		n = len(list) - len(g.moves)
		g.moves = list
	}
	g.n += n
}

// legalOnes keeps the destinations that leave the king safe.
func (g *generator[S]) legalOnes(from int, to *S) {
	if g.king < 0 {
		*to = intersect(*to, g.mask)
		return
	}
	if g.peaceful {
		*to = subtract(*to, g.enemy)
	}
	if !has(&g.tryFrom, from) {
		*to = intersect(*to, g.mask)
		if has(&g.pinned, from) {
			*to = intersect(*to, g.pinMask(from))
		}
		if !g.tryAll && !meets(to, &g.tryTo) {
			return
		}
	}
	for x := *to; !isEmpty(&x); {
		sq := next(&x)
		captured := -1
		if has(&g.enemy, sq) {
			captured = sq
		}
		if !g.safe(g.us, from, sq, captured, g.king) {
			remove(to, sq)
		}
	}
}

// emit counts or lists moves.
func (g *generator[S]) emit(from int, to *S) {
	for i := range len(*to) {
		g.n += bits.OnesCount64((*to)[i])
	}
	if g.listing {
		for i := range len(*to) {
			for x := (*to)[i]; x != 0; x &= x - 1 {
				g.moves = append(g.moves, newMove(normal, from, i<<6|trailing(x)))
			}
		}
	}
}

// one emits a move and what may come in with it.
func (g *generator[S]) one(m move) {
	if !g.r.extras {
		g.n++
		if g.listing {
			g.moves = append(g.moves, m)
		}
		return
	}
	g.withExtras(m)
}

// each emits a move to each of some squares.
func (g *generator[S]) each(what uint64, from int, to S, kind uint8) {
	if !g.r.extras && !g.listing {
		g.n += popcount(to)
		return
	}
	for !isEmpty(&to) {
		g.one(newMove(what, from, next(&to)).of(kind))
	}
}

// fully emits the moves of pieces that promote, or bring something in.
func (g *generator[S]) fully(m *mover[S], t, from int, to *S) {
	r := g.r
	zone := &r.zone[g.us&1]
	g.legalOnes(from, to)
	normals := *to
	var pawns, plus, back S
	if m.promotesAsPawn {
		pawns = intersect(*to, *zone)
		if r.mandatoryPawnPromotion {
			normals = subtract(normals, pawns)
		}
	}
	if k := r.plus[t]; k != 0 && g.allows(r.kinds[k].typ) {
		plus = *to
	}
	if r.pieceDemotion && g.isPromoted(from) {
		back = *to
	}
	if !isEmpty(&plus) || !isEmpty(&back) {
		inside := has(zone, from)
		if r.mandatoryPiecePromotion {
			var kept S
			if !inside {
				kept = complement(*zone)
			}
			if r.piecePromotionOnCapture {
				kept = union(kept, complement(g.occ))
			}
			normals = intersect(normals, kept)
		}
		if r.piecePromotionOnCapture {
			plus, back = intersect(plus, g.occ), intersect(back, g.occ)
		}
		if !inside {
			plus, back = intersect(plus, *zone), intersect(back, *zone)
		}
	}
	if r.immobilityIllegal {
		normals = g.mobile(m, normals)
	}
	g.each(normal, from, normals, 0)
	if !isEmpty(&plus) {
		g.each(plusPromotion, from, plus, r.plus[t])
	}
	if !isEmpty(&back) {
		g.each(demotion, from, back, r.kinds[(g.at[from&255]-1)>>1].base)
	}
	if !isEmpty(&pawns) {
		for _, p := range r.promotions[g.us&1] {
			if g.allows(p) {
				g.each(promotion, from, pawns, r.born[g.us&1][p])
			}
		}
	}
}

// isPromoted reports whether the piece on a square has an unpromoted form to go
// back to.
func (g *generator[S]) isPromoted(sq int) bool {
	return g.r.kinds[(g.at[sq&255]-1)>>1].plus
}

// allows reports whether one more piece of a type may come from a promotion.
func (g *generator[S]) allows(t uint8) bool {
	limit := g.r.promotionLimit[g.r.types[t]]
	return limit == 0 || limit > g.count(g.us, t)
}

// kingMoves finds the moves of the royal king, each tried.
func (g *generator[S]) kingMoves(kings *S) {
	m := &g.r.of[g.us&1][g.r.royal]
	if several(*kings) { // only by a FEN: the first one is royal
		others := subtract(*kings, only[S](g.king))
		g.pieceMoves(g.r.royal, &others)
	}
	from := g.king
	var to S
	if m.both {
		m.quiet.add(&to, from, &g.occ)
	} else {
		q := m.quiet.from(from, &g.occ)
		if m.initial.any && has(&g.r.doubleStep[g.us&1], from) {
			q = union(q, m.initial.from(from, &g.occ))
		}
		to = union(intersect(q, g.empty), intersect(m.capture.from(from, &g.occ), g.enemy))
	}
	for i := range len(to) {
		to[i] &= m.region[i] &^ (g.own[i] | g.walls[i])
		if g.phase == captures {
			to[i] &= g.enemy[i]
		} else if g.peaceful {
			to[i] &^= g.enemy[i]
		}
	}
	if isEmpty(&to) {
		return
	}
	g.gatherRest(g.us)
	occ := g.occ
	remove(&occ, from)
	for i := range len(to) {
		for x := to[i]; x != 0; x &= x - 1 {
			sq := i<<6 | trailing(x)
			if !g.kingSafe(sq, g.us, &occ) || g.r.makpongRule && g.checks > 0 && !g.onlyChecker(sq) {
				remove(&to, sq)
			}
		}
	}
	if g.r.extras || g.r.immobilityIllegal {
		if g.r.immobilityIllegal {
			to = g.mobile(m, to)
		}
		g.each(normal, from, to, 0)
		return
	}
	g.emit(from, &to)
}

// onlyChecker reports whether the piece on a square is the one that gives check.
func (g *generator[S]) onlyChecker(sq int) bool {
	return g.attackers(g.king, g.them, &g.occ, &g.enemy) == only[S](sq)
}

// castlings finds the castling moves of the side to move.
func (g *generator[S]) castlings() {
	if g.pseudoLegal || g.king >= 0 && g.checks > 0 {
		return
	}
	for wing := range 2 {
		if rook := int(g.rook[g.us&1][wing]); rook >= 0 && g.mayCastle(wing) {
			if m := newMove(castling, int(g.state.king[g.us&1]), rook); !g.r.judged || g.leavesSafe(m) {
				g.one(m)
			}
		}
	}
}

// arrivals returns where king and rook stand after castling.
func (r *ruleset[S]) arrivals(c, wing int) (king, rook int) {
	rank := r.castlingRank
	if c == 1 {
		rank = r.g.ranks - 1 - rank
	}
	if wing == 0 {
		king = r.g.square(r.castlingKingsideFile, rank)
		return king, king - 1
	}
	king = r.g.square(r.castlingQueensideFile, rank)
	return king, king + 1
}

func (g *generator[S]) mayCastle(wing int) bool {
	king, rook := int(g.state.king[g.us&1]), int(g.rook[g.us&1][wing])
	if beside := king + 1 - 2*wing; beside != rook && has(&g.occ, beside) {
		return false // always on the king's way or the rook's
	}
	kingTo, rookTo := g.r.arrivals(g.us, wing)
	occ := g.occ
	remove(&occ, king)
	remove(&occ, rook)
	lo, hi := min(king, kingTo, rookTo), max(king, kingTo, rookTo)
	if rook != rookTo {
		lo, hi = min(lo, rook), max(hi, rook)
	}
	for sq := lo; sq <= hi; sq++ {
		onPath := between(sq, king, kingTo) || between(sq, rook, rookTo)
		if onPath && (has(&occ, sq) || has(&g.r.holeSet, sq)) {
			return false
		}
	}
	if g.king != king {
		return true // no royal king; moves of other royal pieces are tried
	}
	without := g.occ
	remove(&without, king)
	step := 1
	if kingTo > king {
		step = -1
	}
	for sq := kingTo; sq != king; sq += step {
		if g.attacked(sq, g.them, &g.occ, &g.enemy) || g.faces(sq, g.them, &without, &g.enemy) {
			return false
		}
	}
	occ = g.occ
	remove(&occ, rook)
	return g.pseudoLegal || !g.attacked(kingTo, g.them, &occ, &g.enemy)
}

func between(sq, a, b int) bool { return min(a, b) <= sq && sq <= max(a, b) }

// enPassants emits the captures en passant of a piece that attacks some squares.
func (g *generator[S]) enPassants(from int, attacks S) {
	x := intersect(intersect(attacks, g.ep), g.empty)
	for !g.peaceful && !isEmpty(&x) {
		to := next(&x)
		captured := g.passed(to)
		if captured < 0 {
			continue
		}
		if g.king < 0 || g.safe(g.us, from, to, captured, g.king) {
			g.one(newMove(enPassant, from, to))
		}
	}
}

// passed returns the square of the piece that a capture en passant takes, -1 if
// there is none: one that stands on an en passant square, or the nearest enemy
// behind.
func (b *board[S]) passed(to int) int {
	us := int(b.side & 1)
	enemy := b.colors[(us^1)&1]
	marked := intersect(b.ep, b.occ)
	if !isEmpty(&marked) {
		if us == 0 {
			return first(marked)
		}
		return last(marked)
	}
	step := -b.r.g.files
	if us == 1 {
		step = -step
	}
	for sq := to + step; sq >= 0 && sq < b.r.n; sq += step {
		if has(&enemy, sq) {
			return sq
		}
	}
	return -1
}
