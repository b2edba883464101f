package bitboard

import "testing"

func TestSquareNumbers(t *testing.T) {
	for s, name := range map[Square]string{A1: "a1", B1: "b1", H1: "h1", A2: "a2", E4: "e4", D5: "d5", H8: "h8", NoSquare: "-"} {
		if s.String() != name {
			t.Errorf("square %d is %v, want %s", uint8(s), s, name)
		}
	}
	for s := range Square(64) {
		if got := SquareAt(s.File(), s.Rank()); got != s {
			t.Errorf("SquareAt(%d, %d) = %v, want %v", s.File(), s.Rank(), got, s)
		}
		if got := SquareAt(s.File(), 7-s.Rank()); got != s.Flip() {
			t.Errorf("%v.Flip() = %v, want %v", s, s.Flip(), got)
		}
		if got := s.Bitboard().First(); got != s || s.Bitboard().Count() != 1 {
			t.Errorf("%v.Bitboard() =\n%v", s, s.Bitboard())
		}
		if !s.Valid() {
			t.Errorf("%v is not valid", s)
		}
	}
	if NoSquare.Valid() {
		t.Error("NoSquare is valid")
	}
}

func TestParseSquare(t *testing.T) {
	for s := range Square(64) {
		if got, err := ParseSquare(s.String()); got != s || err != nil {
			t.Errorf("ParseSquare(%q) = %v, %v", s.String(), got, err)
		}
	}
	for name, message := range map[string]string{
		"":    `"" is not a square (a1 to h8)`,
		"-":   `"-" is not a square (a1 to h8)`,
		"e":   `"e" is not a square (a1 to h8)`,
		"E4":  `"E4" is not a square (a1 to h8)`,
		"e44": `"e44" is not a square (a1 to h8)`,
		"4e":  `"4e" is not a square (a1 to h8)`,
		"i1":  `"i1" is not a square (a1 to h8)`,
		"a0":  `"a0" is not a square (a1 to h8)`,
		"a9":  `"a9" is not a square (a1 to h8)`,
		"`1":  "\"`1\" is not a square (a1 to h8)",
		"é":   `"é" is not a square (a1 to h8)`,
		"a\n": `"a\n" is not a square (a1 to h8)`,

		"rnbqkbnr/pppppppp/8": `"rnbqkbnr/ppppppp" is not a square (a1 to h8)`,
	} {
		got, err := ParseSquare(name)
		if got != NoSquare || err == nil || err.Error() != message {
			t.Errorf("ParseSquare(%q) = %v, %v", name, got, err)
		}
	}
}
