package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Where captures explode, or checks may not be given, there are moves of which
// neither pins nor checks tell whether they are legal. They are tried out.

// lawful reports whether a move, legal were it not for kings, is so for them.
func (b *board) lawful(m Move, us uint, r *Ruleset) bool {
	if r.royal == 0 {
		return true
	}
	us &= 1
	own, enemy := b.kings&b.colors[us], b.kings&b.colors[us^1]
	if enemy&m.To().Bitboard() != 0 || m.IsCastling() && !b.safeCastling(m, us, r) {
		return false
	}
	next := *b
	next.play(m, us, r)
	switch {
	case own != 0 && next.kings&next.colors[us] == 0 && !m.IsVanishing():
		return false // it has exploded
	case enemy != 0 && next.kings&next.colors[us^1] == 0:
		return true
	}
	return next.checkers(us, r) == 0 && !(r.noChecks && next.checkers(us^1, r) != 0)
}

// safeCastling reports whether no square that the king passes is attacked.
func (b *board) safeCastling(m Move, us uint, r *Ruleset) bool {
	stops := b.occupied()&^m.From().Bitboard() | r.holes
	path := castlingPath(m.From(), m.To(), b.occupied()|r.holes)
	for ; path != 0; path = path.Next() {
		sq := path.First()
		if r.explode && bitboard.King(sq)&b.kings&b.colors[us&1^1] != 0 {
			continue // who takes it there would explode
		}
		if b.attackers(sq, us^1, stops, r) != 0 {
			return false
		}
	}
	return true
}

// mayTake is mayCapture for games in which moves are judged.
func (b *board) mayTake(enPassant Move, us uint, r *Ruleset) bool {
	if r.judged {
		return b.lawful(enPassant, us, r)
	}
	return b.mayCapture(enPassant, us, r)
}

// lawfulCastlings returns those of the rooks with which the king of side us may
// castle. Nothing stands in their ways.
func (b *board) lawfulCastlings(us uint, king Square, rooks Bitboard, r *Ruleset) (may Bitboard) {
	for ; rooks != 0; rooks = rooks.Next() {
		if b.lawful(newMove(rules.King, king, rooks.First())|flagCastle, us, r) {
			may |= rooks & -rooks
		}
	}
	return may
}

// lawfulSteps returns those of the empty squares next to the king of side us to which
// it may go.
func (b *board) lawfulSteps(us uint, king Square, squares Bitboard, r *Ruleset) (may Bitboard) {
	for ; squares != 0; squares = squares.Next() {
		m := newMove(rules.King, king, squares.First())
		if r.holes.Has(m.To()) {
			m |= flagVanish
		}
		if b.lawful(m, us, r) {
			may |= squares & -squares
		}
	}
	return may
}

// survives reports whether the royal king of side us, which is not next to a
// capture that explodes, is not attacked after it.
func (b *board) survives(king, from, to Square, us uint, r *Ruleset) bool {
	gone := bitboard.King(to)&^b.pawns | to.Bitboard()
	if !r.shoot {
		gone |= from.Bitboard()
	}
	stops := b.occupied()&^gone | r.holes
	return (bitboard.Bishop(king, stops)&b.diagonals|
		bitboard.Rook(king, stops)&b.straights|
		bitboard.Knight(king)&(b.knights|b.diagonals&b.straights&r.amazons)|
		bitboard.Pawn(us, king)&b.pawns)&b.colors[us&1^1]&^gone == 0
}

// keepLawful leaves out those of the moves list[begin:n] that are not lawful, and
// returns where the rest ends.
func (b *board) keepLawful(list []Move, begin, n int, us uint, r *Ruleset) int {
	kept := begin
	for _, m := range list[begin:n] {
		if b.lawful(m, us, r) {
			list[kept] = m
			kept++
		}
	}
	return kept
}

// countLawfulPromotions counts the lawful ones of what writePromotions writes.
func (b *board) countLawfulPromotions(us uint, push, west, east Bitboard, r *Ruleset) int {
	var buf [MaxMoves]Move
	n := writePromotions(&buf[0], 0, us, push, west, east, r)
	return b.keepLawful(buf[:], 0, n, us, r)
}

// judgedRelocations returns squares among which those that are free are where the
// piece on victim, captured from from to to, may be put.
func (b *board) judgedRelocations(us uint, from, to, victim Square, r *Ruleset) Bitboard {
	us &= 1
	m := newMove(b.roleAt(from.Bitboard(), r.queen), from, to) | flagCapture
	if victim != to {
		m |= flagEnPassant
	}
	role, goes := b.roleAt(victim.Bitboard(), r.queen), Bitboard(0) // and where it would explode
	if r.explode && role != rules.Pawn {
		goes = around(to.Bitboard())
	}
	next := *b
	next.play(m, us, r)
	own, enemy := next.kings&next.colors[us]&r.royal, next.kings&next.colors[us^1]&r.royal
	switch {
	case own == 0 && b.kings&b.colors[us] != 0:
		return 0
	case enemy == 0 && b.kings&b.colors[us^1] != 0:
		return everywhere
	}
	may := everywhere
	if own != 0 && !(r.explode && around(own)&enemy != 0) {
		king, stops := own.First(), next.occupied()|r.holes
		if checkers := next.checkers(us, r); checkers != 0 {
			may = shieldsOf(king, checkers) &^ goes
		}
		may &^= attacksOf(role, us, king, stops) &^ goes
	}
	if r.noChecks && enemy != 0 {
		if checkers := next.checkers(us^1, r); checkers != 0 {
			may &= shieldsOf(enemy.First(), checkers) &^ goes
		}
	}
	return may
}

// shieldsOf returns where a piece shields a king that is in check.
func shieldsOf(king Square, checkers Bitboard) Bitboard {
	if checkers.Several() {
		return 0
	}
	return bitboard.Between(king, checkers.First())
}

// countLawfulRelocations counts the lawful ones of a capture that promotes, of which
// the captured piece is put on one of some squares.
func (b *board) countLawfulRelocations(us uint, m Move, squares Bitboard, r *Ruleset) int {
	var buf [MaxMoves]Move
	list, n := appendRelocations(buf[:], 0, m, true, squares, r)
	return b.keepLawful(list, 0, n, us, r)
}

// onlyCaptures returns a list of which the moves from begin on are the captures
// among them, if there are any.
func onlyCaptures(list []Move, begin int) []Move {
	kept := begin
	for _, m := range list[begin:] {
		if m.IsCapture() {
			list[kept] = m
			kept++
		}
	}
	if kept == begin {
		return list
	}
	return list[:kept]
}
