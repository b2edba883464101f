package cubic

import "math/bits"

// A set is a bitset over the cells of a board; cell i is bit i%64 of word i/64. The
// machine is written once and compiled for each of these widths:
//
//	words   1   2   4   8   16   64
//	n up to 4   5   6   8   10   16
type set interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [64]uint64
}

func union[S set](a, b S) S {
	for i := range len(a) {
		a[i] |= b[i]
	}
	return a
}

func intersect[S set](a, b S) S {
	for i := range len(a) {
		a[i] &= b[i]
	}
	return a
}

func subtract[S set](a, b S) S {
	for i := range len(a) {
		a[i] &^= b[i]
	}
	return a
}

func isEmpty[S set](a S) bool {
	var all uint64
	for i := range len(a) {
		all |= a[i]
	}
	return all == 0
}

func popcount[S set](a S) (n int) {
	for i := range len(a) {
		n += bits.OnesCount64(a[i])
	}
	return n
}

// first returns the lowest cell of the set, -1 if it is empty.
func first[S set](a S) int {
	for i := range len(a) {
		if a[i] != 0 {
			return i<<6 | bits.TrailingZeros64(a[i])
		}
	}
	return -1
}

// The length of a set is a power of two, so that masking the word of a cell replaces
// the bounds check.

func has[S set](a *S, cell int) bool { return (*a)[cell>>6&(len(*a)-1)]>>(cell&63)&1 != 0 }

func add[S set](a *S, cell int) { (*a)[cell>>6&(len(*a)-1)] |= 1 << (cell & 63) }

func remove[S set](a *S, cell int) { (*a)[cell>>6&(len(*a)-1)] &^= 1 << (cell & 63) }
