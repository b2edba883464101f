package bitboard

var between, line = lineTables()

func lineTables() (between, line [64][64]Bitboard) {
	for a := Square(0); a < 64; a++ {
		for _, steps := range [][]step{bishopSteps, rookSteps} {
			for _, d := range steps {
				back := step{-d.file, -d.rank}
				whole := walk(a, 0, []step{d, back}) | a.Bitboard()
				var passed Bitboard
				for b, ok := d.from(a); ok; b, ok = d.from(b) {
					between[a][b], line[a][b] = passed, whole
					passed |= b.Bitboard()
				}
			}
		}
	}
	return between, line
}

// Between returns the squares strictly between a and b if they share a rank,
// file or diagonal, else the empty set.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Line returns the whole rank, file or diagonal through a and b, from edge to edge,
// including both; the empty set if they share none or are the same.
func Line(a, b Square) Bitboard { return line[a&63][b&63] }

var diagonals, straights = slideTables()

func slideTables() (diagonals, straights [64]Bitboard) {
	for s := Square(0); s < 64; s++ {
		diagonals[s], straights[s] = walk(s, 0, bishopSteps), walk(s, 0, rookSteps)
	}
	return diagonals, straights
}

// Diagonals returns the squares on the diagonals through s, without s: what a
// bishop attacks on an empty board.
func Diagonals(s Square) Bitboard { return diagonals[s&63] }

// Straights returns the squares on the rank and file through s, without s: what
// a rook attacks on an empty board.
func Straights(s Square) Bitboard { return straights[s&63] }
