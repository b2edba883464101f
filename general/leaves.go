package general

import "math/bits"

// Leaves: the answers to all moves of a node are counted together. Most moves
// change little of what the other side can do: its answers are those it would have
// if the side to move passed, except for pieces that see the origin or the
// destination of the move. Only the moves of these are counted again, without
// playing the move. Moves that could change what the other king may do, or which of
// its side's pieces are pinned, are played, and all answers to them are counted.

// answers is what a node knows about the other side's moves if the side to move
// passed.
type answers[S set] struct {
	generator[S] // of the side that answers
	total        int
	pieces       []counted
	index        [256]uint8  // of the piece on a square
	seen         [256]uint64 // by square, the pieces whose moves depend on it
	// What the safety of the king depends on: leaving some squares, arriving on
	// some, and squares from which a type could attack it or where it goes.
	leaves, arrives S
	hot             [maxTypes]S
	from, to        [maxTypes]S // both together, by type
	promotes        bool        // a piece may promote
}

// A counted is a piece that answers, or all pawns together, and the number of its
// moves.
type counted struct {
	typ, sq uint8
	pawns   bool
	n       int32
}

// countsTogether reports whether answers can be counted together: under the game's
// rules a move changes them only through where pieces stand.
func (r *ruleset[S]) countsTogether() bool {
	if r.judged || r.ends || r.cannon >= 0 || r.tries || r.extras || r.special || r.listed() ||
		r.pieceDrops || r.gating || r.makpongRule || r.oppositeCastling || r.cambodianMoves ||
		r.blastOnCapture || r.petrifyOnCaptureTypes != 0 || r.flipEnclosedPieces != noEnclosing {
		return false
	}
	for c := range 2 {
		if r.enPassantTypes[c]&^rolesOf(pawn) != 0 {
			return false
		}
		for t := range r.of[c] {
			if r.of[c][t].initial.any {
				return false
			}
		}
	}
	return true
}

// countLeaves counts the sequences of two moves. The list of the first ones is
// removed again.
func (b *board[S]) countLeaves(stop func() bool) (total uint64) {
	start := b.list()
	moves := b.moves[start:]
	if len(moves) > 2 {
		moves = b.countStill(moves, &total)
	}
	for _, m := range moves {
		if stop() {
			break
		}
		b.do(m)
		total += uint64(b.countMoves())
		b.undo()
	}
	b.moves = b.moves[:start]
	return total
}

// countStill adds up the answers to those of some moves that need not be played,
// and returns the others.
func (b *board[S]) countStill(moves []move, total *uint64) (others []move) {
	if b.answers == nil {
		b.answers = new(answers[S])
	}
	a := b.answers
	ep := b.ep
	var none S
	b.ep = none // nobody captures en passant after a move that is still
	others = moves[:0]
	if a.prepare(b) {
		for _, m := range moves {
			if a.still(m) {
				*total += uint64(a.after(m.from(), m.to()))
			} else {
				others = append(others, m)
			}
		}
	} else {
		others = moves
	}
	b.ep = ep
	return others
}

// prepare finds out what the other side can do. It reports false where that says
// nothing about what it can do after a move.
func (a *answers[S]) prepare(b *board[S]) bool {
	a.generator = generator[S]{board: b, us: int(b.side&1) ^ 1, them: int(b.side & 1)}
	g, r := &a.generator, b.r
	g.own, g.enemy, g.empty = b.colors[g.us&1], b.colors[g.them&1], subtract(r.g.all, b.occ)
	b.look(&g.legality, g.us)
	g.hits, g.quiets = intersect(g.enemy, g.mask), intersect(g.empty, g.mask)
	if g.checks > 0 || g.tryAll || popcount(g.own) > 64 {
		return false
	}
	g.watched = !isEmpty(&g.tryFrom) || !isEmpty(&g.tryTo)
	clear(a.seen[:r.n])
	clear(a.hot[:len(r.types)])
	a.pieces, a.promotes, a.total = a.pieces[:0], false, 0
	var none S
	a.leaves, a.arrives = none, none
	for t := range r.types {
		x := intersect(b.types[t&63], g.own)
		if t == r.royal && g.king >= 0 {
			if several(x) {
				return false
			}
			a.watchKing()
			before := g.n
			g.kingMoves(&x)
			g.castlings()
			a.total += g.n - before
			continue
		}
		if t == r.pawn && !isEmpty(&x) {
			a.includePawns(x)
			continue
		}
		for !isEmpty(&x) {
			a.include(t, next(&x))
		}
	}
	for t := range r.types {
		a.from[t&63] = union(a.leaves, a.hot[t&63])
		a.to[t&63] = union(a.arrives, a.hot[t&63])
	}
	return true
}

