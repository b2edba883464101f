package bitboard_test

import (
	"fmt"

	"github.com/heterodox-chess/heterodox/bitboard"
)

func ExampleRook() {
	occupied := bitboard.Of(bitboard.D4, bitboard.D6, bitboard.B4, bitboard.G7)
	fmt.Print(bitboard.Rook(bitboard.D4, occupied))
	// Output:
	// . . . . . . . .
	// . . . . . . . .
	// . . . x . . . .
	// . . . x . . . .
	// . x x . x x x x
	// . . . x . . . .
	// . . . x . . . .
	// . . . x . . . .
}

func ExampleBishop() {
	occupied := bitboard.Of(bitboard.C1, bitboard.B2, bitboard.F4)
	fmt.Print(bitboard.Bishop(bitboard.C1, occupied))
	// Output:
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . x . .
	// . . . . x . . .
	// . x . x . . . .
	// . . . . . . . .
}

func ExampleQueen() {
	fmt.Println(bitboard.Queen(bitboard.A1, bitboard.Rank2|bitboard.FileC).Squares())
	// Output: [b1 c1 a2 b2]
}

func ExampleKnight() {
	fmt.Print(bitboard.Knight(bitboard.B1))
	// Output:
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// . . . . . . . .
	// x . x . . . . .
	// . . . x . . . .
	// . . . . . . . .
}

func ExamplePawn() {
	const white, black = 0, 1
	fmt.Println(bitboard.Pawn(white, bitboard.E4).Squares(), bitboard.Pawn(black, bitboard.A5).Squares())
	// Output: [d5 f5] [b4]
}

func ExampleBetween() {
	fmt.Println(bitboard.Between(bitboard.B2, bitboard.F6).Squares())
	fmt.Println(bitboard.Between(bitboard.B2, bitboard.C4).Squares())
	// Output:
	// [c3 d4 e5]
	// []
}

func ExampleLine() {
	fmt.Println(bitboard.Line(bitboard.D2, bitboard.E3).Squares())
	// Output: [c1 d2 e3 f4 g5 h6]
}

// The members come in ascending order.
func ExampleBitboard_Next() {
	for b := bitboard.Of(bitboard.H8, bitboard.A1, bitboard.C2); b != 0; b = b.Next() {
		fmt.Println(b.First())
	}
	// Output:
	// a1
	// c2
	// h8
}

func ExampleParseSquare() {
	s, err := bitboard.ParseSquare("e4")
	fmt.Println(s, s.File(), s.Rank(), err)
	_, err = bitboard.ParseSquare("e9")
	fmt.Println(err)
	// Output:
	// e4 4 3 <nil>
	// "e9" is not a square (a1 to h8)
}
