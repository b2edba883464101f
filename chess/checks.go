package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// SplitChecks reorders legal moves of the position: those that leave the
// opponent's royal king in check come first. It returns how many they are. It
// does not allocate, and plays only moves that may give check.
func (p *Position) SplitChecks(moves []Move) int {
	us, n := uint(p.side), 0
	checks := p.checkInfo(us, p.rules)
	for i, m := range moves {
		if !checks.mayCheck(m) {
			continue
		}
		next := p.board
		next.play(m, us, p.rules)
		if next.checkers(us^1, p.rules) != 0 {
			moves[i], moves[n] = moves[n], m
			n++
		}
	}
	return n
}

// checkInfo says which moves of a side may give check, so that most moves need no
// look at the enemy king.
type checkInfo struct {
	squares  [rules.NumRoles]Bitboard // from where a piece of the role attacks the king
	blockers Bitboard                 // own pieces that stand alone between it and an own slider
	special  Move                     // moves with one of these flags may always give check
}

// checkInfo looks at the enemy's royal king, if there is one.
func (b *board) checkInfo(us uint, r *Ruleset) (a checkInfo) {
	royal := b.kings & b.colors[us&1^1] & r.royal
	if royal == 0 {
		return a
	}
	king, stops := royal.First(), b.occupied()|r.holes
	a.blockers = b.blockers(us, king, stops) & b.colors[us&1]
	a.squares[rules.Pawn] = bitboard.Pawn(us^1, king)
	a.squares[rules.Knight] = bitboard.Knight(king)
	a.squares[rules.Bishop] = bitboard.Bishop(king, stops)
	a.squares[rules.Rook] = bitboard.Rook(king, stops)
	a.squares[rules.Queen] = a.squares[rules.Bishop] | a.squares[rules.Rook]
	a.squares[rules.Amazon] = a.squares[rules.Queen] | a.squares[rules.Knight]
	a.special = flagsSpecial | 7<<promoShift
	a.special |= r.special
	if r.explode {
		a.squares[rules.King] = everywhere // it may have stood next to the enemy's
	}
	return a
}

// mayCheck reports whether a move may give check; if not, it does not.
func (a *checkInfo) mayCheck(m Move) bool {
	return a.squares[m.Role()]&m.To().Bitboard()|a.blockers&m.From().Bitboard() != 0 || m&a.special != 0
}

// blockers returns the pieces, of either side, that stand alone between a king of the
// other side and a slider of side us.
func (b *board) blockers(us uint, king Square, stops Bitboard) (blockers Bitboard) {
	own := b.colors[us&1]
	aiming := (bitboard.Diagonals(king)&b.diagonals | bitboard.Straights(king)&b.straights) & own
	for ; aiming != 0; aiming = aiming.Next() {
		if between := bitboard.Between(king, aiming.First()) & stops; !between.Several() {
			blockers |= between
		}
	}
	return blockers & b.occupied()
}

// linesTo returns the sliders of side us that are in line with a square, and what
// stands between: a capture that explodes next to none of them opens no line to it.
func (b *board) linesTo(us uint, s Square, stops Bitboard) (lines Bitboard) {
	aiming := (bitboard.Diagonals(s)&b.diagonals | bitboard.Straights(s)&b.straights) & b.colors[us&1]
	for ; aiming != 0; aiming = aiming.Next() {
		lines |= bitboard.Between(s, aiming.First())&stops | aiming&-aiming
	}
	return lines
}
