//go:build !purego

package nnue

import "golang.org/x/sys/cpu"

// avx2 says that the processor computes with sixteen numbers at a time.
var avx2 = cpu.X86.HasAVX2

// The functions in kernels_amd64.s do what plainShift and plainDot do, for n numbers, a
// multiple of HiddenStep.

//go:noescape
func shiftSSE2(dst, src, plus, minus *int16, n int)

//go:noescape
func shiftAVX2(dst, src, plus, minus *int16, n int)

//go:noescape
func dotSSE2(sums, weights *int16, n int) int32

//go:noescape
func dotAVX2(sums, weights *int16, n int) int32

// shift is plainShift; the lists are of one length, a multiple of HiddenStep.
func shift(dst, src, plus, minus []int16) {
	n := len(dst)
	if n == 0 || len(src) != n || len(plus) != n || len(minus) != n {
		panic("nnue: rows of different lengths")
	}
	if avx2 {
		shiftAVX2(&dst[0], &src[0], &plus[0], &minus[0], n)
	} else {
		shiftSSE2(&dst[0], &src[0], &plus[0], &minus[0], n)
	}
}

// dot is plainDot, of lists as shift has them.
func dot(sums, weights []int16) int32 {
	n := len(sums)
	if n == 0 || len(weights) != n {
		panic("nnue: rows of different lengths")
	}
	if avx2 {
		return dotAVX2(&sums[0], &weights[0], n)
	}
	return dotSSE2(&sums[0], &weights[0], n)
}
