//go:build !amd64 || purego

package nnue

import "testing"

// everyKernel runs a test with the only kernel that there is.
func everyKernel(t *testing.T, test func(t *testing.T)) { t.Run("the only one", test) }
