package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// The helpers below take the side as a constant and fold to one or two
// instructions.

// forward moves a set one rank towards the enemy of side us.
func forward(b Bitboard, us uint) Bitboard {
	if us == 0 {
		return b << 8
	}
	return b >> 8
}

// captureWest returns what pawns of side us attack towards the a-file.
func captureWest(pawns Bitboard, us uint) Bitboard {
	if us == 0 {
		return pawns &^ bitboard.FileA << 7
	}
	return pawns &^ bitboard.FileA >> 9
}

// captureEast returns what pawns of side us attack towards the h-file.
func captureEast(pawns Bitboard, us uint) Bitboard {
	if us == 0 {
		return pawns &^ bitboard.FileH << 9
	}
	return pawns &^ bitboard.FileH >> 7
}

// pawnAttacks returns what pawns of side us attack.
func pawnAttacks(pawns Bitboard, us uint) Bitboard {
	if us == 0 {
		return pawns&^bitboard.FileA<<7 | pawns&^bitboard.FileH<<9
	}
	return pawns&^bitboard.FileA>>9 | pawns&^bitboard.FileH>>7
}

// leapRanks are where a pawn of side us that may step twice stands after one step.
func leapRanks(us uint, r *Ruleset) Bitboard {
	if us == 0 {
		return bitboard.Rank3 | r.hordeRank
	}
	return bitboard.Rank6
}

// thirdRank is leapRanks in orthodox chess.
func thirdRank(us uint) Bitboard {
	if us == 0 {
		return bitboard.Rank3
	}
	return bitboard.Rank6
}

// lastRank is where pawns of side us promote.
func lastRank(us uint) Bitboard {
	if us == 0 {
		return bitboard.Rank8
	}
	return bitboard.Rank1
}
