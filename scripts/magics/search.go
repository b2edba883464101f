package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/heterodox-chess/heterodox/bitboard"
)

// A slider is a rook or a bishop.
type slider struct {
	bits     int // of an index
	lines    func(bitboard.Square) bitboard.Bitboard
	patience int // numbers to try on one square
}

var (
	rook   = &slider{bits: 12, lines: bitboard.Straights, patience: 16_000_000}
	bishop = &slider{bits: 9, lines: bitboard.Diagonals, patience: 2_000_000}
)

// A puzzle is to find good magic numbers for one slider on one square.
type puzzle struct {
	kind   *slider
	square bitboard.Square

	// One element for each occupation of the blockers, in any order.
	words []uint64 // the factor: the occupied blockers and all other squares
	sets  []uint32 // the number of what the slider attacks then

	// What the trials so far wrote at each index: the number of an attack set,
	// plus the base of the trial. What is less than the present base is free.
	taken [4096]uint32
	base  uint32
}

func newPuzzle(kind *slider, s bitboard.Square) *puzzle {
	p := &puzzle{kind: kind, square: s}
	lines := kind.lines(s).Squares()
	var blockers bitboard.Bitboard
	for _, to := range lines {
		blockers |= bitboard.Between(s, to)
	}
	numbers := make(map[bitboard.Bitboard]uint32)
	for occupied := bitboard.Bitboard(0); ; occupied = (occupied - blockers) & blockers {
		var attacked bitboard.Bitboard
		for _, to := range lines {
			if bitboard.Between(s, to)&occupied == 0 {
				attacked |= to.Bitboard()
			}
		}
		if _, known := numbers[attacked]; !known {
			numbers[attacked] = uint32(len(numbers))
		}
		p.words = append(p.words, uint64(occupied|^blockers))
		p.sets = append(p.sets, numbers[attacked])
		if occupied == blockers {
			return p
		}
	}
}

// A trial is a magic number and its cost.
type trial struct {
	magic uint64
	cost  float64
}

// tastes weigh the two things that make a number good, few indexes and a short
// stretch from the first to the last: the cost of a number is the count of its
// indexes plus taste times the stretch. Which is better depends on what else
// must fit in the table, so the packer gets some of each.
var tastes = []float64{16, 4, 1, 0.3}

const (
	perTaste = 12   // numbers that the packer gets for each taste
	stubborn = 8000 // trials without a gain before a search starts again
)

// solve tries as many numbers as the slider has patience, and returns the best
// of what it found, for each taste the cheapest first. It starts from a random
// number that works, changes it as long as that does no harm, and starts again.
func (p *puzzle) solve() []solution {
	random := rand.New(rand.NewPCG(uint64(p.kind.bits), uint64(p.square)))
	found := make([][]trial, len(tastes))
	for left := p.kind.patience; left > 0; {
		which := random.IntN(len(tastes))
		taste := tastes[which]
		now := trial{cost: math.Inf(1)}
		for math.IsInf(now.cost, 1) {
			now.magic = sparse(random)
			now.cost = p.cost(now.magic, taste, math.MaxFloat64)
			left--
		}
		for idle := 0; idle < stubborn; idle++ {
			magic := variation(random, now.magic)
			cost := p.cost(magic, taste, now.cost)
			left--
			if cost > now.cost {
				continue
			}
			if cost < now.cost-0.01 {
				idle = 0
			}
			now = trial{magic, cost}
		}
		found[which] = cheapest(append(found[which], now))
	}
	var solutions []solution
	for _, trials := range found {
		for _, t := range trials {
			solutions = append(solutions, p.solution(t.magic))
		}
	}
	return solutions
}

// cheapest sorts trials by cost and drops equals and those beyond perTaste.
func cheapest(trials []trial) []trial {
	slices.SortStableFunc(trials, func(a, b trial) int { return cmp.Compare(a.cost, b.cost) })
	trials = slices.CompactFunc(trials, func(a, b trial) bool { return a.cost == b.cost })
	return trials[:min(len(trials), perTaste)]
}

// sparse returns a sum of some powers of two and their negatives: runs of
// equal bits with few changes, which is what good magic numbers look like.
func sparse(random *rand.Rand) (magic uint64) {
	for range 4 + random.IntN(8) {
		magic += power(random) * (1 - 2*random.Uint64N(2))
	}
	return magic
}

// variation returns a number that differs from magic in some bits.
func variation(random *rand.Rand, magic uint64) uint64 {
	switch random.IntN(4) {
	case 0:
		return magic ^ power(random)
	case 1:
		bit := power(random)
		return magic ^ (bit | power(random))
	case 2:
		return magic + power(random) - power(random)
	default:
		return magic + power(random)*(1-2*random.Uint64N(2))
	}
}

func power(random *rand.Rand) uint64 { return 1 << random.IntN(64) }

// cost returns what magic costs at a taste, infinity if that exceeds limit or
// if magic maps two different attack sets to one index.
func (p *puzzle) cost(magic uint64, taste, limit float64) float64 {
	const sets = 4096 // more than there are attack sets on a square
	if p.base += sets; p.base == 0 {
		p.taken = [4096]uint32{}
		p.base = sets
	}
	shift := 64 - p.kind.bits
	unit := math.Ldexp(1, shift) // of the product, makes one index
	longest := uint64(math.MaxUint64)
	if stretch := limit / taste; stretch < 4096 {
		longest = uint64(stretch * unit)
	}
	count := 0
	lowest, highest := uint64(math.MaxUint64), uint64(0)
	for i, word := range p.words {
		product := word * magic
		lowest, highest = min(lowest, product), max(highest, product)
		set, entry := p.base+p.sets[i], &p.taken[product>>shift]
		if *entry < p.base {
			*entry = set
			count++
		}
		if *entry != set || highest-lowest > longest {
			// What refutes one number may well refute the next: try it earlier.
			p.words[i], p.words[i/2] = p.words[i/2], p.words[i]
			p.sets[i], p.sets[i/2] = p.sets[i/2], p.sets[i]
			return math.Inf(1)
		}
	}
	if cost := float64(count) + taste*float64(highest-lowest)/unit; cost <= limit {
		return cost
	}
	return math.Inf(1)
}

// solution returns the indexes that magic makes.
func (p *puzzle) solution(magic uint64) solution {
	s := solution{magic: magic, window: 1 << p.kind.bits, lowest: math.MaxInt}
	var used [4096]bool
	for _, word := range p.words {
		index := int(word * magic >> (64 - p.kind.bits))
		used[index] = true
		s.lowest, s.highest = min(s.lowest, index), max(s.highest, index)
	}
	s.pattern = make([]uint64, (s.highest-s.lowest)/64+1)
	for i, used := range used {
		if used {
			s.count++
			s.pattern[(i-s.lowest)/64] |= 1 << ((i - s.lowest) % 64)
		}
	}
	return s
}
