//go:build !purego

package nnue

import "unsafe"

// The functions in kernels_arm64.s do the same as plainShift and plainDot, for n
// numbers, a multiple of HiddenStep. Every arm64 processor has NEON (Advanced SIMD).

//go:noescape
func shiftNEON(dst, src *Sums, rows *int16, n int, on *uint16, numOn int, off *uint16, numOff int)

//go:noescape
func dotNEON(sums, weights *int16, n int) int32

// shift is plainShift with vector code.
func shift(dst, src *Sums, n *Network, on, off []uint16) {
	n.check(on)
	n.check(off)
	shiftNEON(dst, src, unsafe.SliceData(n.Inputs), n.Hidden, unsafe.SliceData(on), len(on), unsafe.SliceData(off), len(off))
}

// dot is plainDot with vector code; both lists have the same length, a multiple of
// HiddenStep.
func dot(sums, weights []int16) int32 {
	n := checkLengths(sums, weights)
	return dotNEON(&sums[0], &weights[0], n)
}
