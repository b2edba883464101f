package tune

import (
	"context"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
)

// JudgeOptions describe how positions are judged again. Start from
// DefaultJudgeOptions.
type JudgeOptions struct {
	Nodes       uint64       // of each search
	Share       float64      // of the positions to judge; the others are left out
	Within      engine.Score // positions with a score beyond this are left out
	Seed        uint64       // of the choice
	Concurrency int          // positions at a time; it does not affect the result
}

// DefaultJudgeOptions returns 4000 nodes per position, and a tenth of the
// positions.
func DefaultJudgeOptions() JudgeOptions {
	return JudgeOptions{Nodes: 4000, Share: 0.1, Within: MaxScore, Seed: 1, Concurrency: 2}
}

// JudgeBatch is the number of positions in a task of Judge.
const JudgeBatch = 256

// Judge reads a file written by Play and writes another with the scores of
// longer searches for some of its positions. Each is searched on its own and
// left out if that search does not find it quiet. The header is that of the
// file, with the nodes of these searches. The same options write the same text.
// progress receives the number of positions written, from time to time. When ctx
// ends, Judge returns its error, and what has been written remains.
func Judge(ctx context.Context, out io.Writer, name string, in io.Reader, ruleset func(variant string) (game.Rules, error), o JudgeOptions, progress func(written int)) (int, error) {
	w := Writer{Out: out}
	if progress != nil {
		w.Progress = func(t Tally) { progress(t.Positions) }
	}
	err := doAll(ctx, o.Tasks(ctx, name, in, ruleset, w.Header), o.Concurrency, ruleset, w.Take)
	if full := w.Flush(); full != nil {
		err = full
	}
	return w.Tally().Positions, err
}

// Tasks returns the positions of a file that are to be judged, as tasks. header
// is first called with the header of the resulting file.
func (o *JudgeOptions) Tasks(ctx context.Context, name string, in io.Reader, ruleset func(variant string) (game.Rules, error), header func(Header) error) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		choice := rand.New(rand.NewPCG(o.Seed, 3))
		task := Task{Nodes: o.Nodes}
		hand := func() error {
			if !yield(task, nil) {
				return errEnough
			}
			task.Number++
			task.Lines = nil
			return nil
		}
		begin := func(h Header) error {
			if task.Variant != "" {
				return nil
			}
			task.Variant, h.Judged = h.Variant, o.Nodes
			return header(h)
		}
		var data reading
		err := data.read(ctx, name, in, ruleset, func(h Header, r game.Rules, record *Record) (bool, error) {
			if err := begin(h); err != nil {
				return false, err
			}
			if choice.Float64() >= o.Share || record.Score > o.Within || record.Score < -o.Within {
				return false, nil
			}
			if _, err := r.ParsePosition(record.FEN); err != nil {
				return false, err
			}
			task.Lines = append(task.Lines, strings.TrimSuffix(string(record.AppendLine(nil)), "\n"))
			if len(task.Lines) < JudgeBatch {
				return true, nil
			}
			return true, hand()
		})
		if err == nil {
			err = begin(data.Files[0].Header)
		}
		if err == nil && len(task.Lines) > 0 {
			err = hand()
		}
		if err != nil && !errors.Is(err, errEnough) {
			yield(Task{}, err)
		}
	}
}

// errEnough means that the consumer of the tasks wants no more.
var errEnough = errors.New("enough")

// A judge judges one position at a time.
type judge struct {
	rules  game.Rules
	nodes  uint64
	engine *engine.Engine
}

// judge returns the line of a record with the score of a fresh search, "" if
// that does not find the position quiet.
func (j *judge) judge(ctx context.Context, line string) (string, error) {
	record, err := ParseRecord(line)
	if err != nil {
		return "", err
	}
	pos, err := j.rules.ParsePosition(record.FEN)
	if err != nil {
		return "", err
	}
	j.engine.Clear()
	found := j.engine.Search(ctx, game.NewRecord(pos), game.Limits{Nodes: j.nodes}, nil)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	record.Score = whites(pos, engine.Score(found.Info.Score))
	if len(found.Turn) == 0 || !quiet(pos, found.Best, record.Score) {
		return "", nil
	}
	return string(record.AppendLine(nil)), nil
}
