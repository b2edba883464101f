package main

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A solution is a magic number for one puzzle and what it needs of the table.
type solution struct {
	magic           uint64
	window          int      // how many indexes there are
	count           int      // how many of them are used
	lowest, highest int      // of the used indexes
	pattern         []uint64 // bit i of it is set if index lowest+i is used
}

// bulk is a measure of how hard it is to place a solution.
func (s *solution) bulk(lengthCounts float64) float64 {
	return float64(s.count) + lengthCounts*float64(s.highest-s.lowest)
}

// A placement is a solution and where in the table its window begins.
type placement struct {
	solution
	offset int
}

// A packing holds a placement for each puzzle, no two of which use the same
// entry, and the size of the table that all their windows fit in.
type packing struct {
	placed []placement
	size   int
}

// rounds is how many packings are tried for the smallest.
const rounds = 300

// pack chooses and places one of the solutions of each puzzle.
func pack(puzzles [][]solution) packing {
	packings := make([]packing, rounds)
	parallel(rounds, func(i int) {
		packings[i] = packOnce(puzzles, rand.New(rand.NewPCG(0, uint64(i))))
	})
	return slices.MinFunc(packings, func(a, b packing) int { return cmp.Compare(a.size, b.size) })
}

// packOnce takes one puzzle after the other, the bulky ones first, and places
// the solution that makes the table grow least. How much length counts in the
// bulk, how strictly the order is kept, and how much a used entry counts beside
// growth are drawn by lot, for no choice is always good.
func packOnce(puzzles [][]solution, random *rand.Rand) packing {
	lengthCounts, disorder, entryCounts := random.Float64(), random.Float64(), random.Float64()

	order := make([]int, len(puzzles))
	bulk := make([]float64, len(puzzles))
	for i, solutions := range puzzles {
		order[i], bulk[i] = i, math.Inf(1)
		for _, s := range solutions {
			bulk[i] = min(bulk[i], s.bulk(lengthCounts))
		}
		bulk[i] *= 1 + disorder*random.Float64()
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(bulk[b], bulk[a]) })

	result := packing{placed: make([]placement, len(puzzles))}
	var entries bitmap
	length := 0 // up to the last entry in use
	for _, i := range order {
		best := math.Inf(1)
		for _, s := range puzzles[i] {
			for offset := 0; ; offset++ {
				offset = entries.nextFree(offset+s.lowest) - s.lowest
				end := offset + s.highest + 1
				price := float64(max(length, end)) + entryCounts*float64(s.count) + float64(end)/128
				if price >= best {
					break
				}
				if entries.free(offset+s.lowest, s.pattern) {
					best, result.placed[i] = price, placement{s, offset}
					break
				}
			}
		}
		at := result.placed[i]
		entries.take(at.offset+at.lowest, at.pattern)
		length = max(length, at.offset+at.highest+1)
		result.size = max(result.size, at.offset+at.window)
	}
	return result
}

// A bitmap has a bit for each entry of the table, set if it is in use. What is
// behind its end is free.
type bitmap []uint64

// nextFree returns the first free entry from start on.
func (b bitmap) nextFree(start int) int {
	for word := start / 64; word < len(b); word++ {
		if free := ^b[word] >> (start % 64); free != 0 {
			return start + bits.TrailingZeros64(free)
		}
		start = 64 * (word + 1)
	}
	return start
}

// free reports whether all the entries of a pattern that begins at start are.
func (b bitmap) free(start int, pattern []uint64) bool {
	for i, p := range pattern {
		if b.word(start+64*i)&p != 0 {
			return false
		}
	}
	return true
}

// word returns the bits of the 64 entries from start on.
func (b bitmap) word(start int) uint64 {
	word, shift := start/64, start%64
	switch {
	case word+1 < len(b):
		return b[word]>>shift | b[word+1]<<(64-shift)
	case word < len(b):
		return b[word] >> shift
	default:
		return 0
	}
}

// take marks the entries of a pattern that begins at start as used.
func (b *bitmap) take(start int, pattern []uint64) {
	last := start/64 + len(pattern)
	if last >= len(*b) {
		*b = append(*b, make(bitmap, last+1-len(*b))...)
	}
	for i, p := range pattern {
		word, shift := start/64+i, start%64
		(*b)[word] |= p << shift
		(*b)[word+1] |= p >> (64 - shift)
	}
}
