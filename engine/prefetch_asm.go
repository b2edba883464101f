//go:build (amd64 || arm64) && !purego

package engine

// prefetch loads the memory behind a pointer into the cache.
//
//go:noescape
func prefetch(at *cluster)
