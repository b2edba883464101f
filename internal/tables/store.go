// Package tables makes and reads endgame tables: the values of all positions with a few men, and
// the distance to the end of the game, for every game whose positions are no more than men on a
// board and a side to move.
package tables

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// A Store is a directory of tables, with one directory for each game. It is safe for
// concurrent use.
type Store struct {
	dir   string
	cache cache
	mu    sync.Mutex
	games map[string]*Game // by the names of games
	err   atomic.Pointer[error]
	last  atomic.Pointer[Game]
}

// A Game is the tables of a game.
type Game struct {
	store  *Store
	rules  game.Rules
	book   *rulebook // nil if the game has no tables
	tables map[uint64]*table
	men    int     // the most that a table has
	broken []error // what is wrong with files
}

// cacheSize is how many bytes of blocks a store keeps.
const cacheSize = 256 << 20

// Open opens a directory of tables. The tables of a game are opened when they are first needed.
func Open(dir string) (*Store, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: errors.New("is not a directory")}
	}
	return &Store{dir: dir, cache: cache{most: cacheSize}, games: map[string]*Game{}}, nil
}

// Close closes the files. Nothing may be probed afterwards.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, g := range s.games {
		for _, t := range g.tables {
			errs = append(errs, t.file.Close())
		}
	}
	s.games = map[string]*Game{}
	s.last.Store(nil)
	return errors.Join(errs...)
}

// Err returns the first error found in a file. Positions whose value would come from there have
// none.
func (s *Store) Err() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}

func (s *Store) fail(err error) { s.err.CompareAndSwap(nil, &err) }

// Materials returns the materials of a game that have tables, or why there cannot be any.
func (s *Store) Materials(g game.Rules) ([]Material, error) {
	if _, err := rulebookOf(g); err != nil {
		return nil, err
	}
	h := s.Game(g)
	var list []Material
	for _, t := range h.tables {
		list = append(list, t.Material)
	}
	slices.SortFunc(list, compareMaterials)
	return list, s.Err()
}

// compareMaterials orders materials by length, then by name.
func compareMaterials(a, b Material) int {
	return cmp.Or(len(a)-len(b), strings.Compare(string(a), string(b)))
}

// Men returns how many men the largest table has, 0 if there is none: positions with more need
// not be probed.
func (h *Game) Men() int { return h.men }

// Game returns the tables of a game.
func (s *Store) Game(g game.Rules) *Game {
	if last := s.last.Load(); last != nil && last.rules == g {
		return last
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.games[g.Name()]
	if h == nil || h.rules != g {
		h = s.open(g)
		s.games[g.Name()] = h
	}
	s.last.Store(h)
	return h
}

// open opens the tables of a game.
func (s *Store) open(g game.Rules) *Game {
	h := &Game{store: s, rules: g, tables: map[uint64]*table{}}
	var err error
	if h.book, err = rulebookOf(g); err != nil {
		return h
	}
	names, err := filepath.Glob(filepath.Join(escaped(s.dir), escaped(g.Name()), "*"+extension))
	if err != nil {
		s.fail(err)
	}
	for _, name := range names {
		if err := h.open(name); err != nil {
			h.broken = append(h.broken, err)
			s.fail(err)
		}
	}
	return h
}

// open opens a file and adds it.
func (h *Game) open(name string) error {
	t, err := openTable(name, h.book, &h.store.cache)
	if err != nil {
		return err
	}
	if named := strings.TrimSuffix(filepath.Base(name), extension); named != string(t.Material) {
		t.file.Close()
		return fmt.Errorf("%s: it is the table of %s", name, t.Material)
	}
	h.tables[keyOf(t.l.codes)] = t
	h.men = max(h.men, len(t.l.codes))
	return nil
}

// escaped returns a glob pattern that matches only the name.
func escaped(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

// find returns the value of a position by its men.
func (h *Game) find(c *crew, side int) (v Value, ok bool) {
	t := h.tables[c.key()]
	if t == nil {
		if h.book.swap == nil {
			return v, false
		}
		swapped := c.swapped(h.book.swap)
		if t = h.tables[swapped.key()]; t == nil {
			return v, false
		}
		*c = swapped
		side ^= 1
	}
	index, ok := t.l.index(&c.at)
	if !ok {
		return v, false
	}
	v, err := t.read(side, index)
	if err != nil {
		h.store.fail(err)
	}
	return v, err == nil
}

// Probe returns the value of a position for the side to move; ok is false if no table has it,
// for example where a king may castle.
func (s *Store) Probe(pos game.Position) (v Value, ok bool) {
	if o := pos.Outcome(); o.Over() && !ofClock(o.Reason) {
		return valueOf(o.Result, pos.Side()), true
	}
	h := s.Game(pos.Rules())
	if h.men == 0 {
		return v, false
	}
	c, side, ok := h.book.read(pos)
	if !ok {
		return v, false
	}
	if !h.book.passing(pos) {
		return h.find(&c, side)
	}
	for i, m := range pos.Moves() {
		w, known := s.Probe(pos.Play(m))
		if !known {
			return Value{}, false
		}
		if w = w.Before(); i == 0 || w.Compare(v) > 0 {
			v = w
		}
	}
	return v, true
}

// ofClock reports whether a game ended for a reason that tables ignore.
func ofClock(r rules.Reason) bool {
	return r == rules.FiftyMoves || r == rules.MoveLimit || r == rules.CountedOut
}

// valueOf returns what a result means for a side.
func valueOf(r rules.Result, side rules.Color) Value {
	switch r {
	case rules.Draw:
		return Value{}
	case rules.WinFor(side):
		return Value{Result: 1}
	}
	return Value{Result: -1}
}

// Probe is Store.Probe for a position of the fast machine, for use in a search: it does not
// check whether the game is over, and knows no value where something may be taken en passant. It
// allocates nothing but the blocks that it reads.
func (h *Game) Probe(p *chess.Position) (v Value, ok bool) {
	if h.men == 0 || p.EnPassant() != chess.NoSquare || p.CastlingRooks() != 0 {
		return v, false
	}
	c, ok := fastCrew(p)
	if !ok {
		return v, false
	}
	return h.find(&c, int(p.Side()))
}
