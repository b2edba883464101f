//go:build !amd64 || purego

package engine

func netShift(dst, src, plus, minus *netRow) { plainShift(dst, src, plus, minus) }

func netDot(sums, weights *netRow) int32 { return plainDot(sums, weights) }

func prefetch(at *cluster) {}
