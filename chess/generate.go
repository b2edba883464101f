package chess

// Moves appends the legal moves to buf and returns it. The order is fixed. It
// allocates only if buf is too small.
func (p *Position) Moves(buf []Move) []Move {
	if p.decided() {
		return buf
	}
	return p.generate(buf)
}

// generate is Moves for a game that is not decided.
func (p *Position) generate(buf []Move) []Move {
	if p.rules.tested {
		return p.appendTested(buf)
	}
	if p.placing() {
		return p.appendDrops(buf)
	}
	buf = p.list(everywhere, buf)
	if p.hands[p.side] != 0 {
		buf = p.appendPocketDrops(buf)
	}
	return buf
}

// placing reports whether the side to move has pieces to place, and so no other
// moves.
func (p *Position) placing() bool { return p.rules.placement && p.hands[p.side] != 0 }

// Noisy appends those of Moves that capture or promote, in the same order.
func (p *Position) Noisy(buf []Move) []Move {
	if p.decided() || p.placing() {
		return buf
	}
	noisy := len(buf)
	if p.rules.tested {
		buf = p.appendTested(buf)
	} else {
		buf = p.list(lastRank(uint(p.side)), buf)
	}
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
	return p.countGenerated()
}

// countGenerated is CountMoves for a game that is not decided.
func (p *Position) countGenerated() int {
	if p.rules.tested {
		var buf [MaxMoves]Move
		return len(p.appendTested(buf[:0]))
	}
	if p.placing() {
		return p.countDrops()
	}
	n := p.countListed()
	if p.hands[p.side] != 0 {
		n += p.countPocketDrops()
	}
	return n
}

// countListed is the length of list.
func (p *Position) countListed() int {
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
