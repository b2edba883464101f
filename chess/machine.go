package chess

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/heterodox-chess/heterodox/bitboard"
)

//go:generate go run ../scripts/moves

// A machine is the move generator for one side, with no more machinery compiled
// in than some games need. The functions are for boards on which the side holds
// no pieces in hand and the game is not decided. They keep none of their
// pointers.
type machine struct {
	// count returns the number of legal moves.
	count func(b *board, r *Ruleset) int
	// list appends the legal moves that capture or promote, and those others
	// that end on a wanted square.
	list func(b *board, r *Ruleset, wanted Bitboard, buf []Move) []Move
	// answers returns the number of answers to all legal moves, each of which ends a
	// turn; nil in instances that perft does without.
	answers func(w *walker, b *board) uint64
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

// machines chooses the least instance that has what the rules need.
func (r *Ruleset) chooseMachines() *[2]machine {
	needs := 0
	if r.amazons != 0 || r.royal == 0 || r.horde || r.explode || r.noChecks || r.compulsory || r.piecesDecide {
		needs |= needsMasks
	}
	if r.holes != 0 {
		needs |= needsHoles
	}
	if r.shoot || r.relocate {
		needs |= needsOdd
	}
	if r.explode {
		needs |= needsExplodes
	}
	if r.noChecks && r.royal != 0 {
		needs |= needsNoChecks
	}
	if r.compulsory {
		needs |= needsCompels
	}
	for i := range instances {
		if it := &instances[i]; needs&^it.does == 0 {
			return &it.machines
		}
	}
	panic("chess: no instance of the generator has all machinery")
}

// noescape hides from the compiler that a machine is given a pointer: what it
// points to may stay on the stack, since no machine keeps one.
func noescape[T any](p *T) *T {
	x := uintptr(unsafe.Pointer(p))
	return *(**T)(unsafe.Pointer(&x))
}

// popcount is Count as an int, short enough to be inlined into large functions.
func popcount(b Bitboard) int { return bits.OnesCount64(uint64(b)) }

// moreRoom returns a list of which the first n moves are kept, with room for so
// many more. It is rarely needed: inlined, it would take registers from all else.
//
//go:noinline
func moreRoom(list []Move, n, room int) []Move {
	list = slices.Grow(list[:n], room)
	return list[:cap(list)]
}

// fromBack returns what makes a move of 65 × its destination: the origin is so
// many squares behind.
func fromBack(back int) Move { return Move(-64 * back) }

// nearHoles are the squares from which a piece may vanish in a hole.
type nearHoles struct {
	jumps, diagonals, straights Bitboard
	pushes                      [2]Bitboard // of the pawns of either side
}

func (r *Ruleset) findNearHoles() (near nearHoles) {
	for set := r.holes; set != 0; set = set.Next() {
		hole := set.First()
		near.jumps |= bitboard.Knight(hole)
		near.diagonals |= bitboard.Diagonals(hole)
		near.straights |= bitboard.Straights(hole)
	}
	for us := range uint(2) {
		behind := forward(r.holes, us^1)
		near.pushes[us] = behind | forward(behind, us^1)
	}
	return near
}

// fourAt returns the place of four moves in a list.
func fourAt(list *Move, n int) *[4]Move {
	return (*[4]Move)(unsafe.Add(unsafe.Pointer(list), n*4))
}

// first is First as part of a move.
func first(b Bitboard) Move { return Move(bits.TrailingZeros64(uint64(b))) }
