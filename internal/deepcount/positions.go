// Package deepcount counts move sequences where that takes longer than a single run.
// It finds the unique positions after some plies, by exact encodings, with the number
// of paths to each, and stores them in a sorted file; each is counted once and
// multiplied by its paths. Runs of the file are the tasks of a jobs.Job, whose
// results go into a ledger: killed at any moment, the count can be resumed.
package deepcount

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/exp/mmap"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// A Listing describes the contents of a file of positions. It is stored at the start
// of the file as a line of JSON with trailing blanks.
type Listing struct {
	Format    string
	Variant   string
	FEN       string
	Ply       int
	Roots     bool   // the first move of each path is recorded
	Bytes     int    // of a position's text
	Records   int64  // one for each position and first move
	Positions int64  // unique ones
	Paths     string // the total, which is the perft count of depth Ply
	SHA256    string // of the records
}

const (
	listingFormat = "heterodox positions 1"
	listingBytes  = 1024
	rootBytes     = 2
)

// record returns the size of a record: text, first move, paths.
func (l *Listing) record() int { return l.Bytes + rootBytes + pathBytes }

// same reports whether two listings describe the same positions.
func (l *Listing) same(o *Listing) bool {
	return l.Format == o.Format && l.Variant == o.Variant && l.FEN == o.FEN && l.Ply == o.Ply && l.Roots == o.Roots && l.Bytes == o.Bytes
}

// Unique holds the options for listing positions.
type Unique struct {
	Ply    int
	Roots  bool // record the first move of each path
	Memory int  // approximate bytes
	Tell   func(ply int, positions int64, done float64)
}

// List writes the file of the positions reached from pos after u.Ply plies. An
// existing file with that name is replaced only when the new one is complete. Until
// then everything is in a folder beside it, which the next call clears if this one is
// killed; the file is locked meanwhile.
func (u Unique) List(ctx context.Context, name string, pos *chess.Position) (Listing, error) {
	name, err := safefile.Resolve(name)
	if err != nil {
		return Listing{}, err
	}
	lock, err := safefile.TryLock(name)
	if err != nil {
		return Listing{}, err
	}
	defer lock.Unlock()
	dir := name + ".work"
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
		return Listing{}, err
	}
	defer os.RemoveAll(dir)
	encoding := pos.Encoding()
	l := Listing{Format: listingFormat, Variant: pos.Rules().Name(), FEN: pos.FEN(), Roots: u.Roots, Bytes: encoding.Size()}
	level := filepath.Join(dir, "ply0")
	record := append(encoding.Append(nil, pos), make([]byte, rootBytes)...)
	record = binary.LittleEndian.AppendUint64(record, 1)
	l, err = write(level, l, func(take func([]byte) error) error { return take(record) })
	found := newSet(l.Bytes+rootBytes, dir, u.Memory)
	for err == nil && l.Ply < u.Ply {
		next := filepath.Join(dir, fmt.Sprint("ply", l.Ply+1))
		if l, err = u.expand(ctx, level, next, l, encoding, found); err != nil {
			break
		}
		os.Remove(level)
		level = next
	}
	if err == nil {
		err = os.Rename(level, name)
	}
	if err == nil {
		err = safefile.SyncDir(filepath.Dir(name))
	}
	return l, err
}

