package tables

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/safefile"
)

// A Generator makes tables of a game in a directory, and first those that their moves lead to.
type Generator struct {
	store *Store
	game  *Game
	// making are the tables that are begun, each waiting for the next.
	making []Material
	// Begun is called before a table is solved, Progress meanwhile, with the current stage.
	Begun    func(m Material)
	Progress func(stage string)
	// Done is called for each table that exists: fresh says that it was just made.
	Done func(m Material, s Stats, fresh bool)
}

// NewGenerator prepares to make tables of a game in a directory, which need not exist. It is an
// error if the game cannot have tables. Files that are damaged or belong to another game are
// treated as missing.
func NewGenerator(g game.Rules, dir string) (*Generator, error) {
	if _, err := rulebookOf(g); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s, err := Open(dir)
	if err != nil {
		return nil, err
	}
	safefile.Sweep(filepath.Join(dir, g.Name()))
	h := s.Game(g)
	for key, t := range h.tables {
		if err := t.check(); err != nil {
			h.broken = append(h.broken, errors.Join(err, t.file.Close()))
			delete(h.tables, key)
		}
	}
	s.err.Store(nil)
	return &Generator{store: s, game: h, Begun: func(Material) {}, Progress: func(string) {}, Done: func(Material, Stats, bool) {}}, nil
}

// Close closes the files.
func (g *Generator) Close() error { return g.store.Close() }

// Broken returns what is wrong with existing files: Make replaces those that it needs.
func (g *Generator) Broken() []error { return g.game.broken }

// Parse reads a material: "KQvKR", or "KQKR" if each side has one king; a number stands for all
// materials of that many men. The colours are exchanged where one table serves for both.
func (g *Generator) Parse(text string) (list []Material, err error) {
	r := g.game.book
	if n, err := strconv.Atoi(text); err == nil {
		if n < 2 || n > maxMen {
			return nil, fmt.Errorf("a table has 2 to %d men, not %d", maxMen, n)
		}
		return r.materials(n), nil
	}
	codes, err := r.codesOf(text)
	if err != nil {
		return nil, err
	}
	return []Material{r.material(r.canonical(codes))}, nil
}

// Tables returns the tables that exist.
func (g *Generator) Tables() *Game { return g.game }

// Stats returns what is in an existing table.
func (g *Generator) Stats(m Material) Stats {
	codes, err := g.game.book.codesOf(string(m))
	if err != nil {
		return Stats{}
	}
	if t := g.game.tables[keyOf(g.game.book.canonical(codes))]; t != nil {
		return t.Stats
	}
	return Stats{}
}

// Make makes a table, unless it exists, and all that its moves lead to.
func (g *Generator) Make(ctx context.Context, m Material) error {
	r := g.game.book
	codes, err := r.codesOf(string(m))
	if err != nil {
		return err
	}
	codes = r.canonical(codes)
	m = r.material(codes)
	if t := g.game.tables[keyOf(codes)]; t != nil {
		g.Done(m, t.Stats, false)
		return nil
	}
	if slices.Contains(g.making, m) {
		return fmt.Errorf("%s: moves lead back to it from other material", m)
	}
	g.making = append(g.making, m)
	defer func() { g.making = g.making[:len(g.making)-1] }()
	name := fileName(g.store.dir, r.name, m)
	for {
		g.Begun(m)
		var missing needs
		s := newSolver(r, codes, missing.finder(g.game))
		err := s.solve(ctx, g.Progress)
		switch {
		case g.store.Err() != nil:
			return g.store.Err()
		case errors.Is(err, errMissing):
			for _, codes := range missing.list {
				if err := r.fit(codes); err != nil {
					return fmt.Errorf("%s: a move leads to %s", m, err)
				}
				if err := g.Make(ctx, r.material(codes)); err != nil {
					return err
				}
			}
			continue
		case err != nil:
			return err
		}
		h := header{Game: r.name, Rules: r.print, Material: m, Stats: s.stats()}
		if err := s.write(name, h); err != nil {
			return err
		}
		if err := g.game.open(name); err != nil {
			return err
		}
		g.Done(m, h.Stats, true)
		return nil
	}
}

// needs are the materials of missing tables.
type needs struct {
	mu   sync.Mutex
	list [][]uint8
}

// finder returns a finder that looks in the tables of a game, and notes what is missing.
func (n *needs) finder(h *Game) finder {
	return func(c *crew, side int) (Value, bool) {
		was := *c
		v, ok := h.find(c, side)
		if !ok {
			codes := h.book.canonical(slices.Clone(was.code[:was.n]))
			n.mu.Lock()
			defer n.mu.Unlock()
			if !slices.ContainsFunc(n.list, func(l []uint8) bool { return slices.Equal(l, codes) }) {
				n.list = append(n.list, codes)
			}
		}
		return v, ok
	}
}
