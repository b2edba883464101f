// Package book reads, makes and uses opening books: files that say which moves were played in a
// position, how often, and how well they did. It supports two formats: polyglot's, for the games
// that this can hold, and our own, for every game.
package book

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
)

// A Move is a book's entry for a move.
type Move struct {
	Move game.Move
	// Weight says how often to play it relative to the others; 0 means never.
	Weight uint32
	// Results counts the games that White won, that were drawn, and that Black won. They are 0
	// in a format without them.
	Results Results
}

// Results counts games: those that White won, those that were drawn, those that Black won.
type Results [3]uint32

// Games returns their total.
func (r Results) Games() int { return int(r[0]) + int(r[1]) + int(r[2]) }

// A Book is an open book, safe for concurrent use. A nil Book knows no moves.
type Book struct {
	name   string
	in     io.ReaderAt
	close  func() error
	format format
	about  About
}

// About describes a book as a whole.
type About struct {
	// Format is "polyglot" or "heterodox".
	Format string `json:"format"`
	Moves  int    `json:"moves"`
	// Positions, Games, Plies and Variants (games by name) are not known for a polyglot book.
	Positions int            `json:"positions,omitempty"`
	Games     int            `json:"games,omitempty"`
	Plies     int            `json:"plies,omitempty"`
	Variants  map[string]int `json:"variants,omitempty"`
}

// A format is a sorted list of records of one size, each beginning with its key.
type format interface {
	// layout returns where the records begin, their size, and how much of it is the key.
	layout() (start int64, size, keyed int)
	// key returns the key of a position; ok is false if the format cannot hold its game.
	key(pos game.Position) (key []byte, ok bool)
	// moves reads the records of a position, all with the same key.
	moves(pos game.Position, records []byte) []Move
}

// Open opens a book and reads all of it: a file that is damaged or no book is refused.
func Open(name string) (*Book, error) {
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", filepath.Base(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	b, err := New(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	b.name, b.close = name, f.Close
	return b, nil
}

// New returns the book in a reader of size bytes.
func New(in io.ReaderAt, size int64) (*Book, error) {
	text := io.NewSectionReader(in, 0, size)
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(text, head); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if strings.HasPrefix(magic, string(head[:min(size, int64(len(head)))])) && size > 0 {
		return newNative(in, size)
	}
	return newPolyglot(in, size)
}

// Close closes the file.
func (b *Book) Close() error {
	if b == nil || b.close == nil {
		return nil
	}
	return b.close()
}

// Name returns the name of the file.
func (b *Book) Name() string { return b.name }

// About describes the book as a whole.
func (b *Book) About() About { return b.about }

// Moves returns the book's moves in a position, the best first: only legal moves, each once.
func (b *Book) Moves(pos game.Position) ([]Move, error) {
	if b == nil {
		return nil, nil
	}
	key, ok := b.format.key(pos)
	if !ok {
		return nil, nil
	}
	records, err := b.find(key)
	if err != nil || len(records) == 0 {
		return nil, err
	}
	moves := b.format.moves(pos, records)
	slices.SortStableFunc(moves, func(x, y Move) int {
		return cmp.Or(cmp.Compare(y.Weight, x.Weight), y.Results.Games()-x.Results.Games())
	})
	return moves, nil
}

// maxMoves bounds the records read for a position: no game has that many moves in one.
const maxMoves = 4096

// find returns the records of a key.
func (b *Book) find(key []byte) ([]byte, error) {
	start, size, _ := b.format.layout()
	record := make([]byte, size)
	var failed error
	read := func(i int) []byte {
		if _, err := b.in.ReadAt(record, start+int64(i)*int64(size)); err != nil && failed == nil {
			failed = fmt.Errorf("%s cannot be read: %w", filepath.Base(b.name), err)
		}
		return record
	}
	low, high := 0, b.about.Moves
	for low < high && failed == nil {
		middle := (low + high) / 2
		if bytes.Compare(read(middle)[:len(key)], key) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	var found []byte
	for i := low; i < min(b.about.Moves, low+maxMoves) && failed == nil; i++ {
		if !bytes.Equal(read(i)[:len(key)], key) {
			break
		}
		found = append(found, record...)
	}
	return found, failed
}

// checkOrder reads all records and returns an error if one is out of order.
func checkOrder(in io.Reader, size, keyed, n int) error {
	r := bufio.NewReaderSize(in, 1<<20)
	last, record := make([]byte, size), make([]byte, size)
	for i := range n {
		if _, err := io.ReadFull(r, record); err != nil {
			return err
		}
		if bytes.Compare(record[:keyed], last[:keyed]) < 0 {
			return fmt.Errorf("not an opening book: entry %d is out of order", i+1)
		}
		last, record = record, last
	}
	return nil
}
