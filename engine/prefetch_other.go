//go:build (!amd64 && !arm64) || purego

package engine

func prefetch[T any](*T) {}
