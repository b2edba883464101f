package general

import "slices"

// Chases, by the rules of the Asian Xiangqi Federation: a move chases a piece if it
// creates a threat to win that piece with the next move. A capture wins a piece if it
// is legal and the piece is worth more than the capturer, or cannot legally be
// recaptured. Pieces of one kind that can capture each other offer an exchange. Kings
// and soldiers may chase, and soldiers that have not crossed the river may be chased.

// A threat is a piece that can win another, both given by their squares.
type threat struct{ by, on int }

// chasedBy returns the pieces of the other side that a legal move chases.
func (b *board[S]) chasedBy(m move) (chased S) {
	before := b.threats(b.listPseudoLegal())
	b.do(m)
	b.pass()
	for _, t := range b.threats(b.list()) {
		came := t
		if t.by == m.to() {
			came.by = m.from()
		}
		if !slices.Contains(before, came) {
			add(&chased, t.on)
		}
	}
	b.undo()
	b.undo()
	return chased
}

// threats returns the threats of the side to move, by the moves listed from start on,
// which it removes from the list.
func (b *board[S]) threats(start int) (list []threat) {
	enemy := int(b.side ^ 1)
	quarry := subtract(b.colors[enemy], b.soldiersAtHome(enemy))
	if kings := b.r.checkedKings(); kings != 255 {
		quarry = subtract(quarry, b.types[kings&63])
	}
	for _, m := range b.takeList(start) {
		if !b.isCapture(m) || !has(&quarry, m.to()) {
			continue
		}
		if by := b.roleOn(m.from()); by != b.r.kingRole() && by != soldier && b.wins(m) {
			list = append(list, threat{m.from(), m.to()})
		}
	}
	return list
}

// wins reports whether a legal capture wins a piece.
func (b *board[S]) wins(m move) bool {
	by, on := b.roleOn(m.from()), b.roleOn(m.to())
	if axfWorth(on) > axfWorth(by) {
		return true
	}
	if by == on {
		b.pass()
		exchange := b.canTake(m.to(), m.from())
		b.undo()
		if exchange {
			return false
		}
	}
	b.do(m)
	protected := b.canTake(-1, m.to())
	b.undo()
	return !protected
}

// axfWorth orders roles by their value in chases.
func axfWorth(r Role) int {
	switch r {
	case rook:
		return 3
	case cannon, horse:
		return 2
	case elephant, fers:
		return 1
	}
	return 0
}

// takeList removes the moves from start on from the list and returns them.
func (b *board[S]) takeList(start int) []move {
	moves := slices.Clone(b.moves[start:])
	b.moves = b.moves[:start]
	return moves
}

// canTake reports whether what stands on a square can legally be captured from
// another, or, if that is below 0, from anywhere.
func (b *board[S]) canTake(from, to int) bool {
	return slices.ContainsFunc(b.takeList(b.list()), func(m move) bool {
		return b.isCapture(m) && m.to() == to && (from < 0 || m.from() == from)
	})
}

// roleOn returns the role of the piece on a square.
func (b *board[S]) roleOn(sq int) Role { return b.r.types[b.r.typeAt(b.at[sq&255])] }

// of returns a side's pieces of a role.
func (b *board[S]) of(c int, role Role) (s S) {
	if t := b.r.typeOf[role]; t != 255 {
		s = intersect(b.types[t&63], b.colors[c&1])
	}
	return s
}

// soldiersAtHome returns a side's soldiers that have not crossed the river.
func (b *board[S]) soldiersAtHome(c int) S {
	home := b.of(c, soldier)
	for rank := b.r.soldierPromotionRank; rank < b.r.g.ranks; rank++ {
		at := rank
		if c == 1 {
			at = b.r.g.ranks - 1 - rank
		}
		home = subtract(home, b.r.ranks[at])
	}
	return home
}
