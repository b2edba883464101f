package chess

import "github.com/heterodox-chess/heterodox/bitboard"

// A mode is what the generator is specialised for at compile time. It is an
// array type only because the compiler turns the length of an array into a
// constant in each instance: length-1 is a set of bits, the side to move and
// which machinery is compiled in. All other rules are masks read at run time.
type mode interface {
	[1]byte | [2]byte | [3]byte | [4]byte | [5]byte | [6]byte | [7]byte | [8]byte |
		[9]byte | [10]byte | [11]byte | [12]byte
}

const (
	modeBlack = 1 << iota // Black is to move
	modeHoles             // there are black holes
	modeOdd               // captures shoot or relocate
	modeRare              // list only the moves that walkPieces leaves out
)

// modeBits returns the bits that a Ruleset adds to those of the side.
func (r *Ruleset) modeBits() (bits uint8) {
	if r.holes != 0 {
		bits |= modeHoles
	}
	if r.shoot || r.relocate {
		bits |= modeOdd
	}
	return bits
}

// The helpers below take the side as a constant and fold to one or two
// instructions.

// forward moves a set one rank towards the enemy of side us.
func forward(b Bitboard, us uint) Bitboard {
	if us == 0 {
		return b << 8
	}
	return b >> 8
}

// backward moves a set one rank towards side us.
func backward(b Bitboard, us uint) Bitboard {
	if us == 0 {
		return b >> 8
	}
	return b << 8
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

// thirdRank is where a pawn of side us stands after a single push.
func thirdRank(us uint) Bitboard {
	if us == 0 {
		return bitboard.Rank3
	}
	return bitboard.Rank6
}

// leapRanks are where a pawn of side us that may step twice stands after one step.
func leapRanks(us uint, r *Ruleset) Bitboard {
	if us == 0 {
		return bitboard.Rank3 | r.hordeRank
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
