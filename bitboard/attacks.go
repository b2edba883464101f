package bitboard

// A step is one (file, rank) displacement.
type step struct{ file, rank int }

var (
	knightSteps = []step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps   = []step{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	bishopSteps = []step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	rookSteps   = []step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	upSteps     = []step{{-1, 1}, {1, 1}}
	downSteps   = []step{{-1, -1}, {1, -1}}
)

var (
	knight = leaperTable(knightSteps)
	king   = leaperTable(kingSteps)
	pawn   = [2][64]Bitboard{leaperTable(upSteps), leaperTable(downSteps)}
)

// from returns the square one step away from s, and whether it is on the board.
func (d step) from(s Square) (Square, bool) {
	file, rank := s.File()+d.file, s.Rank()+d.rank
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare, false
	}
	return SquareAt(file, rank), true
}

func leaperTable(steps []step) (table [64]Bitboard) {
	for s := range table {
		for _, d := range steps {
			if to, ok := d.from(Square(s)); ok {
				table[s] |= to.Bitboard()
			}
		}
	}
	return table
}

// walk returns the squares that a slider on s reaches along the steps: up to
// and including the first member of occupied on each ray. It is the plain
// definition from which the tables are built and against which they are tested.
func walk(s Square, occupied Bitboard, steps []step) Bitboard {
	var reached Bitboard
	for _, d := range steps {
		for to, ok := d.from(s); ok; to, ok = d.from(to) {
			reached |= to.Bitboard()
			if occupied.Has(to) {
				break
			}
		}
	}
	return reached
}

// Knight returns the squares a knight's jump away from s.
func Knight(s Square) Bitboard { return knight[s&63] }

// King returns the neighbours of s.
func King(s Square) Bitboard { return king[s&63] }

// Pawn returns the squares that a pawn on s attacks: diagonally up the board
// for side 0, down for side 1. Only the lowest bit of side counts.
func Pawn(side uint, s Square) Bitboard { return pawn[side&1][s&63] }
