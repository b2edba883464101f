package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// If captures explode, or giving check is illegal, pins and checks are not enough to
// tell whether some moves are legal. Those moves are tried out.

// Lawful reports whether a move that is legal apart from the safety of kings is legal.
func (b *Board) Lawful(m Move, us uint, r *Masks) bool {
	if r.Royal == 0 {
		return true
	}
	us &= 1
	own, enemy := b.Kings&b.Colors[us], b.Kings&b.Colors[us^1]
	if enemy&m.To().Bitboard() != 0 || m.IsCastling() && !b.SafeCastling(m, us, r) {
		return false
	}
	next := *b
	next.Play(m, us, r)
	switch {
	case own != 0 && next.Kings&next.Colors[us] == 0 && !m.IsVanishing():
		return false // it has exploded
	case enemy != 0 && next.Kings&next.Colors[us^1] == 0:
		return true
	}
	return next.Checkers(us, r) == 0 && !(r.NoChecks && next.Checkers(us^1, r) != 0)
}

// SafeCastling reports whether none of the squares the king passes is attacked.
func (b *Board) SafeCastling(m Move, us uint, r *Masks) bool {
	stops := b.Occupied()&^m.From().Bitboard() | r.Holes
	path := castlingPath(m.From(), m.To(), b.Occupied()|r.Holes)
	for ; path != 0; path = path.Next() {
		sq := path.First()
		if r.Explode && bitboard.King(sq)&b.Kings&b.Colors[us&1^1] != 0 {
			continue // a piece that captures it there would explode its own king
		}
		if b.Attackers(sq, us^1, stops, r) != 0 {
			return false
		}
	}
	return true
}

// MayTake is MayCapture that also covers games in which moves are judged.
func (b *Board) MayTake(enPassant Move, us uint, r *Masks) bool {
	if r.Judged {
		return b.Lawful(enPassant, us, r)
	}
	return b.MayCapture(enPassant, us, r)
}

// lawfulCastlings returns those rooks with which the king of side us may castle,
// given that nothing is in the way.
func (b *Board) lawfulCastlings(us uint, king Square, rooks Bitboard, r *Masks) (may Bitboard) {
	for ; rooks != 0; rooks = rooks.Next() {
		if b.Lawful(NewMove(rules.King, king, rooks.First())|FlagCastle, us, r) {
			may |= rooks & -rooks
		}
	}
	return may
}

// lawfulSteps returns those of the empty squares next to the king of side us to which it may move.
func (b *Board) lawfulSteps(us uint, king Square, squares Bitboard, r *Masks) (may Bitboard) {
	for ; squares != 0; squares = squares.Next() {
		m := NewMove(rules.King, king, squares.First())
		if r.Holes.Has(m.To()) {
			m |= FlagVanish
		}
		if b.Lawful(m, us, r) {
			may |= squares & -squares
		}
	}
	return may
}

// Survives reports whether the royal king of side us, which is not next to an
// exploding capture, is not attacked after it.
func (b *Board) Survives(king, from, to Square, us uint, r *Masks) bool {
	gone := bitboard.King(to)&^b.Pawns | to.Bitboard()
	if !r.Shoot {
		gone |= from.Bitboard()
	}
	stops := b.Occupied()&^gone | r.Holes
	return (bitboard.Bishop(king, stops)&b.Diagonals|
		bitboard.Rook(king, stops)&b.Straights|
		bitboard.Knight(king)&(b.Knights|b.Diagonals&b.Straights&r.Amazons)|
		bitboard.Pawn(us, king)&b.Pawns)&b.Colors[us&1^1]&^gone == 0
}

// keepLawful removes the unlawful moves from list[begin:n] and returns the end of the rest.
func (b *Board) keepLawful(list []Move, begin, n int, us uint, r *Masks) int {
	kept := begin
	for _, m := range list[begin:n] {
		if b.Lawful(m, us, r) {
			list[kept] = m
			kept++
		}
	}
	return kept
}

// countLawfulPromotions counts the lawful moves among those that WritePromotions writes.
func (b *Board) countLawfulPromotions(us uint, push, west, east Bitboard, r *Masks) int {
	var buf [MaxMoves]Move
	n := WritePromotions(&buf[0], 0, us, push, west, east, r)
	return b.keepLawful(buf[:], 0, n, us, r)
}

// judgedRelocations returns a set of squares; the piece on victim, captured by a move
// from from to to, may be put on those of them that are free.
func (b *Board) judgedRelocations(us uint, from, to, victim Square, r *Masks) Bitboard {
	us &= 1
	m := NewMove(b.RoleAt(from.Bitboard(), r.Queen), from, to) | FlagCapture
	if victim != to {
		m |= flagEnPassant
	}
	role, goes := b.RoleAt(victim.Bitboard(), r.Queen), Bitboard(0) // and the squares where it would explode
	if r.Explode && role != rules.Pawn {
		goes = Around(to.Bitboard())
	}
	next := *b
	next.Play(m, us, r)
	own, enemy := next.Kings&next.Colors[us]&r.Royal, next.Kings&next.Colors[us^1]&r.Royal
	switch {
	case own == 0 && b.Kings&b.Colors[us] != 0:
		return 0
	case enemy == 0 && b.Kings&b.Colors[us^1] != 0:
		return Everywhere
	}
	may := Everywhere
	if own != 0 && !(r.Explode && Around(own)&enemy != 0) {
		king, stops := own.First(), next.Occupied()|r.Holes
		if checkers := next.Checkers(us, r); checkers != 0 {
			may = ShieldsOf(king, checkers) &^ goes
		}
		may &^= AttacksOf(role, us, king, stops) &^ goes
	}
	if r.NoChecks && enemy != 0 {
		if checkers := next.Checkers(us^1, r); checkers != 0 {
			may &= ShieldsOf(enemy.First(), checkers) &^ goes
		}
	}
	return may
}

// ShieldsOf returns the squares on which a piece shields a king that is in check.
func ShieldsOf(king Square, checkers Bitboard) Bitboard {
	if checkers.Several() {
		return 0
	}
	return bitboard.Between(king, checkers.First())
}

// countLawfulRelocations counts the lawful moves of a promoting capture, one for each
// square on which the captured piece is put and each promotion.
func (b *Board) countLawfulRelocations(us uint, m Move, squares Bitboard, r *Masks) int {
	var buf [MaxMoves]Move
	list, n := AppendRelocations(buf[:], 0, m, true, squares, r)
	return b.keepLawful(list, 0, n, us, r)
}

// onlyCaptures reduces the moves of a list from begin on to captures, if there are any.
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