// include counts the moves of a piece, and notes what they depend on.
func (a *answers[S]) include(t, sq int) {
	m := &a.r.of[a.us&1][t]
	var sees S
	var n int
	if a.plain(m) {
		m.capture.add(&sees, sq, &a.occ)
		n = a.plainMoves(sq, &sees)
	} else {
		sees = m.dependsOn(sq, &a.occ)
		n = a.movesFrom(t, sq)
		a.promotes = a.promotes || m.promotesAsPawn || m.promotesToPlus
	}
	a.note(&sees, counted{typ: uint8(t), sq: uint8(sq), n: int32(n)})
	a.index[sq&255] = uint8(len(a.pieces) - 1)
}

// note remembers what depends on some squares.
func (a *answers[S]) note(sees *S, p counted) {
	bit := uint64(1) << (len(a.pieces) & 63)
	for w := range len(*sees) {
		for x := (*sees)[w]; x != 0; x &= x - 1 {
			a.seen[(w<<6|trailing(x))&255] |= bit
		}
	}
	a.pieces = append(a.pieces, p)
	a.total += int(p.n)
}

// includePawns is include for all pawns together.
func (a *answers[S]) includePawns(pawns S) {
	r := a.r
	up := r.g.files * (1 - 2*a.us)
	once := shift(pawns, up)
	twice := shift(intersect(once, r.secondStep[a.us&1]), up)
	sees := union(once, twice)
	if triple := &r.tripleStep[a.us&1]; meets(triple, &pawns) {
		third := shift(intersect(pawns, *triple), up)
		third = union(third, shift(third, up))
		sees = union(sees, union(third, shift(third, up)))
	}
	sees = union(sees, shift(subtract(pawns, r.files[0]), up-1))
	sees = intersect(union(sees, shift(subtract(pawns, r.files[r.g.files-1]), up+1)), r.g.all)
	a.promotes = a.promotes || meets(&sees, &r.zone[a.us&1])
	for x := pawns; !isEmpty(&x); {
		a.index[next(&x)&255] = uint8(len(a.pieces))
	}
	a.note(&sees, counted{typ: uint8(r.pawn), pawns: true, n: int32(a.movesOfPawns())})
}

// movesOfPawns counts the moves of all pawns.
func (a *answers[S]) movesOfPawns() int {
	n := a.n
	pawns := intersect(a.types[a.r.pawn&63], a.own)
	a.pawnMoves(&pawns)
	return a.n - n
}

// movesFrom counts the moves of one piece that is no pawn.
func (g *generator[S]) movesFrom(t, sq int) int {
	m := &g.r.of[g.us&1][t]
	if g.plain(m) {
		var sees S
		m.capture.add(&sees, sq, &g.occ)
		return g.plainMoves(sq, &sees)
	}
	n := g.n
	one := only[S](sq)
	g.pieceMoves(t, &one)
	return g.n - n
}

// plain reports whether a piece only moves, and captures the way it moves.
func (g *generator[S]) plain(m *mover[S]) bool {
	return m.simple && m.both && !m.bounded && !g.mayBeImmobile(m) && !m.capture.slow && !g.watched
}

// plainMoves counts the moves of such a piece to squares that it reaches.
func (g *generator[S]) plainMoves(sq int, reach *S) (n int) {
	pinned := has(&g.pinned, sq)
	var mask S
	if pinned {
		mask = g.pinMask(sq)
	}
	for i := range len(*reach) {
		to := (*reach)[i] & (g.hits[i] | g.quiets[i])
		if pinned {
			to &= mask[i]
		}
		n += bits.OnesCount64(to)
	}
	return n
}

