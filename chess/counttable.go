package chess

import (
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// A CountTable remembers the leaf counts of positions for Leaves. It is of
// fixed size, always replaces, takes no locks, and may be shared by goroutines.
// It may be used for positions of one Ruleset only.
//
// Positions are told apart by 64-bit keys, so a wrong count is possible, about
// once in 10^19 look-ups for each entry looked at.
type CountTable struct {
	entries []countEntry
}

// A countEntry holds a count, and its key exclusive-ored with it: two writers
// that mix their halves leave an entry that fits no key.
type countEntry struct {
	check, count atomic.Uint64
}

// NewCountTable makes a table of at most the given number of bytes, and at
// least one entry.
func NewCountTable(bytes int) *CountTable {
	n := max(1, bytes/int(unsafe.Sizeof(countEntry{})))
	return &CountTable{entries: make([]countEntry, n)}
}

func (t *CountTable) at(key uint64) *countEntry {
	i, _ := bits.Mul64(key, uint64(len(t.entries)))
	return &t.entries[i]
}

func (t *CountTable) get(key uint64) (n uint64, ok bool) {
	e := t.at(key)
	n = e.count.Load()
	return n, e.check.Load()^n == key
}

// fetch reads the entry of a key into the processor's cache, without waiting.
func (t *CountTable) fetch(key uint64) { t.at(key).check.Load() }

func (t *CountTable) put(key, n uint64) {
	e := t.at(key)
	e.check.Store(key ^ n)
	e.count.Store(n)
}

// leavesKey hashes the words of a board and one more. It is quicker from
// scratch than a Zobrist key kept up to date with every move.
func (b *board) leavesKey(extra uint64) uint64 {
	h := fold(uint64(b.pawns)^0x9e3779b97f4a7c15, uint64(b.knights)^0xd1342543de82ef95)
	h ^= fold(uint64(b.diagonals)^0xa0761d6478bd642f, uint64(b.straights)^0xe7037ed1a0b428db)
	h ^= fold(uint64(b.kings)^0x8ebc6af09c88c6e3, uint64(b.colors[0])^0x589965cc75374cc3)
	h ^= fold(uint64(b.colors[1])^0x1d8e4e27c47d124f, uint64(b.rights)^0xeb44accab455d165)
	return fold(h^extra, 0x2d358dccaa6c78a5)
}

// leavesKey hashes a position for a count at a depth.
func (p *Position) leavesKey(depth int) uint64 {
	h := p.board.leavesKey(uint64(depth)<<1 | uint64(p.side))
	h ^= fold(uint64(p.hands[0])<<32^uint64(p.hands[1])^0x9e3779b97f4a7c15, p.turn^0xd1342543de82ef95)
	return fold(h^p.left, 0x2d358dccaa6c78a5)
}

// fold multiplies two words and folds the 128-bit product into one.
func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}
