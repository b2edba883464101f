//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// SSE2 is part of every amd64 processor.

// func shift(dst, src, plus, minus *Row)
TEXT ·shift(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ plus+16(FP), R8
	MOVQ minus+24(FP), R9
	XORQ CX, CX

next:
	MOVOU (SI)(CX*1), X0
	MOVOU 16(SI)(CX*1), X1
	MOVOU (R8)(CX*1), X2
	MOVOU 16(R8)(CX*1), X3
	MOVOU (R9)(CX*1), X4
	MOVOU 16(R9)(CX*1), X5
	PADDW X2, X0
	PADDW X3, X1
	PSUBW X4, X0
	PSUBW X5, X1
	MOVOU X0, (DI)(CX*1)
	MOVOU X1, 16(DI)(CX*1)
	ADDQ  $32, CX
	CMPQ  CX, $(2*const_Hidden)
	JLT   next
	RET

// func dot(sums, weights *Row) int32
TEXT ·dot(SB), NOSPLIT, $0-20
	MOVQ sums+0(FP), SI
	MOVQ weights+8(FP), R8
	XORQ CX, CX
	PXOR X7, X7 // the total, in four parts
	PXOR X6, X6 // 0
	MOVL $(const_One*0x10001), AX
	MOVQ AX, X5
	PSHUFL $0, X5, X5 // One, eight times

term:
	MOVOU   (SI)(CX*1), X0
	MOVOU   (R8)(CX*1), X1
	PMAXSW  X6, X0
	PMINSW  X5, X0
	PMULLW  X0, X1 // |weight| ≤ Limit, so that the product fits
	PMADDWL X0, X1
	PADDL   X1, X7
	ADDQ    $16, CX
	CMPQ    CX, $(2*const_Hidden)
	JLT     term
	PSHUFL  $0x4E, X7, X0
	PADDL   X0, X7
	PSHUFL  $0xB1, X7, X0
	PADDL   X0, X7
	MOVQ    X7, AX
	MOVL    AX, ret+16(FP)
	RET
