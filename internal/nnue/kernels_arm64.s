//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Instructions that the assembler does not know, on vectors of eight 16-bit numbers; the
// accumulators of SMLAL (for the lower four) and SMLAL2 (for the upper four) have 32 bits.
#define SMAX(m, n, d) WORD $(0x4E606400 | (m)<<16 | (n)<<5 | (d))
#define SMIN(m, n, d) WORD $(0x4E606C00 | (m)<<16 | (n)<<5 | (d))
#define MULH8(m, n, d) WORD $(0x4E609C00 | (m)<<16 | (n)<<5 | (d))
#define SMLAL(m, n, d) WORD $(0x0E608000 | (m)<<16 | (n)<<5 | (d))
#define SMLAL2(m, n, d) WORD $(0x4E608000 | (m)<<16 | (n)<<5 | (d))

// func shiftNEON(dst, src *Sums, rows *int16, n int, on *uint16, numOn int, off *uint16, numOff int)
TEXT ·shiftNEON(SB), NOSPLIT, $0-64
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD rows+16(FP), R2 // where the chunk begins in the first row
	MOVD n+24(FP), R3
	MOVD on+32(FP), R4
	MOVD numOn+40(FP), R5
	MOVD off+48(FP), R6
	MOVD numOff+56(FP), R7
	LSL  $1, R3, R3      // bytes of a row
	MOVD R3, R8          // bytes left

chunk: // of 64 numbers
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	MOVD   R4, R9
	MOVD   R5, R10
	CBZ    R10, startOff

nextOn:
	MOVHU.P 2(R9), R11
	MADD    R3, R2, R11, R12
	VLD1.P  64(R12), [V8.H8, V9.H8, V10.H8, V11.H8]
	VLD1    (R12), [V12.H8, V13.H8, V14.H8, V15.H8]
	VADD    V8.H8, V0.H8, V0.H8
	VADD    V9.H8, V1.H8, V1.H8
	VADD    V10.H8, V2.H8, V2.H8
	VADD    V11.H8, V3.H8, V3.H8
	VADD    V12.H8, V4.H8, V4.H8
	VADD    V13.H8, V5.H8, V5.H8
	VADD    V14.H8, V6.H8, V6.H8
	VADD    V15.H8, V7.H8, V7.H8
	SUB     $1, R10
	CBNZ    R10, nextOn

startOff:
	MOVD R6, R9
	MOVD R7, R10
	CBZ  R10, store

nextOff:
	MOVHU.P 2(R9), R11
	MADD    R3, R2, R11, R12
	VLD1.P  64(R12), [V8.H8, V9.H8, V10.H8, V11.H8]
	VLD1    (R12), [V12.H8, V13.H8, V14.H8, V15.H8]
	VSUB    V8.H8, V0.H8, V0.H8
	VSUB    V9.H8, V1.H8, V1.H8
	VSUB    V10.H8, V2.H8, V2.H8
	VSUB    V11.H8, V3.H8, V3.H8
	VSUB    V12.H8, V4.H8, V4.H8
	VSUB    V13.H8, V5.H8, V5.H8
	VSUB    V14.H8, V6.H8, V6.H8
	VSUB    V15.H8, V7.H8, V7.H8
	SUB     $1, R10
	CBNZ    R10, nextOff

store:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	ADD    $128, R2
	SUBS   $128, R8
	BGT    chunk
	RET

// func dotNEON(sums, weights *int16, n int) int32
TEXT ·dotNEON(SB), NOSPLIT, $0-28
	MOVD sums+0(FP), R0
	MOVD weights+8(FP), R1
	MOVD n+16(FP), R2
	MOVD $const_One, R3
	VDUP R3, V20.H8
	VEOR V21.B16, V21.B16, V21.B16 // 0
	VEOR V16.B16, V16.B16, V16.B16 // the total, in four times four parts
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16

term:
	VLD1.P 64(R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	SMAX(21, 0, 0)
	SMAX(21, 1, 1)
	SMAX(21, 2, 2)
	SMAX(21, 3, 3)
	SMIN(20, 0, 0)
	SMIN(20, 1, 1)
	SMIN(20, 2, 2)
	SMIN(20, 3, 3)
	MULH8(0, 4, 4) // |weight| ≤ Limit, so that the product fits
	MULH8(1, 5, 5)
	MULH8(2, 6, 6)
	MULH8(3, 7, 7)
	SMLAL(0, 4, 16)
	SMLAL2(0, 4, 17)
	SMLAL(1, 5, 18)
	SMLAL2(1, 5, 19)
	SMLAL(2, 6, 16)
	SMLAL2(2, 6, 17)
	SMLAL(3, 7, 18)
	SMLAL2(3, 7, 19)
	SUBS $32, R2
	BGT  term
	VADD V17.S4, V16.S4, V16.S4
	VADD V19.S4, V18.S4, V18.S4
	VADD V18.S4, V16.S4, V16.S4
	VADDV V16.S4, V16
	VMOV V16.S[0], R0
	MOVW R0, ret+24(FP)
	RET
