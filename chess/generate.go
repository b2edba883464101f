package chess

import "github.com/heterodox-chess/heterodox/internal/board"

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
		return p.board.AppendDrops(buf, p.hands[p.side], uint(p.side), &p.rules.board)
	}
	n := len(buf)
	buf = p.list(board.Everywhere, buf)
	if p.hands[p.side] != 0 && !(p.rules.board.Compulsory && len(buf) > n && buf[n].IsCapture()) {
		buf = p.board.AppendPocketDrops(buf, p.hands[p.side], uint(p.side), &p.rules.board)
	}
	return buf
}

// placing reports whether the side to move still has pieces to place, and so no other moves.
func (p *Position) placing() bool { return p.rules.board.Placement && p.hands[p.side] != 0 }

// Noisy appends the moves that capture or promote, in the same order as Moves.
func (p *Position) Noisy(buf []Move) []Move {
	if p.decided() || p.placing() {
		return buf
	}
	return p.list(0, buf)
}

// list appends moves as board.Machine.List does.
func (p *Position) list(wanted Bitboard, buf []Move) []Move {
	return p.board.List(uint(p.side), &p.rules.board, wanted, buf)
}

// CountMoves returns the number of legal moves without listing them, about two
// to three times as fast as taking the length of Moves.
func (p *Position) CountMoves() int {
	if p.decided() {
		return 0
	}
	return p.countGenerated()
}

// countGenerated is CountMoves for a game that is not decided.
func (p *Position) countGenerated() int {
	if p.placing() {
		return p.board.CountDrops(p.hands[p.side], uint(p.side), &p.rules.board)
	}
	n := p.countListed()
	if p.hands[p.side] != 0 {
		n += p.board.CountPocketDrops(p.hands[p.side], uint(p.side), &p.rules.board)
	}
	return n
}

// countListed returns the number of moves that list appends.
func (p *Position) countListed() int {
	return p.board.Count(uint(p.side), &p.rules.board)
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

// SplitChecks reorders legal moves of the position so that those giving check
// to the opponent's royal king come first, and returns how many there are. It
// does not allocate, and plays only moves that may give check.
func (p *Position) SplitChecks(moves []Move) int {
	us, n := uint(p.side), 0
	checks := p.board.CheckInfo(us, &p.rules.board)
	for i, m := range moves {
		if !checks.MayCheck(m) {
			continue
		}
		next := p.board
		next.Play(m, us, &p.rules.board)
		if next.Checkers(us^1, &p.rules.board) != 0 {
			moves[i], moves[n] = moves[n], m
			n++
		}
	}
	return n
}
