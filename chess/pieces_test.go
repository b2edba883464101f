//go:build amd64 && !purego

package chess

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// What is written eight moves at a time is what the loops write, in the same order,
// whatever stands on a board, and not more than eight moves further.
func TestVectorsWriteWhatLoopsWrite(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no fast vectors")
	}
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
	const unwritten = 12345
	var want, got [40 * 64]Move
	for range 20_000 {
		var b board
		pieces := some(1) & some(random.IntN(3)+1)
		b.knights = pieces & some(1)
		b.diagonals, b.straights = pieces&^b.knights&some(1), pieces&^b.knights&some(1)
		free, reachable, stops, enemy := some(2), some(random.IntN(4)), pieces|some(random.IntN(2)), some(1)
		begin := random.IntN(3)
		for i := range got {
			want[i], got[i] = unwritten, unwritten
		}
		length := piecesChess(&b, nil, unsafe.SliceData(want[:]), begin, free, reachable, stops, enemy)
		n := writePieces(unsafe.SliceData(got[:]), begin, &b, free, reachable, stops, enemy)
		if n != length || !slices.Equal(got[:n], want[:n]) {
			t.Fatalf("of %+v, free %x, reachable %x, stops %x, enemy %x\nloops write %v\nvectors %v",
				b, uint64(free), uint64(reachable), uint64(stops), uint64(enemy), want[:length], got[:n])
		}
		if got[n+8] != unwritten {
			t.Fatalf("something is written behind the eighth move after the list")
		}
	}
}

func TestVectorsWriteNothingOnAnEmptyBoard(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no fast vectors")
	}
	list := [1]Move{7}
	if n := writePieces(&list[0], 1, &board{}, ^Bitboard(0), ^Bitboard(0), 0, 0); n != 1 || list[0] != 7 {
		t.Errorf("%d moves, %v", n, list)
	}
}
