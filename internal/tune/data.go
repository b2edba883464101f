package tune

import (
	"context"
	"io"

	"github.com/heterodox-chess/heterodox/game"
)

// Data holds the positions that weights are fitted to, as features with their
// scores and results. The zero value is empty.
type Data struct {
	reading
	features []game.Feature // of all positions, one after another
	samples  []sample
}

// A sample is a position. Its value for White, in centipawns, is the sum of
// count · (mg · MG + eg · EG) over its features.
type sample struct {
	end    int     // of its features; they start at the end of the previous sample's
	mg, eg float32 // the shares of the weights for opening and endgame
	score  float32 // of the search, from White's point of view
	result float32 // of the game: 1 if White won it, ½, 0
	game   int32   // number among all games, from 0
}

// Positions returns the number of positions kept.
func (d *Data) Positions() int { return len(d.samples) }

// Read adds the records of a file written by Play; rules compiles the variant
// that its header names. An error names the file and the line; everything read
// up to there stays in the data.
func (d *Data) Read(ctx context.Context, name string, in io.Reader, rules func(variant string) (game.Rules, error)) error {
	return d.read(ctx, name, in, rules, d.addRecord)
}

// addRecord adds a position of the game read last, unless its evaluation does
// not depend on any weight.
func (d *Data) addRecord(_ Header, rules game.Rules, r *Record) (kept bool, err error) {
	pos, err := rules.ParsePosition(r.FEN)
	if err != nil {
		return false, err
	}
	l, err := linearise(pos, d.features)
	if err != nil {
		return false, err
	}
	if len(l.Features) == len(d.features) {
		return false, nil
	}
	d.add(l, float32(r.Score), r.result(), d.games-1)
	return true, nil
}

// add adds a position whose features have been appended to those of the data.
func (d *Data) add(l game.Linear, score, result float32, game int) {
	d.features = l.Features
	d.samples = append(d.samples, sample{
		end:    len(l.Features),
		mg:     float32(l.Scale * l.Phase),
		eg:     float32(l.Scale * (1 - l.Phase)),
		score:  score,
		result: result,
		game:   int32(game),
	})
}

// of returns the features of the i-th sample.
func (d *Data) of(i int) []game.Feature {
	start := 0
	if i > 0 {
		start = d.samples[i-1].end
	}
	return d.features[start:d.samples[i].end]
}