// dependsOn returns the squares on which a piece's moves depend.
func (m *mover[S]) dependsOn(sq int, occ *S) (s S) {
	m.capture.add(&s, sq, occ)
	if !m.both {
		m.quiet.add(&s, sq, occ)
	}
	for _, of := range [2]*moves[S]{&m.quiet, &m.capture} {
		if of.lame != nil {
			for i := range of.lame[sq] {
				s = union(s, of.lame[sq][i].path)
				add(&s, of.lame[sq][i].to)
			}
		}
		for i := range of.hops {
			s = union(s, of.hops[i].sight(sq, occ))
		}
	}
	return s
}

// sight returns the squares of a hop's ray up to and including the second piece.
func (h *hop[S]) sight(sq int, occ *S) S {
	s := h.ray[sq]
	if first := nearest(&s, occ, h.down); first >= 0 {
		if second := nearest(&h.ray[first], occ, h.down); second >= 0 {
			s = subtract(s, h.ray[second])
		}
	}
	return s
}

// watchKing notes what the moves and the safety of the king depend on.
func (a *answers[S]) watchKing() {
	r := a.r
	m := &r.of[a.us&1][r.royal]
	around := m.dependsOn(a.king, &a.occ)
	asked := intersect(subtract(around, a.own), m.region)
	add(&around, a.king)
	occ := a.occ
	remove(&occ, a.king)
	for wing := range 2 {
		rook := int(a.rook[a.us&1][wing])
		if rook < 0 {
			continue
		}
		king := int(a.state.king[a.us&1])
		kingTo, rookTo := r.arrivals(a.us, wing)
		remove(&occ, rook)
		for sq := min(king, rook, kingTo, rookTo); sq <= max(king, rook, kingTo, rookTo); sq++ {
			add(&around, sq)
			if between(sq, king, kingTo) && sq != king {
				add(&asked, sq)
			}
		}
	}
	a.leaves, a.arrives = around, around
	a.gatherRest(a.us)
	groups := r.groups[a.them&1]
	for i := range groups {
		g := &groups[i]
		hot := a.watch(g, &a.movers[i%maxGroups], &asked, &occ)
		for _, t := range g.types {
			a.hot[t&63] = union(a.hot[t&63], hot)
		}
	}
	if g := r.facing; g != nil {
		var enemy S
		a.gather(&enemy, g, &a.enemy)
		t := g.types[0]
		a.hot[t&63] = union(a.hot[t&63], a.watch(g, &enemy, &asked, &occ))
	}
}

// watch returns the squares from which a group's pieces could attack the king or
// the squares asked about, and notes what their current attacks depend on.
func (a *answers[S]) watch(g *group[S], movers, asked, occ *S) (hot S) {
	switch {
	case g.leap != nil:
		hot = g.leap[a.king]
		for x := *asked; !isEmpty(&x); {
			hot = union(hot, g.leap[next(&x)])
		}
	case g.per > 0:
		hot = g.open[a.king]
		a.watchLines(g, a.king, movers, occ)
		for x := *asked; !isEmpty(&x); {
			sq := next(&x)
			hot = union(hot, g.sight(sq, occ))
			a.watchLines(g, sq, movers, occ)
		}
	case g.lame != nil:
		x := *asked
		for add(&x, a.king); !isEmpty(&x); {
			sq := next(&x)
			for i := range g.lame[sq] {
				l := &g.lame[sq][i]
				if add(&hot, l.to); has(movers, l.to) {
					a.leaves, a.arrives = union(a.leaves, l.path), union(a.arrives, l.path)
				}
			}
		}
	default:
		for i := range g.hops {
			h := &g.hops[i]
			hot = union(hot, h.ray[a.king])
			a.watchHops(g, h, a.king, movers, occ)
			for x := *asked; !isEmpty(&x); {
				sq := next(&x)
				hot = union(hot, h.sight(sq, occ))
				a.watchHops(g, h, sq, movers, occ)
			}
		}
	}
	return hot
}

