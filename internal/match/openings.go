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
	"path/filepath"
	"strings"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	openings "github.com/heterodox-chess/heterodox/internal/book"
	"github.com/heterodox-chess/heterodox/internal/replay"
	"github.com/heterodox-chess/heterodox/pgn"
)

// Openings describes where games begin.
type Openings struct {
	// File holds positions, one FEN or EPD per line, each preceded by "VARIANT |"
	// or for all variants; or games in PGN, if its name ends in .pgn; or an opening
	// book, if it ends in .book or .bin. Without a file, openings are random.
	File string
	// Plies is the number of single moves to play in random openings, from a book,
	// or from PGN games, where 0 means all.
	Plies  int
	Random bool // take the openings of the file in random order
}

// IsPGN reports whether the file holds games in PGN.
func (o Openings) IsPGN() bool {
	name := strings.ToLower(o.File)
	return filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")) == ".pgn"
}

// An Opening is where a game begins: a position and moves from there.
type Opening struct {
	Start game.Position
	Moves []game.Move
}

// A book provides the openings of a match.
type book struct {
	config *Config
	lines  [][]Opening    // by variant; nil for random ones
	file   *openings.Book // the book to draw from; nil for random moves
	sum    string         // SHA-256 of the file, if any
	over   int            // positions of the file that are skipped because the game is over
	mu     sync.Mutex     // guards the fields below
	drawn  map[bookKey]Opening
	order  []bookKey // keys of drawn, oldest first
}

// A bookKey identifies a random opening.
type bookKey struct{ variant, round int }

// openBook reads and checks all openings.
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
	f, err := replay.Open(ctx, file, strings.NewReader(""))
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	text := io.TeeReader(f, sum)
	read := b.readEPD
	if c.Openings.IsPGN() {
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

// openFile opens an opening book and checks that it covers all variants.
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

// fromFile returns an opening drawn from the book by weight that does not end the
// game.
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

// readEPD reads positions, one per line.
func (b *book) readEPD(ctx context.Context, f io.Reader) error {
	in := bufio.NewScanner(f)
	number := 1
	for ; in.Scan() && ctx.Err() == nil; number++ {
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		if err := b.addEPD(text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: longer than %d bytes", number, bufio.MaxScanTokenSize)
	}
	return errors.Join(in.Err(), ctx.Err())
}

// addEPD adds the position of a line to the variants it applies to.
func (b *book) addEPD(text string) error {
	name, fen, named := strings.Cut(text, "|")
	if !named {
		fen = text
	}
	known := false
	for i, v := range b.config.Variants {
		if named && !b.config.calls(v, strings.TrimSpace(name)) {
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

// calls reports whether a variant is known by a name, here, to engines or to Open.
func (c *Config) calls(v Variant, name string) bool {
	if containsFold(append([]string{v.Name()}, v.Names...), name) {
		return true
	}
	if c.Open == nil {
		return false
	}
	rules, err := c.Open(name)
	return err == nil && rules.Name() == v.Name()
}

// fenOfEPD returns the FEN in a line of EPD: four fields, then counters, either
// bare as in a FEN (clocks, and checks such as 3+2 or +0+1) or as the operations
// hmvc and fmvn, which begin with a letter.
func fenOfEPD(text string) string {
	text, _, _ = strings.Cut(text, ";D") // perft suites append counts
	fields := strings.Fields(text)
	if len(fields) <= 4 {
		return strings.Join(fields, " ")
	}
	fen := fields[:4:4]
	rest := fields[4:]
	for len(rest) > 0 && len(fen) < 8 && strings.Trim(rest[0], "0123456789:+") == "" {
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

// readPGN reads the opening moves of games.
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
			if !b.config.calls(v, g.Variant()) {
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

// opening returns the opening of a round in a variant, always the same one.
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

// keep caches an opening, evicting the oldest if the cache is full.
func (b *book) keep(key bookKey, o Opening) {
	const most = 256
	if len(b.order) == most {
		delete(b.drawn, b.order[0])
		b.order = b.order[1:]
	}
	b.drawn[key] = o
	b.order = append(b.order, key)
}

// recall caches the opening of a game that has been played, so that the other games
// of the round use the same one even if the engine that judges openings has changed
// since.
func (b *book) recall(at place, played *game.Record) {
	key := bookKey{at.variant, at.round}
	if _, ok := b.drawn[key]; !ok && b.lines[at.variant] == nil {
		b.keep(key, openingOf(played))
	}
}
