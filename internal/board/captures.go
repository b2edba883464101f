package board

import (
	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

func EnPassantMove(from, to Square) Move {
	return NewMove(rules.Pawn, from, to) | FlagCapture | flagEnPassant
}

// MayCapture reports whether a pseudo-legal en-passant capture leaves the royal king of side us
// unattacked. Two pieces leave their squares, so pins and evasions are not enough to decide this.
func (b *Board) MayCapture(enPassant Move, us uint, r *Masks) bool {
	royal := b.Kings & b.Colors[us&1] & r.Royal
	if royal == 0 {
		return true
	}
	victim := enPassant.CapturedSquare().Bitboard()
	stops := b.Occupied()&^victim | r.Holes
	if !r.Shoot {
		stops = stops&^enPassant.From().Bitboard() | enPassant.To().Bitboard()
	}
	king := royal.First()
	return (bitboard.Bishop(king, stops)&b.Diagonals|
		bitboard.Rook(king, stops)&b.Straights|
		bitboard.Knight(king)&(b.Knights|b.Diagonals&b.Straights&r.Amazons)|
		bitboard.Pawn(us, king)&b.Pawns)&b.Colors[us&1^1]&^victim == 0
}

// AttacksOf returns the squares that a piece attacks, given the squares that block sliders.
func AttacksOf(role rules.Role, side uint, from Square, stops Bitboard) Bitboard {
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

// Relocations returns the squares on which the piece on victim, captured by a move from
// from to to, may be put: squares that are empty after the capture, are not holes and
// not the one it stood on, and on which it leaves the royal king of side us (NoSquare
// if there is none) unattacked: it may not give check, and must block a check.
func (b *Board) Relocations(us uint, king, from, to, victim Square, r *Masks) Bitboard {
	occupied := b.Occupied() &^ victim.Bitboard()
	if !r.Shoot {
		occupied = occupied&^from.Bitboard() | to.Bitboard()
		if king == from {
			king = to
		}
	}
	role := b.RoleAt(victim.Bitboard(), r.Queen)
	free := ^(occupied | victim.Bitboard() | r.Holes)
	if role == rules.Pawn {
		free &^= BackRanks
	}
	if r.Judged {
		return free & b.judgedRelocations(us, from, to, victim, r)
	}
	if king == NoSquare {
		return free
	}
	stops := occupied | r.Holes
	diagonal, straight := bitboard.Bishop(king, stops), bitboard.Rook(king, stops)
	checkers := (diagonal&b.Diagonals | straight&b.Straights |
		bitboard.Knight(king)&(b.Knights|b.Diagonals&b.Straights&r.Amazons) |
		bitboard.Pawn(us, king)&b.Pawns | bitboard.King(king)&b.Kings) &
		b.Colors[us&1^1] &^ victim.Bitboard()
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

// WritePromotions writes pawn moves to squares of the last rank into out, from index n
// on, one for each role the pawn may become, and returns the index after the last. out
// must have room for them. A pawn that shoots stays where it is and does not promote.
func WritePromotions(out *Move, n int, us uint, push, west, east Bitboard, r *Masks) int {
	sets, backs := [3]Bitboard{push, west, east}, [3]int{8, 7, 9}
	if us != 0 {
		backs = [3]int{-8, -9, -7}
	}
	m, roles := NewMove(rules.Pawn, 0, 0), r.Promotions
	for i, set := range sets {
		for back := FromBack(backs[i]); set != 0; set = set.Next() {
			for _, role := range roles {
				FourAt(out, n)[0] = m + back + 65*First(set) + Move(role)<<PromoShift
				n++
			}
		}
		m |= FlagCapture
		if r.Shoot {
			roles = noPromotion
		}
	}
	return n
}

// noPromotion is the list of roles for a pawn that does not promote.
var noPromotion = []rules.Role{rules.NoRole}

// AppendRelocations writes a capture once for each square on which the captured piece
// may be put, and for each role if the capturing pawn promotes.
func AppendRelocations(list []Move, n int, m Move, promotes bool, squares Bitboard, r *Masks) ([]Move, int) {
	roles := r.Promotions
	if !promotes {
		roles = noPromotion
	}
	list = list[:n]
	for _, role := range roles {
		list = AppendRelocated(list, m|FlagRelocate|Move(role)<<PromoShift, squares)
	}
	return list[:cap(list)], len(list)
}

// AppendRelocated completes a capture with each of the relocation squares.
func AppendRelocated(buf []Move, m Move, squares Bitboard) []Move {
	for ; squares != 0; squares = squares.Next() {
		buf = append(buf, m|Move(squares.First())<<RelocShift)
	}
	return buf
}
