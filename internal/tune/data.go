package tune

import (
	"context"
	"fmt"
	"io"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
)

// Data is what weights are fitted to: positions as features, with what is known
// of their worth. The zero value is empty.
type Data struct {
	Files    []File
	features []engine.Feature // of all positions, one after the other
	samples  []sample
	games    int
}

// A File says what was read from one.
type File struct {
	Name             string // base name
	Header           Header
	Games, Positions int
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

// Positions returns how many positions were read, Games of how many games.
func (d *Data) Positions() int { return len(d.samples) }

// Games returns how many games the positions are of.
func (d *Data) Games() int { return d.games }

// Read adds the records of a file that Play has written; rules compiles the
// variant that its header names. The error names the file and the line; what
// was read up to there stays in the data.
func (d *Data) Read(ctx context.Context, name string, in io.Reader, rules func(variant string) (*chess.Ruleset, error)) error {
	before := len(d.samples)
	file, err := readRecords(ctx, name, in, d.Files, rules, func(r *chess.Ruleset, record *Record, fresh bool) error {
		if fresh {
			d.games++
		}
		return d.addRecord(r, record)
	})
	file.Positions = len(d.samples) - before
	if err == nil {
		d.Files = append(d.Files, file)
	}
	return err
}

// checkNew returns an error if the same games have been read already: held out
// and fitted to, they would flatter the fit.
func checkNew(h Header, read []File) error {
	h.Games = 0 // the seed decides which they are, not how many of them
	for _, f := range read {
		if f.Header.Games = 0; f.Header == h {
			return fmt.Errorf("the same games as in %s", f.Name)
		}
	}
	return nil
}

// addRecord adds a position of the game read last, unless the evaluation says
// nothing of it that could be fitted.
func (d *Data) addRecord(rules *chess.Ruleset, r *Record) error {
	pos, err := rules.ParseFEN(r.FEN)
	if err != nil {
		return err
	}
	l := engine.Linearise(&pos, d.features)
	if len(l.Features) == len(d.features) {
		return nil
	}
	d.add(l, float32(r.Score), r.result(), d.games-1)
	return nil
}

// add adds a position whose features have been appended to those of the data.
func (d *Data) add(l engine.Linear, score, result float32, game int) {
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
func (d *Data) of(i int) []engine.Feature {
	start := 0
	if i > 0 {
		start = d.samples[i-1].end
	}
	return d.features[start:d.samples[i].end]
}
