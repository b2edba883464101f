//go:build !purego

package engine

// netShift is plainShift, eight numbers at a time.
//
//go:noescape
func netShift(dst, src, plus, minus *netRow)

// netDot is plainDot, eight numbers at a time.
//
//go:noescape
func netDot(sums, weights *netRow) int32

// prefetch brings the memory behind a pointer nearer.
//
//go:noescape
func prefetch(at *cluster)
