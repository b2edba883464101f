package puzzle

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Set holds puzzles by game. It does not change once it is made.
type Set struct {
	games map[string][]Puzzle
	byID  map[string]Puzzle
}

// NewSet returns a Set of puzzles.
func NewSet(list []Puzzle) *Set {
	s := &Set{map[string][]Puzzle{}, map[string]Puzzle{}}
	for _, p := range list {
		if _, known := s.byID[p.ID]; !known {
			s.games[p.Variant] = append(s.games[p.Variant], p)
			s.byID[p.ID] = p
		}
	}
	return s
}

var loaded struct {
	sync.Mutex
	set *Set
}

// Load returns the puzzles that come with the program; in a browser it fetches them. If that
// fails, the next call tries again.
func Load() (*Set, error) {
	loaded.Lock()
	defer loaded.Unlock()
	if loaded.set != nil {
		return loaded.set, nil
	}
	packed, err := setFile()
	if err != nil {
		return nil, errors.New("the puzzles cannot be loaded")
	}
	text, err := gzip.NewReader(bytes.NewReader(packed))
	var list []Puzzle
	if err == nil {
		list, err = Read(text)
	}
	if err != nil {
		return nil, fmt.Errorf("the puzzles cannot be read: %w", err)
	}
	loaded.set = NewSet(list)
	return loaded.set, nil
}

// Embedded is Load for programs that contain the puzzles. It panics if they cannot be read,
// which a test rules out.
func Embedded() *Set {
	s, err := Load()
	if err != nil {
		panic(err)
	}
	return s
}

// Games returns the names of the games for which there are puzzles, sorted.
func (s *Set) Games() []string { return slices.Sorted(maps.Keys(s.games)) }

// Of returns the puzzles of a game. They must not be changed.
func (s *Set) Of(variant string) []Puzzle { return s.games[variant] }

// Find returns a puzzle by its ID.
func (s *Set) Find(id string) (p Puzzle, ok bool) {
	p, ok = s.byID[id]
	return p, ok
}

// Len returns the number of puzzles.
func (s *Set) Len() int { return len(s.byID) }

// Pack writes puzzles in the format of the embedded set: sorted, as compressed CSV, at most as
// many of each game as most says.
func Pack(w io.Writer, list []Puzzle, most func(variant string) int) (packed int, err error) {
	zip, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	out, s := NewWriter(zip), NewSet(list)
	for _, game := range s.Games() {
		of := s.games[game][:min(len(s.games[game]), most(game))]
		slices.SortFunc(of, func(a, b Puzzle) int { return strings.Compare(a.FEN, b.FEN) })
		if err := out.Write(of...); err != nil {
			return packed, err
		}
		packed += len(of)
	}
	return packed, zip.Close()
}
