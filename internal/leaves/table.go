package leaves

import (
	"math/bits"
	"math/rand/v2"
	"sync/atomic"
	"unsafe"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/board"
	"github.com/heterodox-chess/heterodox/internal/hugepages"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Table stores leaf counts of positions for Count. It has a fixed size, always replaces, takes
// no locks, and may be shared by goroutines. It may be used for positions of one Ruleset only.
//
// Positions are identified by 64-bit hashes, and an independent hash determines their
// place in the table. So a look-up that finds the count of another position takes it for
// its own with probability 2^-64, whatever the size of the table: with 10^12 look-ups
// per count, one in 18 million counts meets a wrong entry. Both hashes are determined by
// a seed. Counts with different seeds err, if at all, in different places.
type Table struct {
	entries []entry
	seeds   seeds
}

// seeds are random numbers; the last two are for mixing.
type seeds [16]uint64

// An entry holds a count, and its key's check XORed with the count: if two writers
// mix their halves, the entry matches no key.
type entry struct {
	check, count atomic.Uint64
}

// NewTable makes a table of at most the given number of bytes, but at least one
// entry. The seed determines its hashes.
func NewTable(bytes int, seed uint64) *Table {
	n := max(1, bytes/int(unsafe.Sizeof(entry{})))
	t := &Table{entries: hugepages.Make[entry](n)}
	random := rand.NewPCG(seed, 0x2d358dccaa6c78a5)
	for i := range t.seeds {
		t.seeds[i] = random.Uint64()
	}
	return t
}

// A key is the place of a count in a table and the check that identifies it.
type key struct{ place, check uint64 }

func (t *Table) at(place uint64) *entry {
	i, _ := bits.Mul64(place, uint64(len(t.entries)))
	return &t.entries[i]
}

func (t *Table) get(key key) (n uint64, ok bool) {
	e := t.at(key.place)
	n = e.count.Load()
	return n, e.check.Load()^n == key.check
}

// fetch prefetches the entry of a key into the processor's cache, without waiting.
func (t *Table) fetch(key key) { t.at(key.place).check.Load() }

func (t *Table) put(key key, n uint64) {
	e := t.at(key.place)
	e.check.Store(key.check ^ n)
	e.count.Store(n)
}

// A hash128 is the sum of products of words, each offset by a random one; its halves
// are added separately. For any two different inputs, at most two in 2^64 values of
// an offset make the sums equal, or differ by a given number (after NH of Black et
// al., UMAC, 1999, which carries between the halves).
type hash128 struct{ high, low uint64 }

func (h hash128) plus(a, b uint64) hash128 {
	high, low := bits.Mul64(a, b)
	return hash128{h.high + high, h.low + low}
}

// key mixes the sum into a key. The high bits of place matter most, so that every bit
// of the sum must affect them.
func (h hash128) key(s *seeds) key {
	high, low := bits.Mul64(h.high^s[14], h.low^s[15])
	return key{place: (h.high ^ bits.RotateLeft64(h.low, 32)) * 0x9e3779b97f4a7c15, check: high ^ low}
}

// hash hashes the words of a board and one more. Doing this from scratch is faster
// than updating a Zobrist key with every move.
func hash(b *board.Board, s *seeds, extra uint64) hash128 {
	h := hash128{low: extra}
	h = h.plus(uint64(b.Pawns)+s[0], uint64(b.Knights)+s[1])
	h = h.plus(uint64(b.Diagonals)+s[2], uint64(b.Straights)+s[3])
	h = h.plus(uint64(b.Kings)+s[4], uint64(b.Colors[0])+s[5])
	return h.plus(uint64(b.Colors[1])+s[6], uint64(b.Rights)+s[7])
}

// boardKey returns the key of a board for a count at a depth.
func (t *Table) boardKey(b *board.Board, side uint8, depth int) key {
	return hash(b, &t.seeds, uint64(depth)<<1|uint64(side)).key(&t.seeds)
}

// turnKey is boardKey for a board with moves left in a turn.
func (t *Table) turnKey(b *board.Board, side uint8, depth int, turn, left uint64) key {
	s := &t.seeds
	return hash(b, s, uint64(depth)<<1|uint64(side)).plus(turn+s[8], left+s[9]).key(s)
}

// positionKey is turnKey for a position with everything that belongs to it besides
// the board: hands, promoted pieces and checks given.
func (t *Table) positionKey(p *chess.Position, depth int) key {
	s, b, hands := &t.seeds, p.Board(), p.Hands()
	turn, left := p.Turn()
	h := hash(&b, s, uint64(depth)<<1|uint64(p.Side())).plus(turn+s[8], left+s[9])
	h = h.plus(uint64(hands[0])+s[10], uint64(hands[1])+s[11])
	return h.plus(uint64(p.Promoted())+s[12], uint64(p.Checks(rules.White))<<8+uint64(p.Checks(rules.Black))+s[13]).key(s)
}
