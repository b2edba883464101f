package match

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	openings "github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/pgn"
)

// Openings says where games begin.
type Openings struct {
	// File holds positions, a FEN or EPD a line, each behind "VARIANT |" or for
	// all variants; or games in PGN, if its name ends so; or an opening book, if it
	// ends in .book or .bin. Without a file openings are drawn at random.
	File string
	// Plies is how many single moves of random openings, of a book, or of games in
	// PGN are played; of the last all, if it is 0.
	Plies  int
	Random bool // take those of the file in an order drawn at random
}

// An Opening is where a game begins: a position and moves from there.
type Opening struct {
	Start game.Position
	Moves []game.Move
}

// A book knows the openings of a match.
type book struct {
	config *Config
	lines  [][]Opening    // by variant; nil for drawn ones
	file   *openings.Book // that they are drawn from; nil for moves at random
	sum    string         // SHA-256 of the file, if there is one
	over   int            // positions of the file that are left out, as the game is over there
	mu     sync.Mutex     // of the rest
	drawn  map[bookKey]Opening
	order  []bookKey // of drawn, oldest first
}

// A bookKey names a random opening.
type bookKey struct{ variant, round int }

// openBook reads the openings, and checks all of them.
func openBook(ctx context.Context, c *Config) (*book, error) {
	b := &book{config: c, lines: make([][]Opening, len(c.Variants)), drawn: map[bookKey]Opening{}}
	file := c.Openings.File
	if file == "" {
		return b, nil
	}
	if ext := strings.ToLower(filepath.Ext(file)); ext == ".book" || ext == ".bin" {
		if err := b.openFile(file); err != nil {
			return nil, fmt.Errorf("openings: %w", err)
		}
		return b, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	text := io.TeeReader(f, sum)
	read := b.readEPD
	if strings.EqualFold(filepath.Ext(file), ".pgn") {
		read = b.readPGN
	}
	if err := read(ctx, text); err != nil {
		return nil, fmt.Errorf("openings: %s: %w", file, err)
	}
	b.sum = hex.EncodeToString(sum.Sum(nil))
	if b.over > 0 {
		c.note("openings: %s: %d positions left out because the game is over", file, b.over)
	}
	for i, lines := range b.lines {
		if len(lines) == 0 {
			return nil, fmt.Errorf("openings: %s: no opening for %s", file, c.Variants[i].Name())
		}
		if c.Openings.Random {
			random := rand.New(rand.NewPCG(c.Seed, uint64(i)))
			random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		}
	}
	return b, nil
}

// openFile opens an opening book, and sees that it knows all variants.
func (b *book) openFile(name string) error {
	sum, err := sumFile(name)
	if err != nil {
		return err
	}
	if b.file, err = openings.Open(name); err != nil {
		return err
	}
	b.sum = sum.SHA256
	for _, v := range b.config.Variants {
		moves, err := b.file.Moves(v.Rules.Start())
		if err != nil {
			return err
		}
		if _, ok := openings.Choose(moves, 0, nil); !ok {
			return fmt.Errorf("%s: no opening for %s", name, v.Name())
		}
	}
	return nil
}

// fromFile returns an opening drawn from the book by its weights, after which the game goes on.
func (b *book) fromFile(rules game.Rules, random *rand.Rand) (Opening, error) {
	for range 100 {
		record, err := b.file.Line(rules.Start(), b.config.Openings.Plies, openings.MaxVariety, random)
		if err != nil {
			return Opening{}, err
		}
		if !record.Outcome().Over() {
			return openingOf(record), nil
		}
	}
	return Opening{}, fmt.Errorf("openings: %s: in %s the game is over after every opening", b.config.Openings.File, rules.Name())
}

// readEPD reads positions, one a line.
func (b *book) readEPD(ctx context.Context, f io.Reader) error {
	in := bufio.NewScanner(f)
	for number := 1; in.Scan() && ctx.Err() == nil; number++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if err := b.addEPD(text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return errors.Join(in.Err(), ctx.Err())
}

// addEPD adds the position of a line to the variants that it is for.
func (b *book) addEPD(text string) error {
	name, fen, named := strings.Cut(text, "|")
	if !named {
		fen = text
	}
	known := false
	for i, v := range b.config.Variants {
		if named && !containsFold(append([]string{v.Name()}, v.Names...), strings.TrimSpace(name)) {
			continue
		}
		known = true
		start, err := v.Rules.ParsePosition(fenOfEPD(fen))
		if err != nil {
			return fmt.Errorf("%s: %w", v.Name(), err)
		}
		if start.Outcome().Over() {
			b.over++
			continue
		}
		b.lines[i] = append(b.lines[i], Opening{Start: start})
	}
	if !known && !named {
		return errors.New("no variant")
	}
	return nil // it may be for a variant that is not played
}

// fenOfEPD returns the FEN in a line of EPD: four fields, then counters, either
// bare as in a FEN or in the operations hmvc and fmvn.
func fenOfEPD(text string) string {
	text, _, _ = strings.Cut(text, ";D") // as in suites of counts
	fields := strings.Fields(text)
	if len(fields) <= 4 {
		return strings.Join(fields, " ")
	}
	fen := fields[:4:4]
	rest := fields[4:]
	for len(rest) > 0 && len(fen) < 7 && strings.Trim(rest[0], "0123456789:") == "" {
		fen, rest = append(fen, rest[0]), rest[1:]
	}
	if len(fen) == 4 {
		half, full := "0", "1"
		for operation := range strings.SplitSeq(strings.Join(rest, " "), ";") {
			words := strings.Fields(operation)
			if len(words) == 2 && words[0] == "hmvc" {
				half = words[1]
			}
			if len(words) == 2 && words[0] == "fmvn" {
				full = words[1]
			}
		}
		fen = append(fen, half, full)
	}
	return strings.Join(fen, " ")
}

// readPGN reads the first moves of games.
func (b *book) readPGN(ctx context.Context, f io.Reader) error {
	in := pgn.NewReader(f)
	for ctx.Err() == nil {
		g, err := in.Next()
		if g == nil {
			return err // nil at the end
		}
		if err != nil {
			return err
		}
		for i, v := range b.config.Variants {
			if name := g.Variant(); !containsFold(append([]string{v.Name()}, v.Names...), name) {
				continue
			}
			played, err := g.Replay(v.Rules, b.config.Openings.Plies)
			if err != nil {
				return fmt.Errorf("game %d, %w", g.Number, err)
			}
			if played.Outcome().Over() {
				b.over++
				continue
			}
			b.lines[i] = append(b.lines[i], openingOf(played))
		}
	}
	return ctx.Err()
}

// opening returns the opening of a round in a variant. It is the same whenever
// it is asked for.
func (b *book) opening(ctx context.Context, variant, round int) (Opening, error) {
	if lines := b.lines[variant]; len(lines) > 0 {
		return lines[round%len(lines)], nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := bookKey{variant, round}
	if o, ok := b.drawn[key]; ok {
		return o, nil
	}
	c := b.config
	random := rand.New(rand.NewPCG(c.Seed, uint64(variant)<<32|uint64(round)))
	var o Opening
	var err error
	if b.file != nil {
		o, err = b.fromFile(c.Variants[variant].Rules, random)
	} else {
		o, err = drawOpening(ctx, c.Variants[variant].Rules, random, c.Openings.Plies)
	}
	if err == nil {
		b.keep(key, o)
	}
	return o, err
}

// keep remembers an opening, and forgets an old one for it.
func (b *book) keep(key bookKey, o Opening) {
	const most = 256
	if len(b.order) == most {
		delete(b.drawn, b.order[0])
		b.order = b.order[1:]
	}
	b.drawn[key] = o
	b.order = append(b.order, key)
}

// recall takes the opening of a game that has been played, so that the other
// games of the round have the same, even if the judge has changed since.
func (b *book) recall(at place, played *game.Record) {
	key := bookKey{at.variant, at.round}
	if _, ok := b.drawn[key]; !ok && b.lines[at.variant] == nil {
		b.keep(key, openingOf(played))
	}
}
