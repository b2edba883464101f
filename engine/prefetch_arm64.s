//go:build !purego

#include "textflag.h"

// func prefetchLine(at unsafe.Pointer)
TEXT ·prefetchLine(SB), NOSPLIT, $0-8
	MOVD at+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
