// Package bitboard is the geometry of the 8×8 board: squares, sets of squares
// in one machine word, and the attack sets of every kind of mover. It knows
// no rules of chess.
//
// A Bitboard has bit n set when square n (a1 = 0 … h8 = 63) is a member:
//
//	8  56 57 58 59 60 61 62 63
//	7  48 49 50 51 52 53 54 55
//	…
//	2   8  9 10 11 12 13 14 15
//	1   0  1  2  3  4  5  6  7
//	    a  b  c  d  e  f  g  h
package bitboard

import (
	"math/bits"
	"strings"
)

// A Bitboard is a set of squares. The zero value is the empty set; the
// operators &, |, ^ and &^ are intersection, union, symmetric difference and
// difference.
type Bitboard uint64

// Files, ranks, the colours of the squares, and the whole board.
const (
	FileA Bitboard = 0x0101010101010101
	FileB          = FileA << 1
	FileC          = FileA << 2
	FileD          = FileA << 3
	FileE          = FileA << 4
	FileF          = FileA << 5
	FileG          = FileA << 6
	FileH          = FileA << 7

	Rank1 Bitboard = 0xff
	Rank2          = Rank1 << 8
	Rank3          = Rank1 << 16
	Rank4          = Rank1 << 24
	Rank5          = Rank1 << 32
	Rank6          = Rank1 << 40
	Rank7          = Rank1 << 48
	Rank8          = Rank1 << 56

	DarkSquares  Bitboard = 0xaa55aa55aa55aa55 // a1 is dark
	LightSquares          = ^DarkSquares

	All Bitboard = 1<<64 - 1
)

// Of returns the set of the given squares.
func Of(squares ...Square) Bitboard {
	var b Bitboard
	for _, s := range squares {
		b |= s.Bitboard()
	}
	return b
}

// Count returns the number of members.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// Has reports whether s is a member.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// First returns the member with the lowest number, NoSquare for the empty set. With
// Next it iterates over a set:
//
//	for ; b != 0; b = b.Next() {
//		use(b.First())
//	}
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Next returns b without its First.
func (b Bitboard) Next() Bitboard { return b & (b - 1) }

// Several reports whether b has two members or more.
func (b Bitboard) Several() bool { return b&(b-1) != 0 }

// Flip mirrors the board top to bottom: rank 1 becomes rank 8.
func (b Bitboard) Flip() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// Squares returns the members in ascending order, in a new slice. Where the
// allocation matters, use First and Next.
func (b Bitboard) Squares() []Square {
	list := make([]Square, 0, b.Count())
	for ; b != 0; b = b.Next() {
		list = append(list, b.First())
	}
	return list
}

// String draws the set, eighth rank on top, x for a member and a dot for the
// rest; every rank ends in a newline.
func (b Bitboard) String() string {
	var out strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			mark := byte('.')
			if b.Has(SquareAt(file, rank)) {
				mark = 'x'
			}
			out.WriteByte(mark)
			if file < 7 {
				out.WriteByte(' ')
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}
