package tune

import (
	"context"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"math/rand/v2"
	"path/filepath"
	"sync"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/english"
	"github.com/heterodox-chess/heterodox/internal/nnue"
	"github.com/heterodox-chess/heterodox/internal/safefile"
	"github.com/heterodox-chess/heterodox/rules"
)

// NetData is what a network is fitted to: samples on disk, dealt at random into blocks, so
// that a fit reads them in a different order each time with little memory.
type NetData struct {
	reading
	// Compositions must be set before the first Read for the network of all compositions.
	Compositions bool
	// Alone must be set before the first Read for a network that evaluates alone.
	Alone bool

	Census  NetCensus
	width   int         // inputs of the network
	remove  func()      // removes the folder of the blocks
	blocks  []*netBlock // of the fitted samples
	held    *netBlock   // of the held-out games
	holdOut float64
	deal    *rand.Rand
	parts   [2]netPart // fitted and held out
	workers int
	pending []pendingRecord
	buffers [][]byte
}

// A netPart counts the samples of a part.
type netPart struct {
	Share
	last    int                       // game
	results [2 * int(MaxScore)][3]int // by score + MaxScore and result in half points
}

// A NetCensus describes the variety of the positions.
type NetCensus struct {
	// Seen is the number of positions that were checked for duplicates, and Again how many
	// of those had occurred before. Only a sample of one position in 64 is checked.
	Seen, Again int
	// Buckets counts the positions by output bucket, which depends on the number of pieces.
	Buckets [nnue.Buckets]int

	known map[uint64]bool
}

// String summarises how varied the positions are.
func (c *NetCensus) String() string {
	all := 0
	for _, n := range c.Buckets {
		all += n
	}
	text := fmt.Sprintf("seen before: %.1f %% (of %s checked); by number of pieces, few to many:",
		100*float64(c.Again)/float64(max(c.Seen, 1)), english.Count(c.Seen, "position"))
	for _, n := range c.Buckets {
		text += fmt.Sprintf(" %.1f", 100*float64(n)/float64(max(all, 1)))
	}
	return text + " %"
}

// censusShare: one in this many positions is checked for duplicates.
const censusShare = 64

// count counts a position.
func (c *NetCensus) count(s *netSample, text []byte) {
	c.Buckets[s.bucket&(nnue.Buckets-1)]++
	// The rest of the text, after flags and score, depends only on the position.
	hash := crc64.Checksum(text[3:], crcTable)
	if hash%censusShare != 0 {
		return
	}
	c.Seen++
	if c.known[hash] {
		c.Again++
	}
	c.known[hash] = true
}

// NewNetData returns data without positions. It makes a folder for the blocks as
// safefile.MkdirTemp does. holdOut is the share of the games that are held out, as in
// FitOptions; the seed deals the others. workers share the reading; their number does not
// affect the result.
func NewNetData(dir string, holdOut float64, seed uint64, workers int) (*NetData, error) {
	dir, remove, err := safefile.MkdirTemp(dir, "heterodox-fit-")
	if err != nil {
		return nil, err
	}
	d := &NetData{remove: remove, holdOut: holdOut, deal: rand.New(rand.NewPCG(seed, 4)), workers: max(workers, 1)}
	d.Census.known = map[uint64]bool{}
	for i := range d.parts {
		d.parts[i].last = -1
	}
	for i := range numBlocks {
		d.blocks = append(d.blocks, &netBlock{name: filepath.Join(dir, fmt.Sprintf("%03d", i))})
	}
	d.held = &netBlock{name: filepath.Join(dir, "held")}
	return d, nil
}

// Close removes the files.
func (d *NetData) Close() {
	for _, b := range append(d.blocks, d.held) {
		b.close()
	}
	d.remove()
}

// Positions returns the number of positions kept.
func (d *NetData) Positions() int { return d.parts[0].Positions + d.parts[1].Positions }

// A pendingRecord is a record that has yet to be processed.
type pendingRecord struct {
	record   Record
	searched bool // the game did not come to the position
	game     int
	line     int
	// The outcome: empty if the evaluation does not use the network.
	sample netSample
	text   []byte
	err    error
}

// wave is the number of records that each worker processes at a time.
const wave = 1024

