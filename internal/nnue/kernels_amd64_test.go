//go:build !purego

package nnue

import "testing"

// everyKernel runs a test with each vector instruction set that the processor
// supports.
func everyKernel(t *testing.T, test func(t *testing.T)) {
	defer func(old bool) { avx2 = old }(avx2)
	if avx2 {
		t.Run("AVX2", test)
	}
	avx2 = false
	t.Run("SSE2", test)
}
