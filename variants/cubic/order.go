package cubic

import "slices"

// A ranking puts moves in order: the rank, which is not negative, above the 32
// bits of the move. Equal ranks are ordered by the move, so that the same
// position always gives the same order.
type ranking []uint64

func (r *ranking) add(m Move, rank int) { *r = append(*r, uint64(rank)<<32|uint64(m)) }

// sort writes the moves to dst, which has room for them, lowest rank first.
func (r ranking) sort(dst []Move) {
	slices.Sort(r)
	for i, entry := range r {
		dst[i] = Move(entry)
	}
}
