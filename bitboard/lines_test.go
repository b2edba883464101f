package bitboard

import "testing"

// aligned reports whether three squares lie on one rank, file or diagonal.
func aligned(a, b, c Square) bool {
	return a.File() == b.File() && b.File() == c.File() ||
		a.Rank() == b.Rank() && b.Rank() == c.Rank() ||
		a.File()-a.Rank() == b.File()-b.Rank() && b.File()-b.Rank() == c.File()-c.Rank() ||
		a.File()+a.Rank() == b.File()+b.Rank() && b.File()+b.Rank() == c.File()+c.Rank()
}

func within(low, x, high int) bool { return min(low, high) <= x && x <= max(low, high) }

func TestBetweenAndLine(t *testing.T) {
	for a := range Square(64) {
		for b := range Square(64) {
			var between, line Bitboard
			for c := range Square(64) {
				if a == b || !aligned(a, b, c) {
					continue
				}
				line |= c.Bitboard()
				if c != a && c != b && within(a.File(), c.File(), b.File()) && within(a.Rank(), c.Rank(), b.Rank()) {
					between |= c.Bitboard()
				}
			}
			if got := Between(a, b); got != between {
				t.Errorf("Between(%v, %v) =\n%vwant\n%v", a, b, got, between)
			}
			if got := Line(a, b); got != line {
				t.Errorf("Line(%v, %v) =\n%vwant\n%v", a, b, got, line)
			}
		}
	}
}

func TestDiagonalsAndStraights(t *testing.T) {
	for s := range Square(64) {
		if got, want := Diagonals(s), Bishop(s, 0); got != want {
			t.Errorf("Diagonals(%v) =\n%vwant\n%v", s, got, want)
		}
		if got, want := Straights(s), Rook(s, 0); got != want {
			t.Errorf("Straights(%v) =\n%vwant\n%v", s, got, want)
		}
	}
}
