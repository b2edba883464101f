//go:build !amd64 || purego

package nnue

import "testing"

// everyKernel runs a test with the plain code, the only kernel here.
func everyKernel(t *testing.T, test func(t *testing.T)) { t.Run("plain", test) }
