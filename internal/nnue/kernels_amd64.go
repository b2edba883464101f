//go:build !purego

package nnue

// shift is plainShift, eight numbers at a time.
//
//go:noescape
func shift(dst, src, plus, minus *Row)

// dot is plainDot, eight numbers at a time.
//
//go:noescape
func dot(sums, weights *Row) int32
