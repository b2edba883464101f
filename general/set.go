package general

import "math/bits"

// A set is a bitset over the squares of a board, square i being bit i%64 of word
// i/64. The machine is written once and compiled for each of these widths: up to
// 64, 128 and 256 squares.
type set interface {
	[1]uint64 | [2]uint64 | [4]uint64
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

func complement[S set](a S) S {
	for i := range len(a) {
		a[i] = ^a[i]
	}
	return a
}

func isEmpty[S set](a *S) bool {
	high := len(*a) - 1
	all := (*a)[0] | (*a)[high]
	if high > 1 {
		all |= (*a)[1&high] | (*a)[2&high]
	}
	return all == 0
}

// meets reports whether two sets share a square.
func meets[S set](a, b *S) bool {
	high := len(*a) - 1
	all := (*a)[0]&(*b)[0] | (*a)[high]&(*b)[high]
	if high > 1 {
		all |= (*a)[1&high]&(*b)[1&high] | (*a)[2&high]&(*b)[2&high]
	}
	return all != 0
}

// within reports whether all squares of a set are in another.
func within[S set](a, b *S) bool {
	var all uint64
	for i := range len(*a) {
		all |= (*a)[i] &^ (*b)[i]
	}
	return all == 0
}

func popcount[S set](a S) (n int) {
	for i := range len(a) {
		n += bits.OnesCount64(a[i])
	}
	return n
}

// The following functions work word by word, and by address: processors stall on a set that
// has just been written in words and is copied as a whole. They are for the hottest code.

// join adds b to a.
func join[S set](a, b *S) {
	high := len(*a) - 1
	(*a)[0] |= (*b)[0]
	if high > 0 {
		(*a)[high] |= (*b)[high]
	}
	if high > 1 {
		(*a)[1&high] |= (*b)[1&high]
		(*a)[2&high] |= (*b)[2&high]
	}
}

// keep removes from a what is not in b.
func keep[S set](a, b *S) {
	high := len(*a) - 1
	(*a)[0] &= (*b)[0]
	if high > 0 {
		(*a)[high] &= (*b)[high]
	}
	if high > 1 {
		(*a)[1&high] &= (*b)[1&high]
		(*a)[2&high] &= (*b)[2&high]
	}
}

// shared returns how many squares two sets share.
func shared[S set](a, b *S) (n int) {
	for i := range len(*a) {
		n += bits.OnesCount64((*a)[i] & (*b)[i])
	}
	return n
}

// firstShared returns the lowest square that two sets share, -1 if there is none.
func firstShared[S set](a, b *S) int {
	for i := range len(*a) {
		if x := (*a)[i] & (*b)[i]; x != 0 {
			return i<<6 | bits.TrailingZeros64(x)
		}
	}
	return -1
}

// several reports whether a set has two squares or more.
func several[S set](a S) bool { return popcount(a) > 1 }

// first and last return the lowest and the highest square of a set, -1 if it is
// empty.
func first[S set](a S) int {
	for i := range len(a) {
		if a[i] != 0 {
			return i<<6 | bits.TrailingZeros64(a[i])
		}
	}
	return -1
}

func last[S set](a S) int {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != 0 {
			return i<<6 | (63 - bits.LeadingZeros64(a[i]))
		}
	}
	return -1
}

// next removes the lowest square of a set that is not empty and returns it.
func next[S set](a *S) int {
	for i := range len(*a) {
		if x := (*a)[i]; x != 0 {
			(*a)[i] = x & (x - 1)
			return i<<6 | bits.TrailingZeros64(x)
		}
	}
	return -1
}

// The length of a set is a power of two, so that the index of a word is masked and
// needs no bounds check.

func has[S set](a *S, sq int) bool { return (*a)[sq>>6&(len(*a)-1)]>>(sq&63)&1 != 0 }

func add[S set](a *S, sq int) { (*a)[sq>>6&(len(*a)-1)] |= 1 << (sq & 63) }

func remove[S set](a *S, sq int) { (*a)[sq>>6&(len(*a)-1)] &^= 1 << (sq & 63) }

// only returns the set of one square.
func only[S set](sq int) (a S) {
	add(&a, sq)
	return a
}
