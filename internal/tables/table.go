package tables

import (
	"fmt"
	"hash/crc32"
	"os"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// A table is an open file. Blocks are read when they are needed, and kept until others need the
// room. It is safe for concurrent use.
type table struct {
	header
	name   string
	l      *layout
	starts []int64
	blocks []atomic.Pointer[[]byte]
	cache  *cache
	file   *os.File
	mu     sync.Mutex
}

// A cache bounds what the tables of a store keep: the blocks that were read first are dropped
// first.
type cache struct {
	mu     sync.Mutex
	most   int
	size   int
	loaded []*atomic.Pointer[[]byte]
}

func (c *cache) keep(at *atomic.Pointer[[]byte], block *[]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at.Store(block)
	c.loaded = append(c.loaded, at)
	c.size += len(*block)
	for c.size > c.most && len(c.loaded) > 1 {
		if old := c.loaded[0].Swap(nil); old != nil {
			c.size -= len(*old)
		}
		c.loaded = c.loaded[1:]
	}
}

var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<20))
	if err != nil {
		panic(err)
	}
	return d
})

// openTable opens a file for a game.
func openTable(name string, r *rulebook, c *cache) (*table, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	t := &table{name: name, cache: c, file: file}
	var at int64
	if t.header, at, err = readHeader(file); err == nil {
		err = t.judge(r)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, n := range t.Lengths {
		t.starts = append(t.starts, at)
		at += int64(n)
	}
	t.blocks = make([]atomic.Pointer[[]byte], len(t.starts))
	return t, nil
}

// judge rejects a table of another game.
func (t *table) judge(r *rulebook) error {
	switch {
	case t.Game != r.name:
		return fmt.Errorf("it is a table for %s, not for %s", t.Game, r.name)
	case t.Rules != r.print:
		return fmt.Errorf("it is a table for a game named %s with different rules", t.Game)
	}
	codes, err := r.codesOf(string(t.Material))
	if err != nil {
		return err
	}
	if t.l = r.newLayout(codes); t.l.size != t.Size {
		return fmt.Errorf("it has %d positions instead of %d", t.Size, t.l.size)
	}
	return nil
}

// read returns the value of a position by its number.
func (t *table) read(side int, index uint64) (Value, error) {
	i := uint64(side)*t.perSide() + index/blockCells
	block := t.blocks[i].Load()
	if block == nil {
		var err error
		if block, err = t.load(i); err != nil {
			return Value{}, err
		}
	}
	at := index % blockCells
	code := 0
	if t.Wide {
		code = int((*block)[2*at]) | int((*block)[2*at+1])<<8
	} else {
		code = int((*block)[at])
	}
	if code >= len(t.Codes) {
		return Value{}, fmt.Errorf("%s: a value is missing from its header", t.name)
	}
	return t.Codes[code].value(), nil
}

// load reads a block.
func (t *table) load(i uint64) (*[]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if block := t.blocks[i].Load(); block != nil {
		return block, nil
	}
	packed, err := t.packed(i)
	if err != nil {
		return nil, err
	}
	cells := min(t.Size-i%t.perSide()*blockCells, blockCells)
	if t.Wide {
		cells *= 2
	}
	block, err := decoder().DecodeAll(packed, make([]byte, 0, cells))
	if err == nil && uint64(len(block)) != cells {
		err = fmt.Errorf("it has %d bytes instead of %d", len(block), cells)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: block %d: %w", t.name, i, err)
	}
	t.cache.keep(&t.blocks[i], &block)
	return &block, nil
}

// packed reads a compressed block and checks its sum.
func (t *table) packed(i uint64) ([]byte, error) {
	packed := make([]byte, t.Lengths[i])
	if _, err := t.file.ReadAt(packed, t.starts[i]); err != nil {
		return nil, err
	}
	if crc32.Checksum(packed, castagnoli) != t.Sums[i] {
		return nil, fmt.Errorf("%s: block %d is damaged", t.name, i)
	}
	return packed, nil
}

// check reads all blocks and checks their sums.
func (t *table) check() error {
	for i := range t.Lengths {
		if _, err := t.packed(uint64(i)); err != nil {
			return err
		}
	}
	return nil
}
