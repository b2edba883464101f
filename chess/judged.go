package chess

import (
	"unsafe"

	"github.com/heterodox-chess/heterodox/bitboard"
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
		if b.lawful(newMove(King, king, rooks.First())|flagCastle, us, r) {
			may |= rooks & -rooks
		}
	}
	return may
}

// survives reports whether the royal king of side us, which is not next to a
// capture that explodes, is not attacked after it.
func (b *board) survives(king, from, to Square, us uint, r *Ruleset) bool {
	gone := bitboard.King(to)&^b.pawns | to.Bitboard() | from.Bitboard()
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

// countLawfulPromotions counts the lawful ones of what appendAllPromotions writes.
func (b *board) countLawfulPromotions(us uint, push, west, east Bitboard, r *Ruleset) int {
	var buf [MaxMoves]Move
	list, n := appendAllPromotions(buf[:], 0, us, push, west, east, r)
	return b.keepLawful(list, 0, n, us, r)
}

// appendLawfulCaptures writes the captures of a game in which they shoot or
// relocate, and each is judged.
func (b *board) appendLawfulCaptures(list []Move, n int, us uint, r *Ruleset) ([]Move, int) {
	found := r.common.machines[us&1].list(noescape(b), r.common, 0, list[:n])
	kept := n
	for _, m := range found[n:] {
		if m.IsCapture() && b.lawful(m, us, r) {
			found[kept] = m
			kept++
		}
	}
	return found[:cap(found)], kept
}

// countLawfulCaptures counts what appendLawfulCaptures writes.
func (b *board) countLawfulCaptures(us uint, r *Ruleset) int {
	var buf [MaxMoves]Move
	list := unsafe.Slice(noescape(unsafe.SliceData(buf[:])), MaxMoves)
	_, n := b.appendLawfulCaptures(list, 0, us, r)
	return n
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

// appendEnPassantOf appends a capture en passant of a game in which moves are judged,
// once for each square on which the captured pawn may be put.
func (b *board) appendEnPassantOf(buf []Move, m Move, us uint, r *Ruleset) []Move {
	if !r.relocate {
		return append(buf, m)
	}
	return appendRelocated(buf, m|flagRelocate, b.relocations(us, NoSquare, m.From(), m.To(), m.CapturedSquare(), r.common))
}
