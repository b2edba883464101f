//go:build !amd64 || purego

package nnue

func shift(dst, src, plus, minus *Row) { plainShift(dst, src, plus, minus) }

func dot(sums, weights *Row) int32 { return plainDot(sums, weights) }
