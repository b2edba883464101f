//go:build !purego

package engine

// prefetch loads the memory behind a pointer into the cache.
//
//go:noescape
func prefetch(at *cluster)
