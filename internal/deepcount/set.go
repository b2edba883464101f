package deepcount

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// errTooManyPaths says that the number of paths to a position does not fit 64 bits.
var errTooManyPaths = errors.New("a position is reached by more than 18446744073709551615 paths: choose a smaller split")

// A set sums up the paths to each position. Records that do not fit its memory are
// sorted and spilled to files in a directory, and merged at the end.
//
// A record is a text of a fixed length and 8 bytes, the number of paths to it.
type set struct {
	text    int // bytes that make records the same
	dir     string
	seed    maphash.Seed
	blocks  [][]byte // of perBlock records each, which never move
	slots   []uint32 // of a hash table: number of a record plus 1, 0 for none
	count   int
	spilled []string
}

const (
	pathBytes = 8
	perBlock  = 1 << 14
)

// newSet makes a set that keeps its records in about the given amount of memory.
func newSet(text int, dir string, memory int) *set {
	record := text + pathBytes
	slots := 1 << 10
	for slots*2*(4+(record+entryBytes)/2) <= memory {
		slots *= 2
	}
	return &set{text: text, dir: dir, seed: maphash.MakeSeed(), slots: make([]uint32, slots)}
}

// add adds paths to the position with the given text.
func (s *set) add(text []byte, paths uint64) error {
	mask := uint64(len(s.slots) - 1)
	for at := maphash.Bytes(s.seed, text) & mask; ; at = (at + 1) & mask {
		i := int(s.slots[at])
		if i == 0 {
			if s.count == len(s.blocks)*perBlock {
				s.blocks = append(s.blocks, make([]byte, perBlock*(s.text+pathBytes)))
			}
			record := s.record(s.count)
			copy(record, text)
			binary.LittleEndian.PutUint64(record[s.text:], paths)
			s.count++
			s.slots[at] = uint32(s.count)
			break
		}
		record := s.record(i - 1)
		if bytes.Equal(record[:s.text], text) {
			return addPaths(record[s.text:], paths)
		}
	}
	if s.count < len(s.slots)/2 {
		return nil
	}
	return s.spill()
}

// record returns a record by its number, from 0.
func (s *set) record(i int) []byte {
	width := s.text + pathBytes
	return s.blocks[i/perBlock][i%perBlock*width:][:width]
}

// addPaths adds to a stored number of paths in place.
func addPaths(old []byte, paths uint64) error {
	sum := binary.LittleEndian.Uint64(old) + paths
	binary.LittleEndian.PutUint64(old, sum)
	if sum < paths {
		return errTooManyPaths
	}
	return nil
}

// entryBytes is the size of a sortEntry.
const entryBytes = 16

// A sortEntry is a record with the first bytes of its text, which usually decide a comparison.
type sortEntry struct {
	first uint64
	index uint32
}

// writeSorted writes the records in memory in the order of their texts, and discards them.
func (s *set) writeSorted(out io.Writer) error {
	order := make([]sortEntry, s.count)
	for i := range order {
		order[i] = sortEntry{binary.BigEndian.Uint64(s.record(i)), uint32(i)}
	}
	record := func(e sortEntry) []byte { return s.record(int(e.index)) }
	slices.SortFunc(order, func(a, b sortEntry) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return bytes.Compare(record(a)[:s.text], record(b)[:s.text])
	})
	for _, e := range order {
		if _, err := out.Write(record(e)); err != nil {
			return err
		}
	}
	clear(s.slots)
	s.count = 0
	return nil
}

// spill moves the records from memory to a file.
func (s *set) spill() error {
	f, err := os.CreateTemp(s.dir, "run")
	if err != nil {
		return err
	}
	s.spilled = append(s.spilled, f.Name())
	out := bufio.NewWriterSize(f, 1<<20)
	return errors.Join(s.writeSorted(out), out.Flush(), f.Close())
}

// drain passes on all records in the order of their texts, each text once, and empties the set.
func (s *set) drain(take func(record []byte) error) error {
	if len(s.spilled) == 0 {
		return s.writeSorted(recordWriter{s.text + pathBytes, take})
	}
	if err := s.spill(); err != nil {
		return err
	}
	defer func() {
		for _, name := range s.spilled {
			os.Remove(name)
		}
		s.spilled = nil
	}()
	m := merge{text: s.text}
	for _, name := range s.spilled {
		f, err := os.Open(filepath.Clean(name))
		if err != nil {
			return err
		}
		defer f.Close()
		run := &mergeRun{in: bufio.NewReaderSize(f, 1<<18), record: make([]byte, s.text+pathBytes)}
		if err := m.advance(run); err != nil {
			return err
		}
	}
	return m.drain(take)
}

// A recordWriter treats each Write as a record.
type recordWriter struct {
	width int
	take  func([]byte) error
}

func (w recordWriter) Write(record []byte) (int, error) { return len(record), w.take(record) }

// A merge combines sorted files; its runs form a heap.
type merge struct {
	text int
	runs []*mergeRun
}

type mergeRun struct {
	in     *bufio.Reader
	record []byte // the next one
}

func (m *merge) Len() int           { return len(m.runs) }
func (m *merge) Swap(i, j int)      { m.runs[i], m.runs[j] = m.runs[j], m.runs[i] }
func (m *merge) Push(run any)       { m.runs = append(m.runs, run.(*mergeRun)) }
func (m *merge) Less(i, j int) bool { return m.compare(m.runs[i].record, m.runs[j].record) < 0 }
func (m *merge) Pop() any {
	last := m.runs[len(m.runs)-1]
	m.runs = m.runs[:len(m.runs)-1]
	return last
}

func (m *merge) compare(a, b []byte) int { return bytes.Compare(a[:m.text], b[:m.text]) }

// advance reads the next record of a run that is not on the heap, and puts the run
// there unless it has ended.
func (m *merge) advance(run *mergeRun) error {
	switch _, err := io.ReadFull(run.in, run.record); err {
	case nil:
		heap.Push(m, run)
		return nil
	case io.EOF:
		return nil
	default:
		return err
	}
}

func (m *merge) drain(take func([]byte) error) error {
	var current []byte
	for len(m.runs) > 0 {
		run := heap.Pop(m).(*mergeRun)
		switch {
		case current == nil:
			current = slices.Clone(run.record)
		case m.compare(current, run.record) == 0:
			if err := addPaths(current[m.text:], binary.LittleEndian.Uint64(run.record[m.text:])); err != nil {
				return err
			}
		default:
			if err := take(current); err != nil {
				return err
			}
			copy(current, run.record)
		}
		if err := m.advance(run); err != nil {
			return err
		}
	}
	if current == nil {
		return nil
	}
	return take(current)
}