// watchHops notes what the attacks of hoppers on a square depend on: how many
// pieces are between, and how many more or fewer an answer could leave there.
func (a *answers[S]) watchHops(g *group[S], h *hop[S], sq int, movers, occ *S) {
	for x := intersect(h.ray[sq], *movers); !isEmpty(&x); {
		path := &g.passed[sq*a.r.n+next(&x)]
		between := intersect(*path, *occ)
		n := popcount(between)
		if n <= 3 {
			a.leaves = union(a.leaves, between)
		}
		if n <= 2 {
			a.arrives = union(a.arrives, *path)
		}
	}
}

// watchLines notes what the attacks of riders on a square depend on.
func (a *answers[S]) watchLines(g *group[S], sq int, movers, occ *S) {
	if !meets(&g.open[sq], movers) {
		return
	}
	for x := intersect(g.open[sq], *movers); !isEmpty(&x); {
		path := &g.passed[sq*a.r.n+next(&x)]
		between := intersect(*path, *occ)
		switch popcount(between) {
		case 0: // it attacks, unless something moves between
			a.arrives = union(a.arrives, *path)
		case 1: // it would attack if that piece left; if it is the king's own it is pinned
			a.leaves = union(a.leaves, between)
			if sq == a.king && meets(&between, &a.own) {
				a.arrives = union(a.arrives, *path)
			}
		case 2: // if one of the two left, the other would be pinned
			if sq == a.king {
				a.leaves = union(a.leaves, between)
			}
		}
	}
}

// still reports whether after a move the other king is as safe as before, and its
// side's pieces are pinned as before.
func (a *answers[S]) still(m move) bool {
	from, to := m.from(), m.to()
	r := a.r
	t := r.kinds[(a.at[from&255]-1)>>1].typ
	if has(&a.from[t&63], from) || has(&a.to[t&63], to) {
		return false
	}
	switch m.what() {
	case normal:
	case promotion, plusPromotion, demotion:
		// What it becomes could attack across the square that it leaves.
		now := r.kinds[m.kind()].typ
		if has(&a.from[now&63], from) || has(&a.to[now&63], to) || from == to {
			return false
		}
	default:
		return false
	}
	if int(t) == r.pawn && a.passesPawns(from, to) {
		return false
	}
	return !(a.promotes && r.limits && has(&a.own, to)) // one more piece may come from a promotion
}

// passesPawns reports whether a pawn's double or triple step could be answered en
// passant.
func (a *answers[S]) passesPawns(from, to int) bool {
	up := a.r.g.files * (1 - 2*a.them)
	if to-from != 2*up && to-from != 3*up {
		return false
	}
	pawns := intersect(a.types[a.r.pawn&63], a.own)
	for sq := from + up; sq != to; sq += up {
		if meets(&a.r.of[a.them&1][a.r.pawn].capture.leap[sq], &pawns) {
			return true
		}
	}
	return false
}

// after returns the number of answers to a still move.
func (a *answers[S]) after(from, to int) int {
	total := a.total
	again := a.seen[from&255] | a.seen[to&255]
	captures := has(&a.own, to)
	if captures {
		i := a.index[to&255]
		if a.pieces[i].pawns {
			again |= 1 << (i & 63)
		} else {
			total -= int(a.pieces[i].n)
			again &^= 1 << (i & 63)
		}
	}
	if again == 0 {
		return total
	}
	remove(&a.board.occ, from)
	add(&a.board.occ, to)
	a.shift(from, to)
	if captures {
		remove(&a.own, to)
	}
	for ; again != 0; again &= again - 1 {
		p := &a.pieces[bits.TrailingZeros64(again)]
		if p.pawns {
			total += a.movesOfPawns() - int(p.n)
		} else {
			total += a.movesFrom(int(p.typ), int(p.sq)) - int(p.n)
		}
	}
	add(&a.board.occ, from)
	a.shift(to, from)
	if captures {
		add(&a.own, to)
		remove(&a.empty, to)
		remove(&a.quiets, to)
	} else {
		remove(&a.board.occ, to)
	}
	return total
}

// shift moves an enemy of the side that answers from one square to another, as far
// as the answers are concerned.
func (a *answers[S]) shift(from, to int) {
	remove(&a.enemy, from)
	add(&a.enemy, to)
	remove(&a.hits, from)
	add(&a.hits, to)
	add(&a.empty, from)
	remove(&a.empty, to)
	add(&a.quiets, from)
	remove(&a.quiets, to)
}
