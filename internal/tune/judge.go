package tune

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
)

// JudgeOptions say how positions are judged anew. Start from
// DefaultJudgeOptions.
type JudgeOptions struct {
	Nodes       uint64       // of each search
	Share       float64      // of the positions that are judged, the others are left out
	Within      engine.Score // positions whose score is beyond are left out
	Seed        uint64       // of the choice
	Concurrency int          // positions at a time; it does not change what comes out
}

// DefaultJudgeOptions returns 4000 nodes for each of a tenth of the positions.
func DefaultJudgeOptions() JudgeOptions {
	return JudgeOptions{Nodes: 4000, Share: 0.1, Within: MaxScore, Seed: 1, Concurrency: 2}
}

// judgeBatch is the number of positions that are judged before any is written.
const judgeBatch = 256

// Judge reads a file that Play has written and writes another, of some of its
// positions with the scores of longer searches. Each is searched on its own; if
// it is not quiet to that search it is left out. The header is that of the
// file, with the nodes of these searches. The same options write the same text. progress is
// told from time to time how many positions have been written. When ctx ends,
// what has been written stands, and its error is returned.
func Judge(ctx context.Context, out io.Writer, name string, in io.Reader, rules func(variant string) (*chess.Ruleset, error), o JudgeOptions, progress func(written int)) (int, error) {
	c := court{out: out, progress: progress}
	for range max(o.Concurrency, 1) {
		c.judges = append(c.judges, judge{o.Nodes, newEngine()})
	}
	choice := rand.New(rand.NewPCG(o.Seed, 3))
	var data reading
	err := data.read(ctx, name, in, rules, func(h Header, r *chess.Ruleset, record *Record) (bool, error) {
		if err := c.begin(h, o.Nodes); err != nil {
			return false, err
		}
		if choice.Float64() >= o.Share || record.Score > o.Within || record.Score < -o.Within {
			return false, nil
		}
		pos, err := r.ParseFEN(record.FEN)
		if err != nil {
			return false, err
		}
		c.batch = append(c.batch, candidate{pos: pos, record: *record})
		if len(c.batch) < judgeBatch {
			return true, nil
		}
		return true, c.judge(ctx)
	})
	if err == nil {
		err = c.begin(data.Files[0].Header, o.Nodes)
	}
	if err == nil {
		err = c.judge(ctx)
	}
	return c.written, err
}

// A candidate is a position to be judged, and what has come of it.
type candidate struct {
	pos    chess.Position
	record Record
	quiet  bool
}

// A court judges positions batch by batch.
type court struct {
	out      io.Writer
	begun    bool // the header is written
	judges   []judge
	batch    []candidate
	written  int
	progress func(written int)
}

// begin writes the header, unless it is there.
func (c *court) begin(h Header, nodes uint64) error {
	if c.begun {
		return nil
	}
	c.begun, h.Judged = true, nodes
	_, err := fmt.Fprintln(c.out, h)
	return err
}

// judge judges the batch and writes it.
func (c *court) judge(ctx context.Context) error {
	var workers sync.WaitGroup
	for i := range c.judges {
		workers.Go(func() {
			for at := i; at < len(c.batch) && ctx.Err() == nil; at += len(c.judges) {
				c.judges[i].judge(ctx, &c.batch[at])
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	var text []byte
	n := 0
	for i := range c.batch {
		if c.batch[i].quiet {
			text = c.batch[i].record.AppendLine(text)
			n++
		}
	}
	c.batch = c.batch[:0]
	if _, err := c.out.Write(text); err != nil {
		return err
	}
	c.written += n
	if c.progress != nil {
		c.progress(c.written)
	}
	return nil
}

// A judge judges one position at a time.
type judge struct {
	nodes  uint64
	engine *engine.Engine
}

// judge gives a record the score of a search from nothing.
func (j *judge) judge(ctx context.Context, c *candidate) {
	j.engine.Clear()
	found := j.engine.Search(ctx, chess.NewGame(c.pos), engine.Limits{Nodes: j.nodes}, nil)
	c.record.Score = found.Info.Score
	if c.pos.Side() == chess.Black {
		c.record.Score = -c.record.Score
	}
	c.quiet = len(found.Moves) > 0 && quiet(&c.pos, found.Moves[0], c.record.Score)
}
