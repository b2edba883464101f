package board

import "unsafe"

// Everywhere is the set of all squares.
const Everywhere = ^Bitboard(0)

// Count counts moves of a side as Machine.Count does.
func (b *Board) Count(us uint, r *Masks) int { return r.Machines[us&1].Count(noescape(b), r) }

// List appends moves of a side as Machine.List does.
func (b *Board) List(us uint, r *Masks, wanted Bitboard, buf []Move) []Move {
	buf = unsafe.Slice(noescape(unsafe.SliceData(buf)), cap(buf))[:len(buf)]
	return r.Machines[us&1].List(noescape(b), r, wanted, buf)
}

// MustTake reports whether a side must capture, and so may not drop.
func (b *Board) MustTake(us uint, r *Masks) bool {
	if !r.Compulsory {
		return false
	}
	var buf [MaxMoves]Move
	moves := b.List(us, r, 0, buf[:0])
	return len(moves) > 0 && moves[0].IsCapture()
}
