package general

import "slices"

// pseudoRoyals returns the pieces of a side that are royal because few of their
// kind are left.
func (b *board[S]) pseudoRoyals(c int) (s S) {
	for _, t := range b.r.pseudo {
		own := intersect(b.types[t&63], b.colors[c&1])
		if popcount(own) <= b.r.extinctionPieceCount+1 {
			s = union(s, own)
		}
	}
	return s
}

// candidates returns all pieces of a side that could be royal.
func (b *board[S]) candidates(c int) (s S) {
	for _, t := range b.r.pseudo {
		s = union(s, intersect(b.types[t&63], b.colors[c&1]))
	}
	return s
}

// royals returns everything of a side that may not be left attacked.
func (b *board[S]) royals(c int) S {
	s := b.pseudoRoyals(c)
	if b.r.royal >= 0 {
		s = union(s, intersect(b.types[b.r.royal&63], b.colors[c&1]))
	}
	return s
}

// lostRoyals reports whether a side has no royal pieces.
func (b *board[S]) lostRoyals(c int) bool {
	royals := b.royals(c)
	return isEmpty(&royals)
}

// immune reports whether a royal piece may not be captured, because one of the
// capturer's own would explode with it.
func (b *board[S]) immune(sq int, theirs *S) bool {
	return b.r.blastOnCapture && meets(&b.r.near[sq], theirs)
}

// royalAttacked reports whether a royal piece of a side is attacked.
func (b *board[S]) royalAttacked(c int) bool {
	if b.inCheck(c) {
		return true
	}
	if len(b.r.pseudo) == 0 {
		return false
	}
	theirs := b.pseudoRoyals(c ^ 1)
	takers := b.takers(c ^ 1)
	for x := b.pseudoRoyals(c); !isEmpty(&x); {
		sq := next(&x)
		if !b.immune(sq, &theirs) && b.attacked(sq, c^1, &b.occ, &takers) {
			return true
		}
	}
	return b.dupleChecked(c)
}

// dupleChecked reports whether a side is in check because all of its pieces that could be
// royal are attacked.
func (b *board[S]) dupleChecked(c int) bool {
	if !b.r.dupleCheck {
		return false
	}
	x := b.candidates(c)
	if isEmpty(&x) {
		return false
	}
	theirs, takers := b.pseudoRoyals(c^1), b.takers(c^1)
	for !isEmpty(&x) {
		sq := next(&x)
		if b.immune(sq, &theirs) || !b.attacked(sq, c^1, &b.occ, &takers) {
			return false
		}
	}
	return true
}

// checkable returns the royal pieces of a side, and those that are royal only together
// while all of them are attacked.
func (b *board[S]) checkable(c int) S {
	s := b.royals(c)
	if b.dupleChecked(c) {
		s = union(s, b.candidates(c))
	}
	return s
}

// attackersByRule returns the pieces of a colour that attack a square in the sense of the rules
// of check: none attacks a royal piece that it may not capture.
func (b *board[S]) attackersByRule(sq, by int) (none S) {
	among := b.colors[by&1]
	if royal := b.candidates(by ^ 1); has(&royal, sq) {
		theirs := b.pseudoRoyals(by)
		if b.immune(sq, &theirs) {
			return none
		}
		among = b.takers(by)
	}
	return b.attackers(sq, by, &b.occ, &among)
}

// takers returns the pieces of a side that may capture at all: royal pieces that would
// turn into walls may not.
func (b *board[S]) takers(c int) S {
	s := b.colors[c&1]
	for t, role := range b.r.types {
		if b.r.petrifyOnCaptureTypes.has(role) && b.r.extinctionPieceTypes.has(role) {
			s = subtract(s, b.types[t&63])
		}
	}
	return s
}

// An aftermath is a board as a move would leave it, as far as attacks on royal
// pieces are concerned.
type aftermath[S set] struct {
	occ, attackers S // what stands, and which enemies can still attack
	ours, theirs   S // royal pieces, theirs as they were
	candidates     S
	arrival        int
}

