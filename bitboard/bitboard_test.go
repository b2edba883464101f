package bitboard

import (
	"math/bits"
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	if got := Of(); got != 0 {
		t.Errorf("Of() = %#x", uint64(got))
	}
	if got, want := Of(A1, H1, A1, H8), Bitboard(1<<0|1<<7|1<<63); got != want {
		t.Errorf("Of(a1, h1, a1, h8) = %#x, want %#x", uint64(got), uint64(want))
	}
}

func TestFilesAndRanks(t *testing.T) {
	files := []Bitboard{FileA, FileB, FileC, FileD, FileE, FileF, FileG, FileH}
	ranks := []Bitboard{Rank1, Rank2, Rank3, Rank4, Rank5, Rank6, Rank7, Rank8}
	for s := range Square(64) {
		for i := range 8 {
			if got, want := files[i].Has(s), i == s.File(); got != want {
				t.Errorf("%v on file %d: %t", s, i, got)
			}
			if got, want := ranks[i].Has(s), i == s.Rank(); got != want {
				t.Errorf("%v on rank %d: %t", s, i, got)
			}
		}
		if dark := (s.File()+s.Rank())%2 == 0; DarkSquares.Has(s) != dark || LightSquares.Has(s) == dark {
			t.Errorf("%v has the wrong colour", s)
		}
		if !All.Has(s) {
			t.Errorf("%v is missing in All", s)
		}
	}
}

func TestSetsListTheirMembers(t *testing.T) {
	for _, b := range []Bitboard{0, 1, 1 << 63, FileA, Rank8, DarkSquares, All, 0x123456789abcdef0} {
		var want []Square
		for s := range Square(64) {
			if b>>s&1 == 1 {
				want = append(want, s)
			}
		}
		if got := b.Squares(); !slices.Equal(got, want) {
			t.Errorf("%#x.Squares() = %v, want %v", uint64(b), got, want)
		}
		if b.Count() != len(want) || b.Several() != (len(want) > 1) {
			t.Errorf("%#x: Count %d, Several %t, for %d members", uint64(b), b.Count(), b.Several(), len(want))
		}
		if got := b.Flip(); got.Flip() != b || uint64(got) != bits.ReverseBytes64(uint64(b)) {
			t.Errorf("%#x.Flip() = %#x", uint64(b), uint64(got))
		}
		for _, s := range want {
			if !b.Flip().Has(s.Flip()) {
				t.Errorf("%#x.Flip() lacks %v", uint64(b), s.Flip())
			}
		}
	}
	if got := Bitboard(0).First(); got != NoSquare {
		t.Errorf("the first of no square is %v", got)
	}
}
