//go:build !amd64 || purego

package engine

func prefetch(at *cluster) {}