// pseudoSafe reports whether a move leaves the side's royal pieces alive and
// safe, or takes one of the enemy's.
func (g *generator[S]) pseudoSafe(m move) bool {
	r := g.r
	if m.what() == plusPromotion || m.what() == demotion {
		if slices.Contains(r.pseudo, r.kinds[m.kind()].typ) && !slices.Contains(r.pseudo, g.moved(m)) && g.exposes(m) {
			return false // it becomes royal
		}
	}
	a := aftermath[S]{occ: g.occ, ours: g.pseudoRoyals(g.us), theirs: g.pseudoRoyals(g.them), candidates: g.candidates(g.us)}
	from, to := m.from(), m.to()
	if m.what() != drop {
		remove(&a.occ, from)
	}
	if r.wallingRule == duckWall {
		a.occ = subtract(a.occ, g.walls)
	}
	if m.hasSecond() {
		add(&a.occ, m.second())
	}
	a.arrival = to
	if m.what() == castling && !g.castlingSafe(m, &a) {
		return false
	}
	add(&a.occ, a.arrival)
	if m.what() == enPassant {
		remove(&a.occ, g.passed(to))
	}
	if g.isCapture(m) {
		if r.blastOnCapture {
			blast := intersect(r.near[a.arrival], union(g.colors[0], g.colors[1]))
			if r.pawn >= 0 {
				blast = subtract(blast, g.types[r.pawn&63])
			}
			a.occ = subtract(a.occ, blast)
			remove(&a.occ, a.arrival)
		}
		if r.petrifyOnCaptureTypes.has(r.types[g.moved(m)]) && has(&a.ours, from) {
			return false
		}
	}
	g.movePseudo(m, &a)
	if !within(&a.ours, &a.occ) {
		return false
	}
	a.attackers = intersect(g.takers(g.them), a.occ)
	remove(&a.attackers, a.arrival)
	if r.cannon >= 0 {
		cannons := &g.types[r.cannon&63]
		before := *cannons
		g.moveCannons(m, &a, cannons)
		safe := g.aftermathSafe(&a)
		*cannons = before
		return safe
	}
	return g.aftermathSafe(&a)
}

// moveCannons keeps the cannons of janggi that a move leaves, where it leaves them.
func (g *generator[S]) moveCannons(m move, a *aftermath[S], cannons *S) {
	t := g.moved(m)
	switch m.what() {
	case promotion, plusPromotion, demotion:
		t = g.r.kinds[m.kind()].typ
	}
	if m.what() != drop {
		remove(cannons, m.from())
	}
	remove(cannons, a.arrival)
	if int(t) == g.r.cannon {
		add(cannons, a.arrival)
	}
	*cannons = intersect(*cannons, a.occ)
}

// moved returns the type that a move moves or drops.
func (b *board[S]) moved(m move) uint8 {
	if m.what() == drop {
		return b.r.kinds[m.kind()].typ
	}
	return b.r.typeAt(b.at[m.from()&255])
}

// castlingSafe moves king and rook, and reports whether a royal king may pass.
func (g *generator[S]) castlingSafe(m move, a *aftermath[S]) bool {
	wing := 0
	if m.to() < m.from() {
		wing = 1
	}
	king, rook := g.r.arrivals(g.us, wing)
	a.arrival = king
	if has(&a.ours, m.from()) {
		step := 1
		if king < m.from() {
			step = -1
		}
		for sq := m.from(); ; sq += step {
			// Other programs judge the king's destination by the position after the
			// move; our rules, with the rook where it was, too.
			if sq == king && sq != m.from() && !g.r.composed {
				break
			}
			if !g.immune(sq, &a.theirs) && g.attacked(sq, g.them, &a.occ, &g.enemy) {
				return false
			}
			if sq == king {
				break
			}
		}
	}
	remove(&a.occ, m.to())
	add(&a.occ, rook)
	return true
}

// movePseudo moves the side's royal pieces to where the move leaves them.
func (g *generator[S]) movePseudo(m move, a *aftermath[S]) {
	r := g.r
	switch {
	case m.what() == drop:
		if r.extinctionPieceTypes.has(r.types[g.moved(m)]) {
			add(&a.ours, m.to())
		}
	default:
		for _, s := range []*S{&a.ours, &a.candidates} {
			if has(s, m.from()) {
				remove(s, m.from())
				add(s, a.arrival)
			}
		}
	}
	if m.what() == promotion {
		if t := r.kinds[m.kind()].typ; r.extinctionPieceTypes.has(r.types[t]) {
			if g.count(g.us, t) > r.extinctionPieceCount {
				a.ours = subtract(a.ours, intersect(g.types[t&63], g.own))
			} else {
				add(&a.ours, a.arrival)
			}
			add(&a.candidates, a.arrival)
		}
	}
}

// aftermathSafe reports whether no royal piece of the side is attacked.
func (g *generator[S]) aftermathSafe(a *aftermath[S]) bool {
	attacked := func(sq int) bool {
		return !g.immune(sq, &a.theirs) && g.attacked(sq, g.them, &a.occ, &a.attackers)
	}
	if within(&a.theirs, &a.occ) {
		for x := a.ours; !isEmpty(&x); {
			if attacked(next(&x)) {
				return false
			}
		}
	}
	if !g.r.dupleCheck || isEmpty(&a.candidates) {
		return true
	}
	for x := a.candidates; !isEmpty(&x); {
		if !attacked(next(&x)) {
			return true
		}
	}
	return false
}
