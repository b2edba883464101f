package book

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Options say what goes into a book.
type Options struct {
	// Polyglot selects polyglot's format, which holds the games of one variant.
	Polyglot bool
	// Plies is how many single moves are taken from each game; 0 means all.
	Plies int
	// Games is how many games a move must have been played in; 0 means 1.
	Games int
	// Weights is one of WeightNames; empty means the first.
	Weights string
}

// WeightNames are the ways to weight a move: two points for each win and one for each draw of
// the side that played it, its wins, or all of its games.
var WeightNames = []string{"points", "wins", "games"}

// A Maker makes a book from games. It holds 44 bytes for each distinct move in a position.
type Maker struct {
	options Options
	entries []entry // sorted and without duplicates up to merged
	merged  int
	about   About
}

// An entry is a move in a position; key and code are as the format stores them.
type entry struct {
	key     [keySize]byte
	code    [codeSize]byte
	weight  uint32
	results Results
	black   bool // Black is to move
}

// same reports whether two entries are for the same move.
func (e *entry) same(o *entry) bool { return e.key == o.key && e.code == o.code }

// NewMaker returns a Maker.
func NewMaker(o Options) (*Maker, error) {
	o.Games, o.Weights = max(1, o.Games), cmp.Or(o.Weights, WeightNames[0])
	if !slices.Contains(WeightNames, o.Weights) {
		return nil, fmt.Errorf("unknown weights %.20q, expected one of %q", o.Weights, WeightNames)
	}
	return &Maker{options: o, about: About{Plies: o.Plies, Variants: map[string]int{}}}, nil
}

// Add adds a game with its result. A game that the format cannot hold is an error, and so is
// one without a result.
func (k *Maker) Add(r *game.Record, result rules.Result) error {
	counted := slices.Index([]rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins}, result)
	if counted < 0 {
		return errors.New("the game has no result")
	}
	name := r.Start().Rules().Name()
	if k.options.Polyglot {
		_, ok := polyglotPosition(r.Start())
		if known := k.about.Variants; !ok || len(known) > 0 && known[name] == 0 {
			return fmt.Errorf("%s cannot go into the book: %w", name, ErrPolyglot)
		}
	}
	begun := len(k.entries)
	for i, m := range r.Moves() {
		if k.options.Plies > 0 && i >= k.options.Plies {
			break
		}
		e := k.entryOf(r.At(i), m)
		e.results[counted] = 1
		if !slices.ContainsFunc(k.entries[begun:], func(o entry) bool { return o.same(&e) }) { // a game counts once
			k.entries = append(k.entries, e)
		}
	}
	k.about.Games++
	k.about.Variants[name]++
	if len(k.entries) > max(2*k.merged, 1<<20) {
		k.merge()
	}
	return nil
}

func (k *Maker) entryOf(pos game.Position, m game.Move) (e entry) {
	e.black = pos.Side() == rules.Black
	if k.options.Polyglot {
		p, _ := polyglotPosition(pos)
		binary.BigEndian.PutUint64(e.key[:], polyglotKey(p))
		binary.BigEndian.PutUint16(e.code[:], polyglotCode(chess.Move(m)))
		return e
	}
	e.key, e.code = nativeKey(pos), codeOf(pos, m)
	return e
}

// merge sorts the entries and combines those for the same move.
func (k *Maker) merge() {
	slices.SortFunc(k.entries, func(a, b entry) int {
		return cmp.Or(bytes.Compare(a.key[:], b.key[:]), bytes.Compare(a.code[:], b.code[:]))
	})
	kept := k.entries[:0]
	for _, e := range k.entries {
		if n := len(kept); n > 0 && kept[n-1].same(&e) {
			for i := range e.results {
				kept[n-1].results[i] += e.results[i]
			}
			continue
		}
		kept = append(kept, e)
	}
	k.entries, k.merged = kept, len(kept)
}

// Write writes the book of all games that were added, and returns what is in it.
func (k *Maker) Write(w io.Writer) (About, error) {
	k.merge()
	var chosen []entry
	about := k.about
	for _, e := range k.entries {
		if e.results.Games() < k.options.Games {
			continue
		}
		e.weight = k.weigh(&e)
		if n := len(chosen); n == 0 || chosen[n-1].key != e.key {
			about.Positions++
		}
		chosen = append(chosen, e)
	}
	if len(chosen) == 0 {
		return about, errors.New("no move is in enough games: the book would be empty")
	}
	slices.SortStableFunc(chosen, func(a, b entry) int {
		return cmp.Or(bytes.Compare(a.key[:], b.key[:]), cmp.Compare(b.weight, a.weight))
	})
	about.Moves = len(chosen)
	if k.options.Polyglot {
		about.Format = "polyglot"
		return about, writePolyglot(w, chosen)
	}
	about.Format = "heterodox"
	return about, writeNative(w, about, chosen)
}

// weigh returns the weight of a move.
func (k *Maker) weigh(e *entry) uint32 {
	wins, draws := uint64(e.results[0]), uint64(e.results[1])
	if e.black {
		wins = uint64(e.results[2])
	}
	weight := 2*wins + draws
	switch k.options.Weights {
	case "wins":
		weight = wins
	case "games":
		weight = uint64(e.results.Games())
	}
	return uint32(min(weight, math.MaxUint32))
}
