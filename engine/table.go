package engine

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/hugepages"
)

// A table is a transposition table: it remembers what searches found out about positions,
// however they were reached. Goroutines share it without locks: the two words of an entry
// are written one after the other, and the first is the sealed key xor the second, so that
// an entry whose halves come from two goroutines matches no key.
type table struct {
	clusters   []cluster
	generation uint64 // of the current search, genMask at most
	// epoch counts how often the table was emptied, starting from 1, and is in the upper
	// bits of all sealed keys: entries of another epoch match no key, and count as empty
	// slots.
	epoch uint64
}

// The uppermost bits of a key can be told from its cluster, of which the smallest table has
// 1<<14; so in a slot the epoch takes their place.
const (
	epochShift = 52
	maxEpoch   = 1<<(64-epochShift) - 1
)

// seal returns a key as a slot holds it.
func (t *table) seal(key uint64) uint64 { return key&(1<<epochShift-1) | t.epoch<<epochShift }

// A cluster holds the entries that a key may be found in: one cache line.
type cluster [4]slot

type slot struct{ check, data atomic.Uint64 }

// An entry is what the table knows of a position, unpacked. The score's
// distance to mate counts from the position itself.
type entry struct {
	move  game.Code // the best, shortened; noMove if none is known
	score Score
	depth int // plies, 0 to maxTableDepth
	bound game.Bound
	onPV  bool // it was once a node of the principal variation
}

// The packed form of an entry, from the lowest bit: 30 bits of move, 20 of score (plus
// scoreBias), 7 of depth, 2 of bound plus 1, 1 of onPV, 4 of generation. An empty slot is
// all zero, which belongs to no epoch.
const (
	scoreShift = 30
	depthShift = 50
	boundShift = 57
	pvShift    = 59
	genShift   = 60

	moveMask      = 1<<scoreShift - 1
	scoreMask     = 1<<20 - 1
	scoreBias     = 1 << 19
	maxTableDepth = 1<<7 - 1
	genMask       = 1<<4 - 1
)

// newTable returns an empty table of the given size in MiB.
func newTable(mb int) *table {
	return &table{clusters: hugepages.Make[cluster](mb << 20 / 64), epoch: 1}
}

// clear empties the table, at no cost unless the epochs have run out. No search may be
// running.
func (t *table) clear() {
	t.generation = 0
	if t.epoch++; t.epoch > maxEpoch {
		t.wipe()
	}
}

// wipe zeroes the table and starts from the first epoch again, using all processors: a
// large table takes a second or more.
func (t *table) wipe() {
	var cleaners sync.WaitGroup
	share := len(t.clusters)/runtime.GOMAXPROCS(0) + 1
	for part := range slices.Chunk(t.clusters, share) {
		cleaners.Go(func() { clear(part) })
	}
	cleaners.Wait()
	t.epoch = 1
}

// age starts a new search: entries of older ones are replaced first.
func (t *table) age() { t.generation = (t.generation + 1) & genMask }

// cluster returns the cluster of a key.
func (t *table) cluster(key uint64) *cluster {
	i, _ := bits.Mul64(key, uint64(len(t.clusters)))
	return &t.clusters[i]
}

// probe returns what is known of the position with a key.
func (t *table) probe(key uint64) (entry, bool) {
	c, sealed := t.cluster(key), t.seal(key)
	for i := range c {
		data := c[i].data.Load()
		if c[i].check.Load()^data == sealed {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store remembers an entry. It replaces the entry of the same position, keeping its move if
// the new one has none, or else the entry worth least: the shallowest, those of older
// searches first.
func (t *table) store(key uint64, e entry) {
	c, sealed := t.cluster(key), t.seal(key)
	victim, least := &c[0], 1<<30
	for i := range c {
		data := c[i].data.Load()
		held := c[i].check.Load() ^ data
		if held == sealed {
			if e.move == noMove {
				e.move = unpack(data).move
			}
			victim = &c[i]
			break
		}
		worth := emptyWorth
		if held>>epochShift == t.epoch {
			worth = t.worth(data)
		}
		if worth < least {
			victim, least = &c[i], worth
		}
	}
	data := pack(e) | t.generation<<genShift
	victim.check.Store(sealed ^ data)
	victim.data.Store(data)
}

// keptDepth is how many plies deeper than a new entry an old one must be to stay.
const keptDepth = 4

// update is store for a search that visits the same position again and again: an entry of
// this search that is keptDepth plies deeper or more is not replaced by a mere bound.
func (t *table) update(key uint64, e entry) {
	if e.bound != exact {
		c, sealed := t.cluster(key), t.seal(key)
		for i := range c {
			data := c[i].data.Load()
			if c[i].check.Load()^data == sealed && data>>genShift == t.generation && unpack(data).depth >= e.depth+keptDepth {
				return
			}
		}
	}
	t.store(key, e)
}

// emptyWorth is below what any entry is worth.
const emptyWorth = -1 << 20

// worth ranks packed entries: the lowest is overwritten first.
func (t *table) worth(data uint64) int {
	age := (t.generation - data>>genShift) & genMask
	return int(data>>depthShift&maxTableDepth) - 8*int(age)
}

// shorten returns the part of a move for which an entry has room: all of a move of up to 30
// bits, as in most games, or a hash of a longer one. See line.expand.
func shorten(m game.Code) game.Code {
	if m <= moveMask {
		return m
	}
	return m * 0x9e3779b97f4a7c15 >> (64 - scoreShift)
}

func pack(e entry) uint64 {
	return uint64(shorten(e.move)) |
		uint64(e.score+scoreBias)&scoreMask<<scoreShift |
		uint64(min(max(e.depth, 0), maxTableDepth))<<depthShift |
		uint64(e.bound+1)<<boundShift |
		uint64(oneIf(e.onPV))<<pvShift
}

func unpack(data uint64) entry {
	return entry{
		move:  game.Code(data & moveMask),
		score: Score(data>>scoreShift&scoreMask) - scoreBias,
		depth: int(data >> depthShift & maxTableDepth),
		bound: game.Bound(data>>boundShift&3) - 1,
		onPV:  data>>pvShift&1 != 0,
	}
}

// full returns how much of the table this search has filled, per mille, estimated from a
// sample.
func (t *table) full() int {
	const sample = 250
	n := 0
	for i := range t.clusters[:min(sample, len(t.clusters))] {
		for j := range t.clusters[i] {
			data := t.clusters[i][j].data.Load()
			held := t.clusters[i][j].check.Load() ^ data
			if held>>epochShift == t.epoch && data>>genShift == t.generation {
				n++
			}
		}
	}
	return n
}
