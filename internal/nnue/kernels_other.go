//go:build (!amd64 && !arm64) || purego

package nnue

func shift(dst, src *Sums, n *Network, on, off []uint16) { plainShift(dst, src, n, on, off) }

func dot(sums, weights []int16) int32 { return plainDot(sums, weights) }
