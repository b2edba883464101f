package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
)

// NetData is what a network is fitted to. The zero value is empty.
type NetData struct {
	Files   []File
	inputs  []uint16 // of all positions, one after the other: as the side to move sees it, then as the other
	samples []netSample
	games   int
}

// A netSample is a position. Score and result are those of the side to move.
type netSample struct {
	start       uint64 // of its inputs
	us, them    uint8  // how many they are
	bucket      uint8
	heldOut     bool
	base, scale float32 // see engine.NetSample
	score       float32
	result      float32 // 1 for a win, ½, 0
}

// Positions returns how many positions were read, Games of how many games.
func (d *NetData) Positions() int { return len(d.samples) }

// Games returns how many games the positions are of.
func (d *NetData) Games() int { return d.games }

// Read is Data.Read for networks; the share holdOut of the games will be held
// out.
func (d *NetData) Read(ctx context.Context, name string, in io.Reader, holdOut float64, rules func(variant string) (*chess.Ruleset, error)) error {
	before := len(d.samples)
	var sampler *engine.NetSampler
	file, err := readRecords(ctx, name, in, d.Files, rules, func(r *chess.Ruleset, record *Record, fresh bool) error {
		if fresh {
			d.games++
		}
		if sampler == nil {
			sampler = engine.NewNetSampler(r)
		}
		pos, err := r.ParseFEN(record.FEN)
		if err == nil {
			d.add(sampler, &pos, record, isHeldOut(d.games-1, holdOut))
		}
		return err
	})
	file.Positions = len(d.samples) - before
	if err == nil {
		d.Files = append(d.Files, file)
	}
	return err
}

// add adds a position, unless the evaluation does not ask the network there.
func (d *NetData) add(sampler *engine.NetSampler, pos *chess.Position, r *Record, heldOut bool) {
	start := len(d.inputs)
	var us, them [64]uint16
	s, ok := sampler.Sample(pos, us[:0], them[:0])
	if !ok {
		return
	}
	d.inputs = append(append(d.inputs, s.Us...), s.Them...)
	score, result := float32(r.Score), r.result()
	if pos.Side() == chess.Black {
		score, result = -score, 1-result
	}
	d.samples = append(d.samples, netSample{
		uint64(start), uint8(len(s.Us)), uint8(len(s.Them)), uint8(s.Bucket), heldOut,
		float32(s.Base), float32(s.Scale), score, result,
	})
}

// of returns the inputs of a sample, as the two sides see them.
func (d *NetData) of(s *netSample) (us, them []uint16) {
	middle := s.start + uint64(s.us)
	return d.inputs[s.start:middle], d.inputs[middle : middle+uint64(s.them)]
}

// readRecords reads a file that Play has written, and tells of each record with
// the ruleset it is played by; fresh says that it is the first of its game. The
// file returned has no Positions. The error names the file and the line.
func readRecords(ctx context.Context, name string, in io.Reader, read []File, rules func(variant string) (*chess.Ruleset, error),
	tell func(r *chess.Ruleset, record *Record, fresh bool) error) (File, error) {
	file := File{Name: name}
	lines := bufio.NewScanner(in)
	if !lines.Scan() {
		if err := lines.Err(); err != nil {
			return file, fmt.Errorf("%s:1: %w", name, err)
		}
		return file, fmt.Errorf("%s: empty", name)
	}
	header, err := ParseHeader(lines.Text())
	if err == nil {
		err = checkNew(header, read)
	}
	var r *chess.Ruleset
	if err == nil {
		r, err = rules(header.Variant)
	}
	if err != nil {
		return file, fmt.Errorf("%s:1: %w", name, err)
	}
	file.Header = header
	last, number := 0, 1
	for lines.Scan() && ctx.Err() == nil {
		number++
		record, err := ParseRecord(lines.Text())
		if err == nil && record.Game < last {
			err = fmt.Errorf("game %d after game %d", record.Game, last)
		}
		if err == nil {
			if record.Game > last {
				file.Games++
			}
			err = tell(r, &record, record.Game > last)
			last = record.Game
		}
		if err != nil {
			return file, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return file, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	return file, ctx.Err()
}
