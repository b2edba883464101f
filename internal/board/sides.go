package board

import "github.com/heterodox-chess/heterodox/bitboard"

// The side passed to these helpers is a constant, so that they fold to one or two instructions.

// Forward moves a set one rank towards the enemy of side us.
func Forward(b Bitboard, us uint) Bitboard {
	if us == 0 {
		return b << 8
	}
	return b >> 8
}

// CaptureWest returns the squares that pawns of side us attack towards the a-file.
func CaptureWest(pawns Bitboard, us uint) Bitboard {
	if us == 0 {
		return pawns &^ bitboard.FileA << 7
	}
	return pawns &^ bitboard.FileA >> 9
}

// CaptureEast returns the squares that pawns of side us attack towards the h-file.
func CaptureEast(pawns Bitboard, us uint) Bitboard {
	if us == 0 {
		return pawns &^ bitboard.FileH << 9
	}
	return pawns &^ bitboard.FileH >> 7
}

// PawnAttacks returns the squares that pawns of side us attack.
func PawnAttacks(pawns Bitboard, us uint) Bitboard {
	if us == 0 {
		return pawns&^bitboard.FileA<<7 | pawns&^bitboard.FileH<<9
	}
	return pawns&^bitboard.FileA>>9 | pawns&^bitboard.FileH>>7
}

// LeapRanks returns the ranks on which pawns of side us that may double-step stand after one step.
func LeapRanks(us uint, r *Masks) Bitboard {
	if us == 0 {
		return bitboard.Rank3 | r.HordeRank
	}
	return bitboard.Rank6
}

// ThirdRank is LeapRanks in orthodox chess.
func ThirdRank(us uint) Bitboard {
	if us == 0 {
		return bitboard.Rank3
	}
	return bitboard.Rank6
}

// LastRank returns the rank on which pawns of side us promote.
func LastRank(us uint) Bitboard {
	if us == 0 {
		return bitboard.Rank8
	}
	return bitboard.Rank1
}

// Around returns a set together with the neighbours of its squares.
func Around(b Bitboard) Bitboard {
	b |= b&^bitboard.FileA>>1 | b&^bitboard.FileH<<1
	return b | b<<8 | b>>8
}
