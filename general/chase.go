package general

import "github.com/heterodox-chess/heterodox/general/betza"

// Chases, by the rules of the Asian Xiangqi Federation as the format's program reads
// them: a move chases a piece that it newly attacks, and that is worth more or that
// nothing protects. Soldiers that have not crossed the river may be chased, and kings
// and soldiers may chase.

var diagonalVectors = betza.MustParse("F").Parts[0].Vectors

// chasedBy returns the pieces of the other side that a legal move chases.
func (b *board[S]) chasedBy(m move) S {
	before := [2]S{b.shields(0), b.shields(1)}
	h := hunt[S]{captured: b.isCapture(m)}
	b.do(m)
	h.board, h.us, h.them = b, int(b.side), int(b.side^1)
	h.own, h.enemy = b.colors[h.us], b.colors[h.them]
	h.look()
	if m.what() == normal {
		h.direct(m.from(), m.to())
		h.discovered(m.from(), m.to())
	}
	for c := range 2 {
		h.shields[c] = subtract(b.shields(c), before[c])
	}
	h.unrooted()
	h.unmasked()
	b.undo()
	return h.chased
}

// A hunt is a board after a move, as chases go: us are those who are chased.
type hunt[S set] struct {
	*board[S]
	us, them   int
	own, enemy S
	captured   bool
	fixed      S    // pieces that protect nothing, since they are pinned
	exempt     S    // kings, and soldiers at home: to attack them is no chase
	shields    [2]S // pieces that have newly come between a king and an attacker
	chased     S
}

// of returns the pieces of a side of some roles.
func (b *board[S]) of(c int, roles ...Role) (s S) {
	for _, role := range roles {
		if t := b.r.typeOf[role]; t != 255 {
			s = union(s, intersect(b.types[t&63], b.colors[c&1]))
		}
	}
	return s
}

// attacksOf returns what the piece on a square attacks where those of occ are taken.
func (b *board[S]) attacksOf(sq int, occ *S) S {
	code := b.at[sq&255]
	return b.r.of[(code-1)&1][b.r.typeAt(code)].capture.from(sq, occ)
}

// shields returns the pieces of both sides that alone, or before hoppers one of two,
// keep a piece from attacking a side's king.
func (b *board[S]) shields(c int) (s S) {
	if b.r.royal < 0 {
		return s
	}
	king := first(b.of(c, b.r.types[b.r.royal]))
	if king < 0 {
		return s
	}
	enemy := &b.colors[(c^1)&1]
	groups := b.r.groups[(c^1)&1]
	// Riders that do not give check do not stand in each other's way.
	occ := b.occ
	for i := range groups {
		if g := &groups[i]; g.per > 0 || g.lame != nil {
			occ = subtract(occ, b.lurking(g, king, enemy))
		}
	}
	for i := range groups {
		g := &groups[i]
		for x := b.lurking(g, king, enemy); !isEmpty(x); {
			sq := next(&x)
			if g.hops == nil {
				if path := intersect(g.pathTo(king, sq, b.r.n), occ); popcount(path) == 1 {
					s = union(s, path)
				}
			} else if path := intersect(g.passed[king*b.r.n+sq], b.occ); popcount(path) <= 2 {
				s = union(s, path)
			}
		}
	}
	return s
}

// lurking returns the pieces of a group that would attack a square if others went
// away, or came.
func (b *board[S]) lurking(g *group[S], sq int, among *S) (s S) {
	if g.leap != nil || g.bounds && !has(&g.region, sq) {
		return s
	}
	var m S
	b.gather(&m, g, among)
	if g.lame != nil {
		for i := range g.lame[sq] {
			if l := &g.lame[sq][i]; has(&m, l.to) {
				add(&s, l.to)
			}
		}
	} else {
		s = intersect(g.open[sq], m)
	}
	return subtract(s, g.attackers(sq, &b.occ, &m))
}

// pathTo returns the squares that a rider or a lame leaper passes between a square
// and its own.
func (g *group[S]) pathTo(sq, from, n int) (s S) {
	if g.lame == nil {
		return g.passed[sq*n+from]
	}
	for i := range g.lame[sq] {
		if l := &g.lame[sq][i]; l.to == from {
			s = union(s, l.path)
		}
	}
	return s
}

// look finds out what holds for the whole board.
func (h *hunt[S]) look() {
	r := h.r
	h.fixed = h.board.shields(h.us)
	if theirs := first(h.of(h.them, king)); r.flyingGeneral && theirs >= 0 {
		file := intersect(r.files[r.g.file(theirs)], h.own)
		ours := h.of(h.us, king)
		if others := subtract(file, ours); meets(&file, &ours) && !several(others) {
			h.fixed = union(h.fixed, others)
		}
	}
	home := h.of(h.us, soldier)
	for rank := r.soldierPromotionRank; rank < r.g.ranks; rank++ {
		at := rank
		if h.us == 1 {
			at = r.g.ranks - 1 - rank
		}
		home = subtract(home, r.ranks[at])
	}
	h.exempt = union(h.of(h.us, king), home)
}

