package bitboard

import "unsafe"

//go:generate go run ../scripts/magics -o magics_generated.go

// How a slider's attacks are looked up.
//
// What a rook on d4 attacks depends on only a few squares, its blockers: those of
// its rank and file that have another square behind them.
//
//	8  . . . . . . . .
//	7  . . . x . . . .
//	6  . . . x . . . .
//	5  . . . x . . . .
//	4  . x x R x x x .
//	3  . . . x . . . .
//	2  . . . x . . . .
//	1  . . . . . . . .
//	   a b c d e f g h
//
// With all other squares added to the occupied ones, 2^10 words remain, one for
// each way the board can look to this rook. Multiplied by a magic number they
// differ in their highest bits, which are the index of the attack set, 12 bits for
// a rook, 9 for a bishop. Two words may share an index only if the rook attacks the
// same squares in both.
//
// The shift is the same for all squares, so an index never leaves its window,
// an array, and needs no bounds check. Few squares use all of their window, so
// the windows overlap in one table, the entries of one in the gaps of others.
// This is the scheme that Volker Annuss published as black magic bitboards;
// scripts/magics finds the numbers and the places.

const (
	rookShift   = 64 - 12 // a rook in the corner has 12 blockers
	bishopShift = 64 - 9  // a bishop in the centre has 9
)

// What assembly in other packages needs to know about the tables behind Bishop and
// Rook. Windows points to WindowSize bytes for each square, three words: the squares
// that are not blockers, the magic number, and the address of the entries.
const (
	RookShift   = rookShift
	BishopShift = bishopShift
	WindowSize  = unsafe.Sizeof(window[rookEntries]{})
)

// Windows returns the addresses of these tables.
func Windows() (ofBishops, ofRooks unsafe.Pointer) {
	return unsafe.Pointer(&bishops), unsafe.Pointer(&rooks)
}

type (
	rookEntries   = [1 << (64 - rookShift)]Bitboard
	bishopEntries = [1 << (64 - bishopShift)]Bitboard
)

// A placement is what the generator chooses for one square: the magic number,
// and where in the table the window begins.
type placement struct {
	magic  Bitboard
	offset int
}

// A window is all that a lookup on one square needs.
type window[Entries any] struct {
	others  Bitboard // all squares but the blockers
	magic   Bitboard
	attacks *Entries
}

// attacks holds the entries of both sliders.
var attacks [tableSize]Bitboard

// A Square indexes these directly, without a mask or a bounds check; the elements
// from 64 on repeat the first 64.
var (
	rooks = windows(&rookPlacements, rookSteps, rookShift,
		func(entries []Bitboard) *rookEntries { return (*rookEntries)(entries) })
	bishops = windows(&bishopPlacements, bishopSteps, bishopShift,
		func(entries []Bitboard) *bishopEntries { return (*bishopEntries)(entries) })
)

func windows[Entries any](
	placements *[64]placement, steps []step, shift uint, array func([]Bitboard) *Entries,
) (list [256]window[Entries]) {
	for s, at := range placements {
		entries := attacks[at.offset:][:1<<(64-shift)]
		others := fill(entries, Square(s), steps, at.magic, shift)
		for same := s; same < len(list); same += 64 {
			list[same] = window[Entries]{others, at.magic, array(entries)}
		}
	}
	return list
}

// fill writes what a slider on s attacks, for every occupation of its blockers, and
// returns the squares that are not blockers. Each of the two lines that cross in s
// is walked separately: at most 2 × 64 short walks, instead of 4096 for every
// occupation of both.
func fill(entries []Bitboard, s Square, steps []step, magic Bitboard, shift uint) (others Bitboard) {
	one, two := []step{steps[0], steps[2]}, []step{steps[1], steps[3]} // opposite directions
	onOne, onTwo := subsets(blockers(s, one)), subsets(blockers(s, two))

	reachTwo := make([]Bitboard, len(onTwo))
	for i, occupied := range onTwo {
		reachTwo[i] = walk(s, occupied, two)
	}
	others = ^blockers(s, steps)
	for _, occupied := range onOne {
		reachOne := walk(s, occupied, one)
		occupied |= others
		for i, crossing := range onTwo {
			entries[(occupied|crossing)*magic>>shift] = reachOne | reachTwo[i]
		}
	}
	return others
}

// blockers returns the squares whose occupation matters to a slider on s:
// those between it and a square that it reaches on an empty board.
func blockers(s Square, steps []step) (b Bitboard) {
	for reach := walk(s, 0, steps); reach != 0; reach = reach.Next() {
		b |= Between(s, reach.First())
	}
	return b
}

// subsets returns all subsets of b, from the empty one to b itself.
func subsets(b Bitboard) []Bitboard {
	list := make([]Bitboard, 0, 1<<b.Count())
	for subset := Bitboard(0); ; subset = (subset - b) & b {
		list = append(list, subset)
		if subset == b {
			return list
		}
	}
}

// Bishop and Rook have an inlining cost of 20, the most that the compiler inlines
// in a big function; a local variable for the window would make it 22.

// Bishop returns the squares a bishop on s attacks, given the occupied
// squares: up to and including the first occupied square of each diagonal.
// Whether s is occupied makes no difference. It is one table lookup.
func Bishop(s Square, occupied Bitboard) Bitboard {
	return bishops[s].attacks[(occupied|bishops[s].others)*bishops[s].magic>>bishopShift]
}

// Rook returns the squares a rook on s attacks, given the occupied squares: up
// to and including the first occupied square of each direction. Whether s is
// occupied makes no difference. It is one table lookup.
func Rook(s Square, occupied Bitboard) Bitboard {
	return rooks[s].attacks[(occupied|rooks[s].others)*rooks[s].magic>>rookShift]
}

// Queen returns the squares a queen on s attacks, given the occupied squares:
// those of a Bishop and of a Rook.
func Queen(s Square, occupied Bitboard) Bitboard { return Bishop(s, occupied) | Rook(s, occupied) }
