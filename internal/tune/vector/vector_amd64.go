//go:build !purego

package vector

import "golang.org/x/sys/cpu"

// vectors reports whether the processor can run vector_amd64.s.
var vectors = cpu.X86.HasAVX2
