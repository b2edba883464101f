//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Throughout writePieces: DI is where the next move goes, SI the board, R8 the free
// pieces, R9 the reachable squares, R10 what stops sliders, R11 the enemy, R12 the
// orders, R14 the blocks, R15 pieces of one kind that are left; Y6 the shifts, Y7 the
// mark of captures. BX is the square of a piece, and then where its blocks are, R13
// their destinations, DX where it may go.

// WRITE writes the moves of the i-th block of a piece.
#define WRITE(i) \
	PEXTQ (8*i)(R13), R11, AX; \
	VMOVD AX, X0; \
	VPBROADCASTD X0, Y0; \
	VPSLLVD Y6, Y0, Y0; \
	VPAND Y7, Y0, Y0; \
	VPOR (32*i)(BX), Y0, Y0; \
	PEXTQ (8*i)(R13), DX, CX; \
	VPMOVZXBD (R12)(CX*8), Y1; \
	VPERMD Y0, Y1, Y0; \
	VMOVDQU Y0, (DI); \
	POPCNTQ CX, CX; \
	LEAQ (DI)(CX*4), DI

// NEXT takes a piece from those that are left.
#define NEXT \
	TZCNTQ R15, BX; \
	BLSRQ R15, R15

// BLOCKS finds the blocks of the piece, so many as 1 << n.
#define BLOCKS(moves, on, n) \
	MOVQ BX, R13; \
	SHLQ $(n+3), R13; \
	SHLQ $(n+5), BX; \
	LEAQ on(R14)(R13*1), R13; \
	LEAQ moves(R14)(BX*1), BX

// SLIDE leaves in set what a slider sees.
#define SLIDE(see, shift, set) \
	MOVQ see(R14), AX; \
	LEAQ (BX)(BX*2), CX; \
	LEAQ (AX)(CX*8), AX; \
	MOVQ (AX), set; \
	ORQ R10, set; \
	IMULQ 8(AX), set; \
	SHRQ $shift, set; \
	MOVQ 16(AX), AX; \
	MOVQ (AX)(set*8), set

// func writePieces(out *Move, n int, b *Board, free, reachable, stops, enemy Bitboard) int
TEXT ·writePieces(SB), NOSPLIT, $0-64
	MOVQ out+0(FP), DI
	MOVQ n+8(FP), AX
	MOVQ b+16(FP), SI
	MOVQ free+24(FP), R8
	MOVQ reachable+32(FP), R9
	MOVQ stops+40(FP), R10
	MOVQ enemy+48(FP), R11
	MOVQ ·blocks(SB), R14
	LEAQ (DI)(AX*4), DI
	LEAQ moveBlocks_orders(R14), R12
	VMOVDQU moveBlocks_shifts(R14), Y6
	VPBROADCASTD moveBlocks_capture(R14), Y7

	MOVQ Board_Knights(SI), R15
	ANDQ R8, R15
	JZ   bishops

knight:
	NEXT
	BLOCKS(moveBlocks_knights, moveBlocks_onKnights, 0)
	MOVQ  R9, DX
	WRITE(0)
	TESTQ R15, R15
	JNZ   knight

bishops:
	MOVQ  Board_Diagonals(SI), R15
	MOVQ  Board_Straights(SI), CX
	ANDNQ R15, CX, R15
	ANDQ  R8, R15
	JZ    rooks

bishop:
	NEXT
	SLIDE(moveBlocks_bishopsSee, const_bishopShift, DX)
	ANDQ  R9, DX
	BLOCKS(moveBlocks_bishops, moveBlocks_onBishops, 1)
	WRITE(0)
	WRITE(1)
	TESTQ R15, R15
	JNZ   bishop

rooks:
	MOVQ  Board_Straights(SI), R15
	MOVQ  Board_Diagonals(SI), CX
	ANDNQ R15, CX, R15
	ANDQ  R8, R15
	JZ    queens

rook:
	NEXT
	SLIDE(moveBlocks_rooksSee, const_rookShift, DX)
	ANDQ  R9, DX
	BLOCKS(moveBlocks_rooks, moveBlocks_onRooks, 1)
	WRITE(0)
	WRITE(1)
	TESTQ R15, R15
	JNZ   rook

queens:
	MOVQ Board_Straights(SI), R15
	ANDQ Board_Diagonals(SI), R15
	ANDQ R8, R15
	JZ   done

queen:
	NEXT
	SLIDE(moveBlocks_bishopsSee, const_bishopShift, R13)
	SLIDE(moveBlocks_rooksSee, const_rookShift, DX)
	ORQ   R13, DX
	ANDQ  R9, DX
	BLOCKS(moveBlocks_queens, moveBlocks_onQueens, 2)
	WRITE(0)
	WRITE(1)
	WRITE(2)
	WRITE(3)
	TESTQ R15, R15
	JNZ   queen

done:
	VZEROUPPER
	SUBQ out+0(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+56(FP)
	RET

// func cpuid(leaf uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	XORL CX, CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET
