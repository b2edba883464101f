//go:build (amd64 || arm64) && !purego

package engine

import "unsafe"

// prefetch loads the memory behind a pointer into the cache.
func prefetch[T any](at *T) { prefetchLine(unsafe.Pointer(at)) }

//go:noescape
func prefetchLine(at unsafe.Pointer)
