package chess

import "fmt"

// A Rule is one difference from orthodox chess. The set of rules is closed:
// each is one of the types of this file, and each has one mechanism in the
// rules machine. Rules are independent, so any of them go together; a variant
// has at most one of each type.
type Rule interface {
	// kind names what the rule changes; two rules of one kind contradict.
	kind() string
	// compile writes the rule into the masks and flags of a Ruleset.
	compile(*Ruleset) error
}

// Amazons replaces the queen by the amazon, which moves as queen or knight.
// Pawns promote to an amazon instead of a queen.
type Amazons struct{}

// Shooting lets the capturer stay where it was: it is not moved, does not
// promote and keeps its castling rights.
type Shooting struct {
	// LosesCastling takes the castling rights from a king or rook that shoots,
	// as if it had moved.
	LosesCastling bool
}

// Relocation lets the capturer put the captured piece elsewhere: on any square
// that is empty after the capture, except the one where it stood, a hole and,
// for a pawn, ranks 1 and 8.
type Relocation struct{}

// BlackHoles is the set of squares that swallow what moves onto them, or over
// them along a rank, file or diagonal.
type BlackHoles Bitboard

// Extinction makes the wiping out of one piece type the goal: no king is
// royal, and a pawn may promote to a king too.
type Extinction struct{}

// Placement starts the game with the pieces in hand: while a side has any, its
// only moves are drops on its first rank.
type Placement struct {
	// Castling gives the right to castle to a king dropped on e1 (e8) with a
	// rook on the a or h file; without it there is no castling at all.
	Castling bool
	// OppositeBishops keeps the bishops of a side on squares of both colours:
	// no drop may leave a bishop in hand without a square it needs.
	OppositeBishops bool
}

// FibonacciTurns gives turn n a length of F(n) moves: 1, 1, 2, 3, 5, 8, …
// A check ends the turn.
type FibonacciTurns struct{}

// Chess960 marks games that start from a shuffled back rank: castling is
// written as king takes rook. It changes no move.
type Chess960 struct{}

func (Amazons) kind() string        { return "the army" }
func (Shooting) kind() string       { return "whether a capturer moves" }
func (Relocation) kind() string     { return "where captured pieces go" }
func (BlackHoles) kind() string     { return "the holes of the board" }
func (Extinction) kind() string     { return "the goal" }
func (Placement) kind() string      { return "how pieces are placed at the start" }
func (FibonacciTurns) kind() string { return "the length of turns" }
func (Chess960) kind() string       { return "the notation of castling" }

func (Amazons) compile(r *Ruleset) error {
	r.queen = Amazon
	r.amazons = ^Bitboard(0)
	return nil
}

func (s Shooting) compile(r *Ruleset) error {
	r.shoot = true
	r.shotLosesCastling = s.LosesCastling
	return nil
}

func (Relocation) compile(r *Ruleset) error {
	r.relocate = true
	return nil
}

func (h BlackHoles) compile(r *Ruleset) error {
	if h == 0 {
		return fmt.Errorf("no hole given")
	}
	r.holes = Bitboard(h)
	return nil
}

func (Extinction) compile(r *Ruleset) error {
	r.extinction = true
	r.royal = 0
	return nil
}

func (p Placement) compile(r *Ruleset) error {
	r.placement = true
	r.castling = p.Castling
	r.oppositeBishops = p.OppositeBishops
	return nil
}

func (FibonacciTurns) compile(r *Ruleset) error {
	r.fibonacci = true
	return nil
}

func (Chess960) compile(r *Ruleset) error {
	r.chess960 = true
	return nil
}

// maxTurnLength is where the Fibonacci numbers are cut off, so that the moves
// of a turn always fit 64 bits.
const maxTurnLength = 1 << 61

// turnLengths holds F(0), F(1), … as far as they stay below maxTurnLength.
var turnLengths = func() (lengths [90]uint64) {
	lengths[1] = 1
	for n := 2; n < len(lengths); n++ {
		lengths[n] = lengths[n-1] + lengths[n-2]
	}
	return lengths
}()

// turnLength returns the number of moves in turn n ≥ 1: F(n), at most 2^61.
func turnLength(n uint64) uint64 {
	if n >= uint64(len(turnLengths)) {
		return maxTurnLength
	}
	return min(turnLengths[n], maxTurnLength)
}