// chase judges what the enemy on a square attacks: pieces worth more are chased,
// others if nothing protects them.
func (h *hunt[S]) chase(at int, attacks S) {
	attacks = subtract(intersect(attacks, h.own), h.exempt)
	role := h.r.types[h.r.typeAt(h.at[at&255])]
	switch role {
	case horse, cannon:
		h.chased = union(h.chased, intersect(attacks, h.of(h.us, rook)))
	case elephant, fers:
		h.chased = union(h.chased, intersect(attacks, h.of(h.us, rook, cannon, horse)))
	}
	// Pieces of one kind attack each other, but for horses that are in the way of
	// their own leaps, and pinned ones.
	same := intersect(attacks, h.of(h.us, role))
	if impaired := h.beside(at, diagonalVectors); role == horse && meets(&impaired, &h.occ) {
		for x := same; !isEmpty(x); {
			sq := next(&x)
			if back := h.attacksOf(sq, &h.occ); has(&back, at) {
				remove(&attacks, sq)
			}
		}
	} else {
		attacks = subtract(attacks, subtract(same, h.fixed))
	}
	occ := h.occ
	remove(&occ, at)
	kings := h.of(h.us, king)
	for x := attacks; !isEmpty(x); {
		sq := next(&x)
		roots := subtract(h.attackers(sq, h.us, &occ, &h.own), h.fixed)
		// A king does not protect what the other one looks at.
		if isEmpty(roots) || roots == kings && h.faces(sq, h.them, &occ, &h.enemy) {
			add(&h.chased, sq)
		}
	}
}

// beside returns the squares that some vectors lead to.
func (b *board[S]) beside(sq int, vectors []betza.Vector) (s S) {
	for _, v := range vectors {
		if to := b.r.g.step(sq, v); to >= 0 {
			add(&s, to)
		}
	}
	return s
}

// along returns the file and the rank of a square.
func (r *rules[S]) along(sq int) S { return union(r.files[r.g.file(sq)], r.ranks[r.g.rank(sq)]) }

// direct judges what the piece that moved attacks: along the line on which rooks and
// cannons came they attacked before.
func (h *hunt[S]) direct(from, to int) {
	role := h.r.types[h.r.typeAt(h.at[to&255])]
	if role == king || role == soldier {
		return
	}
	attacks := h.attacksOf(to, &h.occ)
	if role == rook || role == cannon {
		attacks = subtract(attacks, intersect(h.r.along(from), h.r.along(to)))
	}
	h.chase(to, attacks)
}

// discovered judges what others attack because a piece has gone from a square to
// another.
func (h *hunt[S]) discovered(from, to int) {
	candidates := intersect(h.beside(from, straightVectors), h.of(h.them, horse))
	candidates = union(candidates, intersect(h.beside(from, diagonalVectors), h.of(h.them, elephant)))
	candidates = union(candidates, intersect(h.r.along(from), h.of(h.them, cannon, rook)))
	candidates = union(candidates, intersect(h.r.along(to), h.of(h.them, cannon)))
	remove(&candidates, from)
	remove(&candidates, to)
	was := h.occ
	if add(&was, from); !h.captured {
		remove(&was, to)
	}
	for !isEmpty(candidates) {
		sq := next(&candidates)
		h.chase(sq, subtract(h.attacksOf(sq, &h.occ), h.attacksOf(sq, &was)))
	}
}

// unrooted adds what pieces that have become pinned no longer protect.
func (h *hunt[S]) unrooted() {
	free := subtract(h.enemy, h.board.shields(h.them))
	for x := intersect(h.shields[h.us], h.own); !isEmpty(x); {
		protected := subtract(intersect(h.attacksOf(next(&x), &h.occ), h.own), h.exempt)
		for !isEmpty(protected) {
			sq := next(&protected)
			if h.attacked(sq, h.them, &h.occ, &free) {
				add(&h.chased, sq)
			}
		}
	}
}

// unmasked adds what enemies attack that have come between their own and our king,
// so that they capture with check: but for what the king could take back.
func (h *hunt[S]) unmasked() {
	kings := h.of(h.us, king)
	if isEmpty(kings) {
		return
	}
	at := first(kings)
	reach := intersect(h.attacksOf(at, &h.occ), h.r.of[h.us][h.r.royal].region)
	for x := intersect(h.shields[h.us], h.enemy); !isEmpty(x); {
		sq := next(&x)
		m := &h.r.of[h.them][h.r.typeAt(h.at[sq&255])]
		attacks := intersect(intersect(h.attacksOf(sq, &h.occ), m.region), h.own)
		h.chased = union(h.chased, subtract(attacks, reach))
		occ, others := h.occ, h.enemy
		remove(&occ, sq)
		remove(&occ, at)
		remove(&others, sq)
		for near := intersect(attacks, reach); !isEmpty(near); {
			if to := next(&near); h.attacked(to, h.them, &occ, &others) {
				add(&h.chased, to)
			}
		}
	}
}
