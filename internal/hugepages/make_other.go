//go:build !linux

package hugepages

// Make returns n zero values of a type without pointers.
func Make[T any](n int) []T { return make([]T, n) }
