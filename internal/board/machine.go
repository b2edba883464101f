package board

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/heterodox-chess/heterodox/bitboard"
)

//go:generate go run ../../scripts/moves

// A Machine is the move generator for one side, with no more machinery compiled
// in than some games need. The functions are for boards on which the side holds
// no pieces in hand and the game is not decided. They keep none of their
// pointers.
type Machine struct {
	// Count returns the number of legal moves.
	Count func(b *Board, r *Masks) int
	// List appends the legal moves that capture or promote, and those others
	// that end on a wanted square.
	List func(b *Board, r *Masks, wanted Bitboard, buf []Move) []Move
}

// The machinery that an instance of the generator may have besides that of
// orthodox chess.
const (
	needsMasks    = 1 << iota // amazons, kings that are not royal or may be missing, or ends that pieces decide
	needsHoles                // black holes
	needsOdd                  // captures that shoot or relocate
	needsExplodes             // captures that explode
	needsNoChecks             // moves that may not give check
	needsCompels              // captures that are compulsory
)

// chooseInstance returns the number of the least instance that has what the rules need.
func (r *Masks) chooseInstance() int {
	needs := 0
	if r.Amazons != 0 || r.Royal == 0 || r.Horde || r.Explode || r.NoChecks || r.Compulsory || r.PiecesDecide {
		needs |= needsMasks
	}
	if r.Holes != 0 {
		needs |= needsHoles
	}
	if r.Shoot || r.Relocate {
		needs |= needsOdd
	}
	if r.Explode {
		needs |= needsExplodes
	}
	if r.NoChecks && r.Royal != 0 {
		needs |= needsNoChecks
	}
	if r.Compulsory {
		needs |= needsCompels
	}
	for i := range instances {
		if it := &instances[i]; needs&^it.does == 0 {
			return i
		}
	}
	panic("board: no instance of the generator has all machinery")
}

// noescape hides from the compiler that a machine is given a pointer: what it
// points to may stay on the stack, since no machine keeps one.
func noescape[T any](p *T) *T {
	x := uintptr(unsafe.Pointer(p))
	return *(**T)(unsafe.Pointer(&x))
}

// Popcount is Count as an int, short enough to be inlined into large functions.
func Popcount(b Bitboard) int { return bits.OnesCount64(uint64(b)) }

// MoreRoom returns a list of which the first n moves are kept, with room for so
// many more. It is rarely needed: inlined, it would take registers from all else.
//
//go:noinline
func MoreRoom(list []Move, n, room int) []Move {
	list = slices.Grow(list[:n], room)
	return list[:cap(list)]
}

// FromBack returns what makes a move of 65 × its destination: the origin is so
// many squares behind.
func FromBack(back int) Move { return Move(-64 * back) }

// nearHoles are the squares from which a piece may vanish in a hole.
type nearHoles struct {
	Jumps, Diagonals, Straights Bitboard
	Pushes                      [2]Bitboard // of the pawns of either side
}

func (r *Masks) findNearHoles() (near nearHoles) {
	for set := r.Holes; set != 0; set = set.Next() {
		hole := set.First()
		near.Jumps |= bitboard.Knight(hole)
		near.Diagonals |= bitboard.Diagonals(hole)
		near.Straights |= bitboard.Straights(hole)
	}
	for us := range uint(2) {
		behind := Forward(r.Holes, us^1)
		near.Pushes[us] = behind | Forward(behind, us^1)
	}
	return near
}

// FourAt returns the place of four moves in a list.
func FourAt(list *Move, n int) *[4]Move {
	return (*[4]Move)(unsafe.Add(unsafe.Pointer(list), n*4))
}

// First is First as part of a move.
func First(b Bitboard) Move { return Move(bits.TrailingZeros64(uint64(b))) }
