package chess

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

func enPassantMove(from, to Square) Move {
	return newMove(rules.Pawn, from, to) | flagCapture | flagEnPassant
}

// mayCapture reports whether a pseudo-legal capture en passant leaves the royal
// king of side us unattacked. Two pieces leave their squares, so neither pins
// nor evasions tell.
func (b *board) mayCapture(enPassant Move, us uint, r *Ruleset) bool {
	royal := b.kings & b.colors[us&1] & r.royal
	if royal == 0 {
		return true
	}
	victim := enPassant.CapturedSquare().Bitboard()
	stops := b.occupied()&^victim | r.holes
	if !r.shoot {
		stops = stops&^enPassant.From().Bitboard() | enPassant.To().Bitboard()
	}
	king := royal.First()
	return (bitboard.Bishop(king, stops)&b.diagonals|
		bitboard.Rook(king, stops)&b.straights|
		bitboard.Knight(king)&(b.knights|b.diagonals&b.straights&r.amazons)|
		bitboard.Pawn(us, king)&b.pawns)&b.colors[us&1^1]&^victim == 0
}

// attacksOf returns the squares that a piece attacks, given what stops a slider.
func attacksOf(role rules.Role, side uint, from Square, stops Bitboard) Bitboard {
	switch role {
	case rules.Pawn:
		return bitboard.Pawn(side, from)
	case rules.Knight:
		return bitboard.Knight(from)
	case rules.Bishop:
		return bitboard.Bishop(from, stops)
	case rules.Rook:
		return bitboard.Rook(from, stops)
	case rules.Queen:
		return bitboard.Bishop(from, stops) | bitboard.Rook(from, stops)
	case rules.King:
		return bitboard.King(from)
	case rules.Amazon:
		return bitboard.Bishop(from, stops) | bitboard.Rook(from, stops) | bitboard.Knight(from)
	}
	return 0
}

// relocations returns the squares on which the piece on victim, captured from
// from to to, may be put: empty after the capture, no hole, not where it stood,
// and so that the royal king of side us (NoSquare if there is none) is not
// attacked: the piece may not check it, and must shield it where it is checked.
func (b *board) relocations(us uint, king, from, to, victim Square, r *Ruleset) Bitboard {
	occupied := b.occupied() &^ victim.Bitboard()
	if !r.shoot {
		occupied = occupied&^from.Bitboard() | to.Bitboard()
		if king == from {
			king = to
		}
	}
	role := b.roleAt(victim.Bitboard(), r.queen)
	free := ^(occupied | victim.Bitboard() | r.holes)
	if role == rules.Pawn {
		free &^= backRanks
	}
	if r.judged {
		return free & b.judgedRelocations(us, from, to, victim, r)
	}
	if king == NoSquare {
		return free
	}
	stops := occupied | r.holes
	diagonal, straight := bitboard.Bishop(king, stops), bitboard.Rook(king, stops)
	checkers := (diagonal&b.diagonals | straight&b.straights |
		bitboard.Knight(king)&(b.knights|b.diagonals&b.straights&r.amazons) |
		bitboard.Pawn(us, king)&b.pawns | bitboard.King(king)&b.kings) &
		b.colors[us&1^1] &^ victim.Bitboard()
	if checkers != 0 {
		if checkers.Several() {
			return 0
		}
		free &= bitboard.Between(king, checkers.First())
	}
	switch role {
	case rules.Pawn:
		free &^= bitboard.Pawn(us, king)
	case rules.Knight:
		free &^= bitboard.Knight(king)
	case rules.Bishop:
		free &^= diagonal
	case rules.Rook:
		free &^= straight
	case rules.Queen:
		free &^= diagonal | straight
	case rules.Amazon:
		free &^= diagonal | straight | bitboard.Knight(king)
	}
	return free
}

// writePromotions writes pawn moves to squares of the last rank, for which there is
// room behind out, from n on, one for each role that the pawn may become, and returns
// where they end. A pawn that shoots stays where it is and does not promote.
func writePromotions(out *Move, n int, us uint, push, west, east Bitboard, r *Ruleset) int {
	sets, backs := [3]Bitboard{push, west, east}, [3]int{8, 7, 9}
	if us != 0 {
		backs = [3]int{-8, -9, -7}
	}
	m, roles := newMove(rules.Pawn, 0, 0), r.promotions
	for i, set := range sets {
		for back := fromBack(backs[i]); set != 0; set = set.Next() {
			for _, role := range roles {
				fourAt(out, n)[0] = m + back + 65*first(set) + Move(role)<<promoShift
				n++
			}
		}
		m |= flagCapture
		if r.shoot {
			roles = noPromotion
		}
	}
	return n
}

// noPromotion is what a pawn becomes that stays one.
var noPromotion = []rules.Role{rules.NoRole}

// appendRelocations writes a capture with each of the squares on which the
// captured piece may be put, and each role if the pawn that captures promotes.
func appendRelocations(list []Move, n int, m Move, promotes bool, squares Bitboard, r *Ruleset) ([]Move, int) {
	roles := r.promotions
	if !promotes {
		roles = noPromotion
	}
	list = list[:n]
	for _, role := range roles {
		list = appendRelocated(list, m|flagRelocate|Move(role)<<promoShift, squares)
	}
	return list[:cap(list)], len(list)
}

// appendRelocated completes a capture with each of the relocation squares.
func appendRelocated(buf []Move, m Move, squares Bitboard) []Move {
	for ; squares != 0; squares = squares.Next() {
		buf = append(buf, m|Move(squares.First())<<relocShift)
	}
	return buf
}
