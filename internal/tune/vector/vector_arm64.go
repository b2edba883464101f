//go:build !purego

package vector

// vectors reports whether the processor can run vector_arm64.s: NEON (Advanced SIMD) is
// part of arm64.
const vectors = true
