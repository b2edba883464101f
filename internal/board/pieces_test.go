package board

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/heterodox-chess/heterodox/bitboard"
	"github.com/heterodox-chess/heterodox/rules"
)

// Knights come first, then bishops, rooks and queens, each kind ordered by origin and
// then by destination, on any board and with either implementation. The one that
// writes eight moves at a time goes at most eight moves beyond the end.
func TestPiecesAreWrittenInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	some := func(thirds int) Bitboard { // of all squares
		set := Bitboard(0)
		for sq := range Square(64) {
			if random.IntN(3) < thirds {
				set |= sq.Bitboard()
			}
		}
		return set
	}
	for n := range 20_000 {
		var b Board
		if n > 0 { // the first board is empty
			pieces := some(1) & some(random.IntN(3)+1)
			b.Knights = pieces & some(1)
			b.Diagonals, b.Straights = pieces&^b.Knights&some(1), pieces&^b.Knights&some(1)
		}
		free, reachable, stops, enemy := some(2), some(random.IntN(4)), (b.Knights|b.Diagonals|b.Straights)|some(random.IntN(2)), some(1)
		before := make([]Move, random.IntN(3))
		want := slices.Clone(before)
		queens := b.Diagonals & b.Straights
		add := func(role rules.Role, pieces Bitboard, attacks func(Square) Bitboard) {
			for from := range Square(64) {
				for to := range Square(64) {
					if (pieces & free).Has(from) && (attacks(from) & reachable).Has(to) {
						m := NewMove(role, from, to)
						if enemy.Has(to) {
							m |= FlagCapture
						}
						want = append(want, m)
					}
				}
			}
		}
		add(rules.Knight, b.Knights, bitboard.Knight)
		add(rules.Bishop, b.Diagonals&^queens, func(from Square) Bitboard { return bitboard.Bishop(from, stops) })
		add(rules.Rook, b.Straights&^queens, func(from Square) Bitboard { return bitboard.Rook(from, stops) })
		add(rules.Queen, queens, func(from Square) Bitboard { return bitboard.Bishop(from, stops) | bitboard.Rook(from, stops) })
		check := func(means string, write func(out *Move, n int) int) {
			const unwritten = 12345
			var got [40 * 64]Move
			for i := range got {
				got[i] = unwritten
			}
			copy(got[:], before)
			length := write(unsafe.SliceData(got[:]), len(before))
			if !slices.Equal(got[:length], want) {
				t.Fatalf("%s, of %+v, free %x, reachable %x, stops %x, enemy %x\nwrote %v\n want %v",
					means, b, uint64(free), uint64(reachable), uint64(stops), uint64(enemy), got[:length], want)
			}
			if got[length+8] != unwritten {
				t.Fatalf("%s: something is written after the eighth move past the list", means)
			}
		}
		check("one at a time", func(out *Move, n int) int { return piecesChess(&b, nil, out, n, free, reachable, stops, enemy) })
		if vectors {
			check("eight at a time", func(out *Move, n int) int { return writePieces(out, n, &b, free, reachable, stops, enemy) })
		}
	}
}
