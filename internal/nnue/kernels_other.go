//go:build !amd64 || purego

package nnue

func shift(dst, src, plus, minus []int16) { plainShift(dst, src, plus, minus) }

func dot(sums, weights []int16) int32 { return plainDot(sums, weights) }