// expand plays all moves from the positions of a file and lists the resulting positions.
func (u Unique) expand(ctx context.Context, from, to string, l Listing, encoding chess.Encoding, found *set) (Listing, error) {
	file, err := OpenPositions(from)
	if err != nil {
		return l, err
	}
	defer file.Close()
	buffer := make([]byte, 4096*l.record())
	var moves []chess.Move
	var text []byte
	for at := int64(0); at < l.Records; at += 4096 {
		if ctx.Err() != nil {
			return l, context.Cause(ctx)
		}
		if u.Tell != nil {
			u.Tell(l.Ply+1, l.Positions, float64(at)/float64(l.Records))
		}
		batch := buffer[:min(4096, l.Records-at)*int64(l.record())]
		if err := file.read(batch, at); err != nil {
			return l, err
		}
		for ; len(batch) > 0; batch = batch[l.record():] {
			pos, err := encoding.Position(batch[:l.Bytes])
			if err != nil {
				return l, err
			}
			paths := binary.LittleEndian.Uint64(batch[l.Bytes+rootBytes:])
			moves = pos.Moves(moves[:0])
			for i, m := range moves {
				next := pos.Play(m)
				text = encoding.Append(text[:0], &next)
				if l.Ply == 0 && u.Roots {
					text = binary.BigEndian.AppendUint16(text, uint16(i))
				} else {
					text = append(text, batch[l.Bytes:l.Bytes+rootBytes]...)
				}
				if err := found.add(text, paths); err != nil {
					return l, err
				}
			}
		}
	}
	l.Ply++
	return write(to, l, found.drain)
}

// write writes a file of the records passed on by fill, in their order.
func write(name string, l Listing, fill func(take func([]byte) error) error) (Listing, error) {
	f, err := safefile.Create(name)
	if err != nil {
		return l, err
	}
	defer f.Discard()
	w := &recordFile{out: bufio.NewWriterSize(f, 1<<20), sum: sha256.New(), text: l.Bytes}
	_, err = w.out.Write(make([]byte, listingBytes))
	if err == nil {
		err = fill(w.take)
	}
	if err == nil {
		err = w.out.Flush()
	}
	if err != nil {
		return l, err
	}
	l.Records, l.Positions = w.records, w.positions
	l.Paths, l.SHA256 = w.paths.String(), hex.EncodeToString(w.sum.Sum(nil))
	head, err := json.Marshal(l)
	if err == nil && len(head) >= listingBytes {
		err = errors.New("the position is too long")
	}
	if err != nil {
		return l, err
	}
	head = append(append(head, bytes.Repeat([]byte(" "), listingBytes-1-len(head))...), '\n')
	if _, err := f.WriteAt(head, 0); err != nil {
		return l, err
	}
	return l, f.Commit()
}

// A recordFile writes records, counts them with their positions and paths, and
// computes their checksum.
type recordFile struct {
	out       *bufio.Writer
	sum       hash.Hash
	text      int
	last      []byte
	records   int64
	positions int64
	paths     Sum
}

func (w *recordFile) take(record []byte) error {
	w.records++
	if !bytes.Equal(w.last, record[:w.text]) {
		w.positions++
		w.last = append(w.last[:0], record[:w.text]...)
	}
	w.paths.Add(binary.LittleEndian.Uint64(record[len(record)-pathBytes:]), 1)
	w.sum.Write(record)
	_, err := w.out.Write(record)
	return err
}

// Positions is an open file of positions.
type Positions struct {
	Listing
	file *mmap.ReaderAt
}

// OpenPositions opens a file written by List.
func OpenPositions(name string) (*Positions, error) {
	file, err := mmap.Open(name)
	if err != nil {
		return nil, err
	}
	p := &Positions{file: file}
	head := make([]byte, listingBytes)
	_, err = file.ReadAt(head, 0)
	if err == nil {
		err = json.Unmarshal(head, &p.Listing)
	}
	if err != nil || p.Format != listingFormat {
		err = fmt.Errorf("%s is not a file of positions", name)
	} else if int64(file.Len()) != listingBytes+p.Records*int64(p.record()) {
		err = fmt.Errorf("%s has the wrong size", name)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return p, nil
}

// Close closes the file.
func (p *Positions) Close() error { return p.file.Close() }

// read fills a buffer with records, starting with number from.
func (p *Positions) read(buffer []byte, from int64) error {
	_, err := p.file.ReadAt(buffer, listingBytes+from*int64(p.record()))
	return err
}

// Check reads the whole file and verifies its checksum.
func (p *Positions) Check() error {
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(p.file, listingBytes, 1<<62)); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != p.SHA256 {
		return errors.New("the file of positions has changed since it was written")
	}
	return nil
}
