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

// decided reports whether the game was decided by what is, or is not, on the
// board: a royal king has vanished, or some piece type of a side is extinct.
func (p *Position) decided() bool {
	r := p.rules
	if !r.extinction && r.holes == 0 {
		return false
	}
	if p.hands == [2]hand{} {
		return p.board.decided(r)
	}
	if r.extinction {
		return p.extinct(White) || p.extinct(Black)
	}
	return p.kingless(White) || p.kingless(Black)
}

// decided is Position.decided where nobody holds pieces in hand.
func (b *board) decided(r *Ruleset) bool {
	for _, own := range b.colors {
		if b.kings&own == 0 {
			return true
		}
		if r.extinction && (b.pawns&own == 0 || b.knights&own == 0 ||
			b.diagonals&^b.straights&own == 0 || b.straights&^b.diagonals&own == 0 ||
			b.diagonals&b.straights&own == 0) {
			return true
		}
	}
	return false
}

// kingless reports whether a side has no king, on the board or in hand.
func (p *Position) kingless(c Color) bool {
	return p.kings&p.colors[c] == 0 && p.hands[c].count(King) == 0
}

// extinct reports whether a side lacks a piece type of the army, on the board
// and in hand.
func (p *Position) extinct(c Color) bool {
	own, h := p.colors[c], p.hands[c]
	for _, role := range p.rules.Roles() {
		if p.of(role)&own == 0 && h.count(role) == 0 {
			return true
		}
	}
	return false
}
