//go:build !purego

package nnue

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// avx2 reports whether the processor can process sixteen numbers at a time.
var avx2 = cpu.X86.HasAVX2

// The functions in kernels_amd64.s do the same as plainShift and plainDot, for n
// numbers, a multiple of HiddenStep.

//go:noescape
func shiftSSE2(dst, src *Sums, rows *int16, n int, on *uint16, numOn int, off *uint16, numOff int)

//go:noescape
func shiftAVX2(dst, src *Sums, rows *int16, n int, on *uint16, numOn int, off *uint16, numOff int)

//go:noescape
func dotSSE2(sums, weights *int16, n int) int32

//go:noescape
func dotAVX2(sums, weights *int16, n int) int32

// shift is plainShift with vector code.
func shift(dst, src *Sums, n *Network, on, off []uint16) {
	n.check(on)
	n.check(off)
	rows, first, last := unsafe.SliceData(n.Inputs), unsafe.SliceData(on), unsafe.SliceData(off)
	if avx2 {
		shiftAVX2(dst, src, rows, n.Hidden, first, len(on), last, len(off))
	} else {
		shiftSSE2(dst, src, rows, n.Hidden, first, len(on), last, len(off))
	}
}

// dot is plainDot with vector code; both lists have the same length, a multiple of
// HiddenStep.
func dot(sums, weights []int16) int32 {
	n := checkLengths(sums, weights)
	if avx2 {
		return dotAVX2(&sums[0], &weights[0], n)
	}
	return dotSSE2(&sums[0], &weights[0], n)
}
