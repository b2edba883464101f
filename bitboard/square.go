package bitboard

import "fmt"

// A Square is one of the 64 squares, numbered a1 = 0, b1 = 1, … h8 = 63
// (little-endian rank-file mapping). NoSquare is the absence of one.
type Square uint8

// NoSquare is not a square of the board; its String is "-", as in a FEN. The
// functions of this package that look up or test a square treat it as a1: check
// Valid first where it can occur.
const NoSquare Square = 64

// The squares by name.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
)

// SquareAt returns the square on a file (0 = a) and a rank (0 = first); both
// must be in 0..7.
func SquareAt(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file … 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank … 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Flip returns the square seen from the other side of the board: e2 for e7.
func (s Square) Flip() Square { return s ^ 56 }

// Valid reports whether s is on the board.
func (s Square) Valid() bool { return s < 64 }

// Bitboard returns the set that holds just s.
func (s Square) Bitboard() Bitboard { return 1 << (s & 63) }

// String returns the name of the square, "e4", and "-" for NoSquare.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads a name such as "e4", in lower case. For anything else,
// including "-", the error quotes its start.
func ParseSquare(name string) (Square, error) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, fmt.Errorf("%.16q is not a square (a1 to h8)", name)
	}
	return SquareAt(int(name[0]-'a'), int(name[1]-'1')), nil
}
