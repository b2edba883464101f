package bitboard

import "testing"

// A leaper attacks the squares at certain distances, and no others.
func TestLeapers(t *testing.T) {
	for from := range Square(64) {
		for to := range Square(64) {
			files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
			across, along := max(files, -files), max(ranks, -ranks)
			for _, leaper := range []struct {
				name      string
				got, want bool
			}{
				{"knight", Knight(from).Has(to), across*along == 2},
				{"king", King(from).Has(to), max(across, along) == 1},
				{"white pawn", Pawn(0, from).Has(to), across == 1 && ranks == 1},
				{"black pawn", Pawn(1, from).Has(to), across == 1 && ranks == -1},
			} {
				if leaper.got != leaper.want {
					t.Errorf("a %s on %v attacks %v: %t", leaper.name, from, to, leaper.got)
				}
			}
		}
	}
}

// The walk defines the sliders; this is what it means: a square is attacked if it
// lies on a line with the slider and nothing stands between.
func TestWalkReachesWhatItSees(t *testing.T) {
	for _, occupied := range []Bitboard{0, All, DarkSquares, Rank2 | Rank7, FileC | FileF, 0x0024180000182400, 0x8142241818244281} {
		for from := range Square(64) {
			for to := range Square(64) {
				files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
				clear := Between(from, to)&occupied == 0
				straight := from != to && (files == 0 || ranks == 0)
				diagonal := from != to && (files == ranks || files == -ranks)
				if got, want := walk(from, occupied, rookSteps).Has(to), straight && clear; got != want {
					t.Fatalf("a rook on %v attacks %v: %t, among\n%v", from, to, got, occupied)
				}
				if got, want := walk(from, occupied, bishopSteps).Has(to), diagonal && clear; got != want {
					t.Fatalf("a bishop on %v attacks %v: %t, among\n%v", from, to, got, occupied)
				}
			}
		}
	}
}
