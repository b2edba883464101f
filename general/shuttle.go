package general

// Moving back and forth: with moveRepetitionIllegal a side that moves one piece back and
// forth loses when it has done so often enough, whatever the other side does meanwhile,
// unless there were checks. Pieces that can never reach a square of the enemy king's
// region may.

// A shuttle counts the moves of such a row, from the last one backwards.
type shuttle[S set] struct {
	p *past[S]
	n int // 0: there is no row, or it has ended
}

// enough is the length of an illegal row, not counting the move that began it by
// bringing the piece to its first square.
const enough = 4

// shuttling starts counting, if the last move may belong to a row.
func (b *board[S]) shuttling(p *past[S], most int) shuttle[S] {
	s := shuttle[S]{p: p}
	if !b.r.moveRepetitionIllegal || most < 2*enough {
		return s
	}
	m, before := p.at(0).by, p.at(2).by
	if m == 0 || m.what() != normal || !b.mayAttack(m.to()) {
		return s
	}
	switch {
	case returns(before, m):
		s.n = 2
	case before != 0 && before.what() == passing:
		s.n = 1
	}
	if s.n > 0 && (p.know(1).check || p.know(3).check) {
		s.n = 0
	}
	return s
}

// mayAttack reports whether the region of the piece on a square and that of the enemy's
// king have squares in common.
func (b *board[S]) mayAttack(sq int) bool {
	t, kings := b.r.typeAt(b.at[sq&255]), b.r.checkedKings()
	if t == 255 || kings == 255 {
		return false
	}
	us := b.side & 1
	return meets(&b.r.of[us^1][t].region, &b.r.of[us][kings].region)
}

// returns reports whether a move takes a piece back to where another brought it from.
func returns(m, other move) bool {
	return m != 0 && other != 0 && m.what() == normal && other.what() == normal && m.from() == other.to() && m.to() == other.from()
}

// illegal goes on to the move i plies ago, and reports whether the row is long enough.
func (s *shuttle[S]) illegal(i, most int) bool {
	if s.n == 0 {
		return false
	}
	later := s.p.at(i - 2).by
	if s.n == 1 {
		later = s.p.at(0).by
	}
	earlier := s.p.at(i).by
	switch {
	case i+1 <= most && s.p.know(i+1).check:
		s.n = 0
	case s.n == enough:
		s.n = 0
		return earlier != 0 && later.from() == earlier.to() && s.p.know(i).half != 0
	case returns(earlier, later):
		s.n++
	default:
		s.n = 0
	}
	return false
}
