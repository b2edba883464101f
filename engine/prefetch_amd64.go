//go:build !purego

package engine

// prefetch brings the memory behind a pointer nearer.
//
//go:noescape
func prefetch(at *cluster)
