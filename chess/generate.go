package chess

// Moves appends the legal moves to buf and returns it. The order is fixed. It
// allocates only if buf is too small.
func (p *Position) Moves(buf []Move) []Move {
	if p.decided() {
		return buf
	}
	if p.hands[p.side] != 0 {
		return p.appendDrops(buf)
	}
	return p.list(everywhere, buf)
}

// Noisy appends those of Moves that capture or promote, in the same order.
func (p *Position) Noisy(buf []Move) []Move {
	if p.decided() || p.hands[p.side] != 0 {
		return buf
	}
	noisy := len(buf)
	buf = p.list(lastRank(uint(p.side)), buf)
	for _, m := range buf[noisy:] {
		if m.IsNoisy() {
			buf[noisy] = m
			noisy++
		}
	}
	return buf[:noisy]
}

// everywhere is the set of all squares.
const everywhere = ^Bitboard(0)

// list is listMoves for the rules and the side to move.
func (p *Position) list(wanted Bitboard, buf []Move) []Move {
	b, r := &p.board, p.rules
	switch r.bits | uint8(p.side) {
	case 0:
		return listMoves[[1]byte](b, r, wanted, buf)
	case modeBlack:
		return listMoves[[2]byte](b, r, wanted, buf)
	case modeHoles:
		return listMoves[[3]byte](b, r, wanted, buf)
	case modeHoles | modeBlack:
		return listMoves[[4]byte](b, r, wanted, buf)
	case modeOdd:
		return listMoves[[5]byte](b, r, wanted, buf)
	case modeOdd | modeBlack:
		return listMoves[[6]byte](b, r, wanted, buf)
	case modeOdd | modeHoles:
		return listMoves[[7]byte](b, r, wanted, buf)
	}
	return listMoves[[8]byte](b, r, wanted, buf)
}

// CountMoves returns the number of legal moves without listing them, which is
// about two to three times as fast as the length of Moves.
func (p *Position) CountMoves() int {
	if p.decided() {
		return 0
	}
	if p.hands[p.side] != 0 {
		return p.countDrops()
	}
	b, r := &p.board, p.rules
	switch r.bits | uint8(p.side) {
	case 0:
		return countMoves[[1]byte](b, r)
	case modeBlack:
		return countMoves[[2]byte](b, r)
	case modeHoles:
		return countMoves[[3]byte](b, r)
	case modeHoles | modeBlack:
		return countMoves[[4]byte](b, r)
	case modeOdd:
		return countMoves[[5]byte](b, r)
	case modeOdd | modeBlack:
		return countMoves[[6]byte](b, r)
	case modeOdd | modeHoles:
		return countMoves[[7]byte](b, r)
	}
	return countMoves[[8]byte](b, r)
}

// IsLegal reports whether m is one of Moves.
func (p *Position) IsLegal(m Move) bool {
	var buf [MaxMoves]Move
	for _, legal := range p.Moves(buf[:0]) {
		if legal == m {
			return true
		}
	}
	return false
}
