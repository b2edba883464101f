package board

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/heterodox-chess/heterodox/bitboard"
)

//go:generate go run ../../scripts/moves

// A Machine is the move generator for one side, compiled with no more machinery than
// some games need. Its functions are for boards on which the side holds no pieces in
// hand and the game is not decided. They do not keep any of their pointers.
type Machine struct {
	// Count returns the number of legal moves.
	Count func(b *Board, r *Masks) int
	// List appends the legal moves that capture or promote, and those of the others
	// that end on a wanted square.
	List func(b *Board, r *Masks, wanted Bitboard, buf []Move) []Move
}

// The machinery that an instance of the generator may have in addition to that of orthodox chess.
const (
	needsMasks    = 1 << iota // amazons, kings that are not royal or may be missing, or games decided by pieces
	needsHoles                // black holes
	needsOdd                  // captures that shoot or relocate
	needsExplodes             // captures that explode
	needsNoChecks             // moves that must not give check
	needsCompels              // compulsory captures
)

// chooseInstance returns the number of the smallest instance that has what the rules need.
func (r *Masks) chooseInstance() int {
	needs := 0
	if r.Amazons != 0 || r.Royal == 0 || r.Horde || r.Placement || r.Explode || r.NoChecks || r.Compulsory || r.PiecesDecide {
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

// noescape hides from the compiler that a machine receives a pointer: the value it
// points to may stay on the stack, since no machine keeps the pointer.
func noescape[T any](p *T) *T {
	x := uintptr(unsafe.Pointer(p))
	return *(**T)(unsafe.Pointer(&x))
}

// Popcount is Bitboard.Count with an int result, short enough to be inlined into large functions.
func Popcount(b Bitboard) int { return bits.OnesCount64(uint64(b)) }

// MoreRoom returns a list that keeps the first n moves and has room for room more.
// It is rarely called: inlined, it would take registers from everything else.
//
//go:noinline
func MoreRoom(list []Move, n, room int) []Move {
	list = slices.Grow(list[:n], room)
	return list[:cap(list)]
}

// FromBack returns the value that, added to 65 × the destination, gives the squares of
// a move whose origin is back squares behind.
func FromBack(back int) Move { return Move(-64 * back) }

// nearHoles are the squares from which a piece may vanish into a hole.
type nearHoles struct {
	Jumps, Diagonals, Straights Bitboard
	Pushes                      [2]Bitboard // for the pawns of each side
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

// FourAt returns a pointer to four moves in a list.
func FourAt(list *Move, n int) *[4]Move {
	return (*[4]Move)(unsafe.Add(unsafe.Pointer(list), n*4))
}

// First is Bitboard.First as part of a move.
func First(b Bitboard) Move { return Move(bits.TrailingZeros64(uint64(b))) }
