//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func shiftSSE2(dst, src *Sums, rows *int16, n int, on *uint16, numOn int, off *uint16, numOff int)
TEXT ·shiftSSE2(SB), NOSPLIT, $0-64
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ n+24(FP), R11
	MOVQ on+32(FP), R9
	MOVQ numOn+40(FP), R10
	MOVQ off+48(FP), R12
	MOVQ numOff+56(FP), R13
	SHLQ $1, R11 // bytes of a row
	XORQ CX, CX  // where a chunk of 64 numbers begins

chunk:
	MOVOU (SI)(CX*1), X0
	MOVOU 16(SI)(CX*1), X1
	MOVOU 32(SI)(CX*1), X2
	MOVOU 48(SI)(CX*1), X3
	MOVOU 64(SI)(CX*1), X4
	MOVOU 80(SI)(CX*1), X5
	MOVOU 96(SI)(CX*1), X6
	MOVOU 112(SI)(CX*1), X7
	LEAQ (R8)(CX*1), BX
	XORQ DX, DX
	JMP  testOn

nextOn:
	MOVWLZX (R9)(DX*2), AX
	IMULQ R11, AX
	ADDQ BX, AX
	MOVOU (AX), X8
	PADDW X8, X0
	MOVOU 16(AX), X8
	PADDW X8, X1
	MOVOU 32(AX), X8
	PADDW X8, X2
	MOVOU 48(AX), X8
	PADDW X8, X3
	MOVOU 64(AX), X8
	PADDW X8, X4
	MOVOU 80(AX), X8
	PADDW X8, X5
	MOVOU 96(AX), X8
	PADDW X8, X6
	MOVOU 112(AX), X8
	PADDW X8, X7
	INCQ DX

testOn:
	CMPQ DX, R10
	JLT  nextOn
	XORQ DX, DX
	JMP  testOff

nextOff:
	MOVWLZX (R12)(DX*2), AX
	IMULQ R11, AX
	ADDQ BX, AX
	MOVOU (AX), X8
	PSUBW X8, X0
	MOVOU 16(AX), X8
	PSUBW X8, X1
	MOVOU 32(AX), X8
	PSUBW X8, X2
	MOVOU 48(AX), X8
	PSUBW X8, X3
	MOVOU 64(AX), X8
	PSUBW X8, X4
	MOVOU 80(AX), X8
	PSUBW X8, X5
	MOVOU 96(AX), X8
	PSUBW X8, X6
	MOVOU 112(AX), X8
	PSUBW X8, X7
	INCQ DX

testOff:
	CMPQ DX, R13
	JLT  nextOff
	MOVOU X0, (DI)(CX*1)
	MOVOU X1, 16(DI)(CX*1)
	MOVOU X2, 32(DI)(CX*1)
	MOVOU X3, 48(DI)(CX*1)
	MOVOU X4, 64(DI)(CX*1)
	MOVOU X5, 80(DI)(CX*1)
	MOVOU X6, 96(DI)(CX*1)
	MOVOU X7, 112(DI)(CX*1)
	ADDQ $128, CX
	CMPQ CX, R11
	JLT  chunk
	RET

// func shiftAVX2(dst, src *Sums, rows *int16, n int, on *uint16, numOn int, off *uint16, numOff int)
TEXT ·shiftAVX2(SB), NOSPLIT, $0-64
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ n+24(FP), R11
	MOVQ on+32(FP), R9
	MOVQ numOn+40(FP), R10
	MOVQ off+48(FP), R12
	MOVQ numOff+56(FP), R13
	SHLQ $1, R11 // bytes of a row
	XORQ CX, CX  // where a chunk of 64 numbers begins

chunk:
	VMOVDQU (SI)(CX*1), Y0
	VMOVDQU 32(SI)(CX*1), Y1
	VMOVDQU 64(SI)(CX*1), Y2
	VMOVDQU 96(SI)(CX*1), Y3
	LEAQ (R8)(CX*1), BX
	XORQ DX, DX
	JMP  testOn

nextOn:
	MOVWLZX (R9)(DX*2), AX
	IMULQ R11, AX
	ADDQ BX, AX
	VPADDW (AX), Y0, Y0
	VPADDW 32(AX), Y1, Y1
	VPADDW 64(AX), Y2, Y2
	VPADDW 96(AX), Y3, Y3
	INCQ DX

testOn:
	CMPQ DX, R10
	JLT  nextOn
	XORQ DX, DX
	JMP  testOff

nextOff:
	MOVWLZX (R12)(DX*2), AX
	IMULQ R11, AX
	ADDQ BX, AX
	VPSUBW (AX), Y0, Y0
	VPSUBW 32(AX), Y1, Y1
	VPSUBW 64(AX), Y2, Y2
	VPSUBW 96(AX), Y3, Y3
	INCQ DX

testOff:
	CMPQ DX, R13
	JLT  nextOff
	VMOVDQU Y0, (DI)(CX*1)
	VMOVDQU Y1, 32(DI)(CX*1)
	VMOVDQU Y2, 64(DI)(CX*1)
	VMOVDQU Y3, 96(DI)(CX*1)
	ADDQ $128, CX
	CMPQ CX, R11
	JLT  chunk
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
	MOVL  $(const_One*0x10001), AX
	VMOVD AX, X5 // VEX-encoded: MOVQ after a 256-bit instruction costs some 200 cycles
	VPBROADCASTD X5, Y5
	VPXOR Y7, Y7, Y7
	VPXOR Y4, Y4, Y4 // the total, in two times eight parts
	VPXOR Y6, Y6, Y6

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
	VMOVD    X7, AX
	MOVL     AX, ret+24(FP)
	VZEROUPPER
	RET
