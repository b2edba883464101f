package tune

import (
	"context"
	"io"

	"github.com/heterodox-chess/heterodox/game"
)

// Data is what weights are fitted to: positions as features, with what is known
// of their worth. The zero value is empty.
type Data struct {
	reading
	features []game.Feature // of all positions, one after the other
	samples  []sample
}

// A sample is a position. Its value for White, in centipawns, is the sum of
// count · (mg · MG + eg · EG) over its features.
type sample struct {
	end    int     // of its features; they begin where those of the sample before it end
	mg, eg float32 // the shares of the weights for opening and endgame
	score  float32 // of the search, White's
	result float32 // of the game: 1 if White won it, ½, 0
	game   int32   // number among all games, from 0
}

// Positions returns how many positions were kept.
func (d *Data) Positions() int { return len(d.samples) }

// Read adds the records of a file that Play has written; rules compiles the
// variant that its header names. The error names the file and the line; what
// was read up to there stays in the data.
func (d *Data) Read(ctx context.Context, name string, in io.Reader, rules func(variant string) (game.Rules, error)) error {
	return d.read(ctx, name, in, rules, d.addRecord)
}

// addRecord adds a position of the game read last, unless the evaluation says
// nothing of it that could be fitted.
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
