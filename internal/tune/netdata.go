package tune

import (
	"context"
	"fmt"
	"io"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// NetData is what a network is fitted to. The zero value is empty.
type NetData struct {
	reading
	width   int      // inputs that the network has
	inputs  []uint16 // of all positions, one after the other: as the side to move sees it, then as the other
	samples []netSample
}

// A netSample is a position. Score and result are those of the side to move.
type netSample struct {
	start       uint64 // of its inputs
	us, them    uint16 // how many they are
	bucket      uint8
	game        int32   // number among all games, from 0
	base, scale float32 // see game.NetSample
	score       float32
	result      float32 // 1 for a win, ½, 0
}

// Positions returns how many positions were kept.
func (d *NetData) Positions() int { return len(d.samples) }

// Read is Data.Read for networks.
func (d *NetData) Read(ctx context.Context, name string, in io.Reader, ruleset func(variant string) (game.Rules, error)) error {
	var sampler netSampler
	return d.read(ctx, name, in, ruleset, func(_ Header, r game.Rules, record *Record) (kept bool, err error) {
		pos, err := r.ParsePosition(record.FEN)
		if err != nil {
			return false, err
		}
		if sampler == nil {
			if sampler, err = learner(r); err != nil {
				return false, err
			}
			if d.width = max(d.width, sampler.NetInputs()); d.width != sampler.NetInputs() {
				return false, fmt.Errorf("a network of %s has %d inputs, those of the games before %d", r.Name(), sampler.NetInputs(), d.width)
			}
		}
		return d.addRecord(sampler, pos, record), nil
	})
}

// addRecord adds a position of the game read last, unless the evaluation does
// not ask the network there.
func (d *NetData) addRecord(sampler netSampler, pos game.Position, r *Record) (kept bool) {
	var us, them [64]uint16
	s, ok := sampler.NetSample(pos, us[:0], them[:0])
	if !ok {
		return false
	}
	score, result := float32(r.Score), r.result()
	if pos.Side() == rules.Black {
		score, result = -score, 1-result
	}
	d.add(s, score, result, d.games-1)
	return true
}

// add adds a position with what is known of its worth for the side to move.
func (d *NetData) add(s game.NetSample, score, result float32, game int) {
	d.samples = append(d.samples, netSample{
		start: uint64(len(d.inputs)), us: uint16(len(s.Us)), them: uint16(len(s.Them)),
		bucket: uint8(s.Bucket), game: int32(game),
		base: float32(s.Base), scale: float32(s.Scale),
		score: score, result: result,
	})
	d.inputs = append(append(d.inputs, s.Us...), s.Them...)
}

// of returns the inputs of a sample, as the two sides see them.
func (d *NetData) of(s *netSample) (us, them []uint16) {
	middle := s.start + uint64(s.us)
	return d.inputs[s.start:middle], d.inputs[middle : middle+uint64(s.them)]
}

// split returns the samples to fit to and those of the games that are held out,
// as Data.split does.
func (d *NetData) split(holdOut float64) (fitted, held []int32) {
	for i := range d.samples {
		if isHeldOut(int(d.samples[i].game), holdOut) {
			held = append(held, int32(i))
		} else {
			fitted = append(fitted, int32(i))
		}
	}
	return fitted, held
}

// share returns the size of a part of the samples, which are in the order of
// their games.
func (d *NetData) share(list []int32) Share {
	return Share{
		Games:     numGames(len(list), func(i int) int32 { return d.samples[list[i]].game }),
		Positions: len(list),
	}
}

// scale is task.scale for a part of the samples.
func (d *NetData) scale(list []int32) (float64, error) {
	return scaleOf(len(list), func(i int) (score, result float64) {
		s := &d.samples[list[i]]
		return float64(s.score), float64(s.result)
	})
}
