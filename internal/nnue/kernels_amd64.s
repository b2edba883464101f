//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func shiftSSE2(dst, src, plus, minus *int16, n int)
TEXT ·shiftSSE2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ plus+16(FP), R8
	MOVQ minus+24(FP), R9
	MOVQ n+32(FP), R10
	SHLQ $1, R10
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
	CMPQ  CX, R10
	JLT   next
	RET

// func shiftAVX2(dst, src, plus, minus *int16, n int)
TEXT ·shiftAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ plus+16(FP), R8
	MOVQ minus+24(FP), R9
	MOVQ n+32(FP), R10
	SHLQ $1, R10
	XORQ CX, CX

next:
	VMOVDQU (SI)(CX*1), Y0
	VMOVDQU 32(SI)(CX*1), Y1
	VPADDW  (R8)(CX*1), Y0, Y0
	VPADDW  32(R8)(CX*1), Y1, Y1
	VPSUBW  (R9)(CX*1), Y0, Y0
	VPSUBW  32(R9)(CX*1), Y1, Y1
	VMOVDQU Y0, (DI)(CX*1)
	VMOVDQU Y1, 32(DI)(CX*1)
	ADDQ    $64, CX
	CMPQ    CX, R10
	JLT     next
	VZEROUPPER
	RET

// func dotSSE2(sums, weights *int16, n int) int32
TEXT ·dotSSE2(SB), NOSPLIT, $0-28
	MOVQ sums+0(FP), SI
	MOVQ weights+8(FP), R8
	MOVQ n+16(FP), R10
	SHLQ $1, R10
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
	CMPQ    CX, R10
	JLT     term
	PSHUFL  $0x4E, X7, X0
	PADDL   X0, X7
	PSHUFL  $0xB1, X7, X0
	PADDL   X0, X7
	MOVQ    X7, AX
	MOVL    AX, ret+24(FP)
	RET

// func dotAVX2(sums, weights *int16, n int) int32
TEXT ·dotAVX2(SB), NOSPLIT, $0-28
	MOVQ  sums+0(FP), SI
	MOVQ  weights+8(FP), R8
	MOVQ  n+16(FP), R10
	SHLQ  $1, R10
	XORQ  CX, CX
	VPXOR Y7, Y7, Y7
	VPXOR Y4, Y4, Y4 // the total, in two times eight parts
	VPXOR Y6, Y6, Y6
	MOVL  $(const_One*0x10001), AX
	MOVQ  AX, X5
	VPBROADCASTD X5, Y5

term:
	VMOVDQU  (SI)(CX*1), Y0
	VMOVDQU  32(SI)(CX*1), Y2
	VPMAXSW  Y6, Y0, Y0
	VPMAXSW  Y6, Y2, Y2
	VPMINSW  Y5, Y0, Y0
	VPMINSW  Y5, Y2, Y2
	VPMULLW  (R8)(CX*1), Y0, Y1
	VPMULLW  32(R8)(CX*1), Y2, Y3
	VPMADDWD Y0, Y1, Y1
	VPMADDWD Y2, Y3, Y3
	VPADDD   Y1, Y7, Y7
	VPADDD   Y3, Y4, Y4
	ADDQ     $64, CX
	CMPQ     CX, R10
	JLT      term
	VPADDD   Y4, Y7, Y7
	VEXTRACTI128 $1, Y7, X0
	VPADDD   X0, X7, X7
	VPSHUFD  $0x4E, X7, X0
	VPADDD   X0, X7, X7
	VPSHUFD  $0xB1, X7, X0
	VPADDD   X0, X7, X7
	VZEROUPPER
	MOVQ     X7, AX
	MOVL     AX, ret+24(FP)
	RET
