//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func sumVector(dst, start, rows *float32, index *uint16, n, width int)
TEXT ·sumVector(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ start+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ index+24(FP), R9
	MOVQ n+32(FP), R10
	MOVQ width+40(FP), R11
	SHLQ $2, R11 // bytes of a row
	XORQ CX, CX  // where a chunk of 64 numbers begins

sumChunk:
	VMOVUPS (SI)(CX*1), Y0
	VMOVUPS 32(SI)(CX*1), Y1
	VMOVUPS 64(SI)(CX*1), Y2
	VMOVUPS 96(SI)(CX*1), Y3
	VMOVUPS 128(SI)(CX*1), Y4
	VMOVUPS 160(SI)(CX*1), Y5
	VMOVUPS 192(SI)(CX*1), Y6
	VMOVUPS 224(SI)(CX*1), Y7
	LEAQ    (R8)(CX*1), BX
	XORQ    DX, DX

sumRow:
	MOVWLZX (R9)(DX*2), AX
	IMULQ   R11, AX
	ADDQ    BX, AX
	VADDPS  (AX), Y0, Y0
	VADDPS  32(AX), Y1, Y1
	VADDPS  64(AX), Y2, Y2
	VADDPS  96(AX), Y3, Y3
	VADDPS  128(AX), Y4, Y4
	VADDPS  160(AX), Y5, Y5
	VADDPS  192(AX), Y6, Y6
	VADDPS  224(AX), Y7, Y7
	INCQ    DX
	CMPQ    DX, R10
	JLT     sumRow
	VMOVUPS Y0, (DI)(CX*1)
	VMOVUPS Y1, 32(DI)(CX*1)
	VMOVUPS Y2, 64(DI)(CX*1)
	VMOVUPS Y3, 96(DI)(CX*1)
	VMOVUPS Y4, 128(DI)(CX*1)
	VMOVUPS Y5, 160(DI)(CX*1)
	VMOVUPS Y6, 192(DI)(CX*1)
	VMOVUPS Y7, 224(DI)(CX*1)
	ADDQ    $256, CX
	CMPQ    CX, R11
	JLT     sumChunk
	VZEROUPPER
	RET

// func scatterVector(rows, add *float32, index *uint16, n, width int)
TEXT ·scatterVector(SB), NOSPLIT, $0-40
	MOVQ rows+0(FP), R8
	MOVQ add+8(FP), SI
	MOVQ index+16(FP), R9
	MOVQ n+24(FP), R10
	MOVQ width+32(FP), R11
	SHLQ $2, R11
	XORQ CX, CX

scatterChunk:
	VMOVUPS (SI)(CX*1), Y0
	VMOVUPS 32(SI)(CX*1), Y1
	VMOVUPS 64(SI)(CX*1), Y2
	VMOVUPS 96(SI)(CX*1), Y3
	VMOVUPS 128(SI)(CX*1), Y4
	VMOVUPS 160(SI)(CX*1), Y5
	VMOVUPS 192(SI)(CX*1), Y6
	VMOVUPS 224(SI)(CX*1), Y7
	LEAQ    (R8)(CX*1), BX
	XORQ    DX, DX

scatterRow:
	MOVWLZX (R9)(DX*2), AX
	IMULQ   R11, AX
	ADDQ    BX, AX
	VADDPS  (AX), Y0, Y8
	VADDPS  32(AX), Y1, Y9
	VADDPS  64(AX), Y2, Y10
	VADDPS  96(AX), Y3, Y11
	VADDPS  128(AX), Y4, Y12
	VADDPS  160(AX), Y5, Y13
	VADDPS  192(AX), Y6, Y14
	VADDPS  224(AX), Y7, Y15
	VMOVUPS Y8, (AX)
	VMOVUPS Y9, 32(AX)
	VMOVUPS Y10, 64(AX)
	VMOVUPS Y11, 96(AX)
	VMOVUPS Y12, 128(AX)
	VMOVUPS Y13, 160(AX)
	VMOVUPS Y14, 192(AX)
	VMOVUPS Y15, 224(AX)
	INCQ    DX
	CMPQ    DX, R10
	JLT     scatterRow
	ADDQ    $256, CX
	CMPQ    CX, R11
	JLT     scatterChunk
	VZEROUPPER
	RET

// func activateVector(squares, sums, weights *float32, n int) float32
TEXT ·activateVector(SB), NOSPLIT, $0-36
	MOVQ   squares+0(FP), DI
	MOVQ   sums+8(FP), SI
	MOVQ   weights+16(FP), R8
	MOVQ   n+24(FP), R10
	SHLQ   $2, R10
	VXORPS Y6, Y6, Y6 // 0
	VXORPS Y7, Y7, Y7 // the total, in eight parts
	MOVL   $0x3f800000, AX
	VMOVD  AX, X5
	VBROADCASTSS X5, Y5 // 1
	XORQ   CX, CX

activateNext:
	VMOVUPS (SI)(CX*1), Y0
	VMAXPS  Y6, Y0, Y0
	VMINPS  Y5, Y0, Y0
	VMULPS  Y0, Y0, Y0
	VMOVUPS Y0, (DI)(CX*1)
	VMULPS  (R8)(CX*1), Y0, Y0
	VADDPS  Y0, Y7, Y7
	ADDQ    $32, CX
	CMPQ    CX, R10
	JLT     activateNext
	VEXTRACTF128 $1, Y7, X0
	VADDPS  X0, X7, X7 // 0+4, 1+5, 2+6, 3+7
	VPSHUFD $0x4E, X7, X0
	VADDPS  X0, X7, X7
	VPSHUFD $0xB1, X7, X0
	VADDPS  X0, X7, X7
	VZEROUPPER
	MOVSS   X7, ret+32(FP)
	RET

// func backwardVector(slope, weightSlope, biasSlope, squares, sums, weights *float32, n int, factor float32)
TEXT ·backwardVector(SB), NOSPLIT, $0-60
	MOVQ   slope+0(FP), DI
	MOVQ   weightSlope+8(FP), R9
	MOVQ   biasSlope+16(FP), R11
	MOVQ   squares+24(FP), R12
	MOVQ   sums+32(FP), SI
	MOVQ   weights+40(FP), R8
	MOVQ   n+48(FP), R10
	SHLQ   $2, R10
	VBROADCASTSS factor+56(FP), Y7
	VADDPS Y7, Y7, Y8 // twice the factor
	VXORPS Y6, Y6, Y6
	MOVL   $0x3f800000, AX
	VMOVD  AX, X5
	VBROADCASTSS X5, Y5
	XORQ   CX, CX

backwardNext:
	VMULPS  (R12)(CX*1), Y7, Y0
	VADDPS  (R9)(CX*1), Y0, Y0
	VMOVUPS Y0, (R9)(CX*1)
	VMOVUPS (SI)(CX*1), Y1
	VCMPPS  $0x1E, Y6, Y1, Y2 // x > 0
	VCMPPS  $0x11, Y5, Y1, Y3 // x < 1
	VANDPS  Y2, Y3, Y3
	VMULPS  Y8, Y1, Y1
	VMULPS  (R8)(CX*1), Y1, Y1
	VANDPS  Y3, Y1, Y1
	VMOVUPS Y1, (DI)(CX*1)
	VADDPS  (R11)(CX*1), Y1, Y1
	VMOVUPS Y1, (R11)(CX*1)
	ADDQ    $32, CX
	CMPQ    CX, R10
	JLT     backwardNext
	VZEROUPPER
	RET

// func addToVector(dst, src *float32, n int)
TEXT ·addToVector(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), R10
	SHLQ $2, R10
	XORQ CX, CX

addToNext:
	VMOVUPS (DI)(CX*1), Y0
	VADDPS  (SI)(CX*1), Y0, Y0
	VMOVUPS Y0, (DI)(CX*1)
	ADDQ    $32, CX
	CMPQ    CX, R10
	JLT     addToNext
	VZEROUPPER
	RET

// func adamVector(a *Adam, numbers, mean, square, gradient *float32, n int)
TEXT ·adamVector(SB), NOSPLIT, $0-48
	MOVQ   a+0(FP), AX
	MOVQ   numbers+8(FP), DI
	MOVQ   mean+16(FP), R8
	MOVQ   square+24(FP), R9
	MOVQ   gradient+32(FP), SI
	MOVQ   n+40(FP), R10
	SHLQ   $2, R10
	VBROADCASTSS Adam_Size(AX), Y15
	VBROADCASTSS Adam_Forget(AX), Y14
	VBROADCASTSS Adam_ForgetSquare(AX), Y13
	VBROADCASTSS Adam_Rate(AX), Y12
	VBROADCASTSS Adam_GrownSquare(AX), Y11
	VBROADCASTSS Adam_Tiny(AX), Y10
	VBROADCASTSS Adam_Shrink(AX), Y9
	VBROADCASTSS Adam_Bound(AX), Y8
	MOVL   $0x3f800000, BX
	VMOVD  BX, X0
	VBROADCASTSS X0, Y0
	VSUBPS Y14, Y0, Y7 // what the mean takes in
	VSUBPS Y13, Y0, Y6 // what the mean of the squares takes in
	VXORPS Y5, Y5, Y5
	VSUBPS Y8, Y5, Y5  // the lower bound
	XORQ   CX, CX

adamNext:
	VMULPS  (SI)(CX*1), Y15, Y0
	VMULPS  (R8)(CX*1), Y14, Y1
	VMULPS  Y0, Y7, Y2
	VADDPS  Y2, Y1, Y1
	VMOVUPS Y1, (R8)(CX*1)
	VMULPS  (R9)(CX*1), Y13, Y2
	VMULPS  Y0, Y6, Y3
	VMULPS  Y0, Y3, Y3
	VADDPS  Y3, Y2, Y2
	VMOVUPS Y2, (R9)(CX*1)
	VMULPS  Y11, Y2, Y2
	VSQRTPS Y2, Y2
	VADDPS  Y10, Y2, Y2
	VMULPS  Y12, Y1, Y1
	VDIVPS  Y2, Y1, Y1
	VMULPS  (DI)(CX*1), Y9, Y0
	VSUBPS  Y1, Y0, Y0
	VMAXPS  Y5, Y0, Y0
	VMINPS  Y8, Y0, Y0
	VMOVUPS Y0, (DI)(CX*1)
	ADDQ    $32, CX
	CMPQ    CX, R10
	JLT     adamNext
	VZEROUPPER
	RET
