package general

// Shatar: a mate wins only if one of the checks in a row that ends with it was given by
// a knight, a rook or a bers, which is a shak; otherwise it is a draw. A mate given by
// knights alone is not allowed: the side that gives it loses.

// checkers returns the pieces that give check to a side's royal king.
func (b *board[S]) checkers(c int) (s S) {
	if b.r.royal < 0 {
		return s
	}
	if k := firstShared(&b.types[b.r.royal&63], &b.colors[c&1]); k >= 0 {
		s = b.attackers(k, c^1, &b.occ, &b.colors[(c^1)&1])
	}
	return s
}

// ofRole returns all pieces of a role.
func (b *board[S]) ofRole(role Role) (s S) {
	if t := b.r.typeOf[role]; t != 255 {
		s = b.types[t&63]
	}
	return s
}

// noteShak notes whether the side that has moved has given a shak in its current row
// of checks.
func (b *board[S]) noteShak(mover int) {
	checkers := b.checkers(mover ^ 1)
	major := union(union(b.ofRole(knight), b.ofRole(rook)), b.ofRole(bers))
	b.shak[mover] = !isEmpty(&checkers) && (b.shak[mover] || meets(&checkers, &major))
}

// shatarMate returns what a mate means for the side that is mated.
func (b *board[S]) shatarMate() Value {
	us := int(b.side)
	switch {
	case popcount(subtract(b.checkers(us), b.ofRole(knight))) == 0:
		return Win
	case b.shak[us^1]:
		return b.r.checkmateValue
	}
	return Draw
}