// Read is Data.Read for networks.
func (d *NetData) Read(ctx context.Context, name string, in io.Reader, ruleset func(variant string) (game.Rules, error)) error {
	var samplers []netSampler
	var played game.Rules
	kept := 0
	flush := func() error {
		n, err := d.take(name, played, samplers)
		kept += n
		return err
	}
	err := d.read(ctx, name, in, ruleset, func(h Header, r game.Rules, record *Record) (bool, error) {
		if samplers == nil {
			played = r
			for range d.workers {
				sampler, err := learner(r, d.Compositions)
				if err != nil {
					return false, err
				}
				samplers = append(samplers, sampler)
			}
			if d.width = max(d.width, samplers[0].NetInputs()); d.width != samplers[0].NetInputs() {
				return false, fmt.Errorf("a network for %s has %d inputs, one for the earlier games %d", r.Name(), samplers[0].NetInputs(), d.width)
			}
		}
		d.pending = append(d.pending, pendingRecord{record: *record, searched: h.Evaluated > 0, game: d.games - 1, line: d.line})
		if len(d.pending) < wave*d.workers {
			return false, nil
		}
		return false, flush()
	})
	var stop *recordError
	if errors.As(err, &stop) {
		return stop
	}
	if failed := flush(); failed != nil {
		return failed // it concerns an earlier line
	}
	if err == nil {
		d.Files[len(d.Files)-1].Positions = kept
	}
	return err
}

// A recordError is an error in a record that was read some lines before.
type recordError struct{ error }

// take processes the pending records, a part with each sampler, and adds the samples in
// order.
func (d *NetData) take(name string, r game.Rules, samplers []netSampler) (kept int, err error) {
	n := len(d.pending)
	if n == 0 {
		return 0, nil
	}
	for len(d.buffers) < len(samplers) {
		d.buffers = append(d.buffers, nil)
	}
	var group sync.WaitGroup
	for i, sampler := range samplers {
		group.Go(func() {
			buffer := d.buffers[i][:0]
			for j := i * n / len(samplers); j < (i+1)*n/len(samplers); j++ {
				p := &d.pending[j]
				at := len(buffer)
				if p.look(r, sampler, d.Alone) {
					buffer = p.sample.appendTo(buffer)
					p.text = buffer[at:len(buffer):len(buffer)]
				}
			}
			d.buffers[i] = buffer
		})
	}
	group.Wait()
	for i := range d.pending {
		p := &d.pending[i]
		if p.err != nil {
			return kept, &recordError{fmt.Errorf("%s:%d: %w", name, p.line, p.err)}
		}
		if p.text == nil {
			continue
		}
		if err := d.add(&p.sample, p.text, p.game); err != nil {
			return kept, &recordError{err}
		}
		kept++
	}
	d.pending = d.pending[:0]
	return kept, nil
}

// look determines the network's inputs for the position; ok is false if the evaluation does
// not use the network.
func (p *pendingRecord) look(r game.Rules, sampler netSampler, alone bool) (ok bool) {
	pos, err := r.ParsePosition(p.record.FEN)
	if err != nil {
		p.err = err
		return false
	}
	var us, them [64]uint16
	seen, ok := sampler.NetSample(pos, us[:0], them[:0])
	if !ok {
		return false
	}
	if max(len(seen.Us), len(seen.Them)) > mostInputs {
		p.err = fmt.Errorf("more than %d inputs", mostInputs)
		return false
	}
	if alone {
		seen.Base = 0
	}
	score, result := int16(p.record.Score), uint8(2*p.record.result())
	if pos.Side() == rules.Black {
		score, result = -score, 2-result
	}
	if p.searched {
		result = noResult
	}
	p.sample = netSample{
		us: seen.Us, them: seen.Them, bucket: uint8(seen.Bucket),
		base: float32(seen.Base), scale: float32(seen.Scale), score: score, result: result,
	}
	return true
}

// add adds a sample of a game, in the format of appendTo.
func (d *NetData) add(s *netSample, text []byte, game int) error {
	d.Census.count(s, text)
	part, block := &d.parts[0], d.held
	if isHeldOut(game, d.holdOut) {
		part = &d.parts[1]
	} else {
		block = d.blocks[d.deal.IntN(numBlocks)]
	}
	if part.last != game {
		part.last = game
		part.Games++
	}
	part.Positions++
	if s.result != noResult {
		part.results[int(s.score)+int(MaxScore)][s.result]++
	}
	return block.add(text)
}

// scale returns the K with which the scores of the fitted positions predict their results
// best, like scaleOf.
func (d *NetData) scale() (float64, error) {
	counts := &d.parts[0].results
	if *counts == (netPart{}).results {
		return 0, errors.New("no position occurred in a game, so there are no results to find K from: use --scale")
	}
	return scaleOf(3*len(counts), func(i int) (score, result, count float64) {
		return float64(i/3 - int(MaxScore)), float64(i%3) / 2, float64(counts[i/3][i%3])
	})
}
