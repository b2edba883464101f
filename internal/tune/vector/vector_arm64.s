//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Instructions that the assembler does not know, on vectors of four 32-bit floats; n is
// the first operand, m the second: n - m, n / m, n > m.
#define FADD4(m, n, d) WORD $(0x4E20D400 | (m)<<16 | (n)<<5 | (d))
#define FSUB4(m, n, d) WORD $(0x4EA0D400 | (m)<<16 | (n)<<5 | (d))
#define FMUL4(m, n, d) WORD $(0x6E20DC00 | (m)<<16 | (n)<<5 | (d))
#define FDIV4(m, n, d) WORD $(0x6E20FC00 | (m)<<16 | (n)<<5 | (d))
#define FMAX4(m, n, d) WORD $(0x4E20F400 | (m)<<16 | (n)<<5 | (d))
#define FMIN4(m, n, d) WORD $(0x4EA0F400 | (m)<<16 | (n)<<5 | (d))
#define FCMGT4(m, n, d) WORD $(0x6EA0E400 | (m)<<16 | (n)<<5 | (d))
#define FSQRT4(n, d) WORD $(0x6EA1F800 | (n)<<5 | (d))

// func sumVector(dst, start, rows *float32, index *uint16, n, width int)
TEXT ·sumVector(SB), NOSPLIT, $0-48
	MOVD dst+0(FP), R0
	MOVD start+8(FP), R1
	MOVD rows+16(FP), R2 // where the chunk begins in the first row
	MOVD index+24(FP), R3
	MOVD n+32(FP), R4
	MOVD width+40(FP), R5
	LSL  $2, R5, R5      // bytes of a row
	MOVD R5, R6          // bytes left

sumChunk: // of 64 numbers
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R1), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1.P 64(R1), [V8.S4, V9.S4, V10.S4, V11.S4]
	VLD1.P 64(R1), [V12.S4, V13.S4, V14.S4, V15.S4]
	MOVD   R3, R7
	MOVD   R4, R8

sumRow:
	MOVHU.P 2(R7), R9
	MADD    R5, R2, R9, R10
	VLD1.P  64(R10), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1.P  64(R10), [V20.S4, V21.S4, V22.S4, V23.S4]
	FADD4(16, 0, 0)
	FADD4(17, 1, 1)
	FADD4(18, 2, 2)
	FADD4(19, 3, 3)
	FADD4(20, 4, 4)
	FADD4(21, 5, 5)
	FADD4(22, 6, 6)
	FADD4(23, 7, 7)
	VLD1.P  64(R10), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1    (R10), [V20.S4, V21.S4, V22.S4, V23.S4]
	FADD4(16, 8, 8)
	FADD4(17, 9, 9)
	FADD4(18, 10, 10)
	FADD4(19, 11, 11)
	FADD4(20, 12, 12)
	FADD4(21, 13, 13)
	FADD4(22, 14, 14)
	FADD4(23, 15, 15)
	SUBS    $1, R8
	BGT     sumRow
	VST1.P  [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	VST1.P  [V4.S4, V5.S4, V6.S4, V7.S4], 64(R0)
	VST1.P  [V8.S4, V9.S4, V10.S4, V11.S4], 64(R0)
	VST1.P  [V12.S4, V13.S4, V14.S4, V15.S4], 64(R0)
	ADD     $256, R2
	SUBS    $256, R6
	BGT     sumChunk
	RET

// func scatterVector(rows, add *float32, index *uint16, n, width int)
TEXT ·scatterVector(SB), NOSPLIT, $0-40
	MOVD rows+0(FP), R2
	MOVD add+8(FP), R1
	MOVD index+16(FP), R3
	MOVD n+24(FP), R4
	MOVD width+32(FP), R5
	LSL  $2, R5, R5
	MOVD R5, R6

scatterChunk: // of 32 numbers
	VLD1.P 64(R1), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R1), [V4.S4, V5.S4, V6.S4, V7.S4]
	MOVD   R3, R7
	MOVD   R4, R8

scatterRow:
	MOVHU.P 2(R7), R9
	MADD    R5, R2, R9, R10
	ADD     $64, R10, R11
	VLD1    (R10), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1    (R11), [V20.S4, V21.S4, V22.S4, V23.S4]
	FADD4(0, 16, 16)
	FADD4(1, 17, 17)
	FADD4(2, 18, 18)
	FADD4(3, 19, 19)
	FADD4(4, 20, 20)
	FADD4(5, 21, 21)
	FADD4(6, 22, 22)
	FADD4(7, 23, 23)
	VST1    [V16.S4, V17.S4, V18.S4, V19.S4], (R10)
	VST1    [V20.S4, V21.S4, V22.S4, V23.S4], (R11)
	SUBS    $1, R8
	BGT     scatterRow
	ADD     $128, R2
	SUBS    $128, R6
	BGT     scatterChunk
	RET

// func activateVector(squares, sums, weights *float32, n int) float32
TEXT ·activateVector(SB), NOSPLIT, $0-36
	MOVD  squares+0(FP), R0
	MOVD  sums+8(FP), R1
	MOVD  weights+16(FP), R2
	MOVD  n+24(FP), R3
	FMOVS $1.0, F20
	VDUP  V20.S[0], V20.S4
	VEOR  V21.B16, V21.B16, V21.B16 // 0
	VEOR  V16.B16, V16.B16, V16.B16 // the total, in eight parts
	VEOR  V17.B16, V17.B16, V17.B16

