package chess

import "unsafe"

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
	if p.placing() {
		return p.appendDrops(buf)
	}
	n := len(buf)
	buf = p.list(everywhere, buf)
	if p.hands[p.side] != 0 && !(p.rules.compulsory && len(buf) > n && buf[n].IsCapture()) {
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
	return p.list(0, buf)
}

// everywhere is the set of all squares.
const everywhere = ^Bitboard(0)

// list appends moves as machine.list does.
func (p *Position) list(wanted Bitboard, buf []Move) []Move {
	return p.board.list(uint(p.side), p.rules, wanted, buf)
}

// list appends moves of a side as machine.list does.
func (b *board) list(us uint, r *Ruleset, wanted Bitboard, buf []Move) []Move {
	buf = unsafe.Slice(noescape(unsafe.SliceData(buf)), cap(buf))[:len(buf)]
	return r.machines[us&1].list(noescape(b), r, wanted, buf)
}

// mustTake reports whether a side has to capture, and so may not drop.
func (b *board) mustTake(us uint, r *Ruleset) bool {
	if !r.compulsory {
		return false
	}
	var buf [MaxMoves]Move
	moves := b.list(us, r, 0, buf[:0])
	return len(moves) > 0 && moves[0].IsCapture()
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
	if p.placing() {
		return p.countDrops()
	}
	n := p.countListed()
	if p.hands[p.side] != 0 {
		n += p.board.countPocketDrops(p.hands[p.side], uint(p.side), p.rules)
	}
	return n
}

// countListed is the length of list.
func (p *Position) countListed() int {
	return p.rules.machines[p.side&1].count(noescape(&p.board), p.rules)
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