activateNext:
	VLD1.P 32(R1), [V0.S4, V1.S4]
	VLD1.P 32(R2), [V2.S4, V3.S4]
	FMAX4(21, 0, 0)
	FMAX4(21, 1, 1)
	FMIN4(20, 0, 0)
	FMIN4(20, 1, 1)
	FMUL4(0, 0, 0)
	FMUL4(1, 1, 1)
	VST1.P [V0.S4, V1.S4], 32(R0)
	FMUL4(2, 0, 0)
	FMUL4(3, 1, 1)
	FADD4(0, 16, 16)
	FADD4(1, 17, 17)
	SUBS   $8, R3
	BGT    activateNext
	FADD4(17, 16, 16)                       // 0+4, 1+5, 2+6, 3+7
	VEXT   $8, V16.B16, V16.B16, V0.B16
	FADD4(0, 16, 16)
	VEXT   $4, V16.B16, V16.B16, V0.B16
	FADD4(0, 16, 16)
	FMOVS  F16, ret+32(FP)
	RET

// func backwardVector(slope, weightSlope, biasSlope, squares, sums, weights *float32, n int, factor float32)
TEXT ·backwardVector(SB), NOSPLIT, $0-60
	MOVD  slope+0(FP), R0
	MOVD  weightSlope+8(FP), R1
	MOVD  biasSlope+16(FP), R2
	MOVD  squares+24(FP), R3
	MOVD  sums+32(FP), R4
	MOVD  weights+40(FP), R5
	MOVD  n+48(FP), R6
	FMOVS factor+56(FP), F16
	VDUP  V16.S[0], V16.S4
	FADD4(16, 16, 17)               // twice the factor
	FMOVS $1.0, F20
	VDUP  V20.S[0], V20.S4
	VEOR  V21.B16, V21.B16, V21.B16

backwardNext:
	VLD1.P 16(R3), [V0.S4]
	VLD1   (R1), [V1.S4]
	FMUL4(0, 16, 0)
	FADD4(1, 0, 0)
	VST1.P [V0.S4], 16(R1)
	VLD1.P 16(R4), [V1.S4]
	VLD1.P 16(R5), [V4.S4]
	FCMGT4(21, 1, 2)                // x > 0
	FCMGT4(1, 20, 3)                // 1 > x
	VAND   V2.B16, V3.B16, V3.B16
	FMUL4(17, 1, 1)
	FMUL4(4, 1, 1)
	VAND   V3.B16, V1.B16, V1.B16
	VST1.P [V1.S4], 16(R0)
	VLD1   (R2), [V0.S4]
	FADD4(0, 1, 1)
	VST1.P [V1.S4], 16(R2)
	SUBS   $4, R6
	BGT    backwardNext
	RET

// func addToVector(dst, src *float32, n int)
TEXT ·addToVector(SB), NOSPLIT, $0-24
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD n+16(FP), R2

addToNext:
	VLD1   (R0), [V0.S4, V1.S4]
	VLD1.P 32(R1), [V2.S4, V3.S4]
	FADD4(2, 0, 0)
	FADD4(3, 1, 1)
	VST1.P [V0.S4, V1.S4], 32(R0)
	SUBS   $8, R2
	BGT    addToNext
	RET

// func adamVector(a *Adam, numbers, mean, square, gradient *float32, n int)
TEXT ·adamVector(SB), NOSPLIT, $0-48
	MOVD  a+0(FP), R0
	MOVD  numbers+8(FP), R1
	MOVD  mean+16(FP), R2
	MOVD  square+24(FP), R3
	MOVD  gradient+32(FP), R4
	MOVD  n+40(FP), R5
	FMOVS Adam_Size(R0), F15
	FMOVS Adam_Forget(R0), F14
	FMOVS Adam_ForgetSquare(R0), F13
	FMOVS Adam_Rate(R0), F12
	FMOVS Adam_GrownSquare(R0), F11
	FMOVS Adam_Tiny(R0), F10
	FMOVS Adam_Shrink(R0), F9
	FMOVS Adam_Bound(R0), F8
	FMOVS $1.0, F0
	FSUBS F14, F0, F7               // what the mean takes in
	FSUBS F13, F0, F6               // what the mean of the squares takes in
	FNEGS F8, F5                    // the lower bound
	VDUP  V15.S[0], V15.S4
	VDUP  V14.S[0], V14.S4
	VDUP  V13.S[0], V13.S4
	VDUP  V12.S[0], V12.S4
	VDUP  V11.S[0], V11.S4
	VDUP  V10.S[0], V10.S4
	VDUP  V9.S[0], V9.S4
	VDUP  V8.S[0], V8.S4
	VDUP  V7.S[0], V7.S4
	VDUP  V6.S[0], V6.S4
	VDUP  V5.S[0], V5.S4

adamNext:
	VLD1.P 16(R4), [V16.S4]
	VLD1   (R2), [V17.S4]
	VLD1   (R3), [V18.S4]
	VLD1   (R1), [V20.S4]
	FMUL4(16, 15, 16)               // the gradient
	FMUL4(17, 14, 17)
	FMUL4(16, 7, 19)
	FADD4(19, 17, 17)               // its mean
	VST1.P [V17.S4], 16(R2)
	FMUL4(18, 13, 18)
	FMUL4(16, 6, 19)
	FMUL4(16, 19, 19)
	FADD4(19, 18, 18)               // the mean of its squares
	VST1.P [V18.S4], 16(R3)
	FMUL4(11, 18, 18)
	FSQRT4(18, 18)
	FADD4(10, 18, 18)
	FMUL4(12, 17, 17)
	FDIV4(18, 17, 17)
	FMUL4(9, 20, 20)
	FSUB4(17, 20, 20)
	FMAX4(5, 20, 20)
	FMIN4(8, 20, 20)
	VST1.P [V20.S4], 16(R1)
	SUBS   $4, R5
	BGT    adamNext
	RET
