package deepcount

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/leaves"
)

// Terms are what all tasks of a count have in common. They are also the first line of
// the ledger and identify it.
type Terms struct {
	Format    string
	Variant   string
	FEN       string
	Depth     int
	Split     int
	Divide    bool     `json:",omitempty"`
	Moves     []string `json:",omitempty"` // the first moves, if they are counted separately
	Passes    int
	Seed      uint64 // of the first pass's table; each further pass adds 1
	Records   int64  // in the file of positions
	Positions int64
	SHA256    string
	PerTask   int64 // number of records per task
	Build     string
}

const termsFormat = "heterodox deep count 1"

// tasks returns the number of tasks of a pass.
func (t *Terms) tasks() int { return int((t.Records + t.PerTask - 1) / t.PerTask) }

// check returns an error if a ledger's or a coordinator's terms make no sense.
func (t *Terms) check() error {
	switch {
	case t.Format != termsFormat:
		return fmt.Errorf("its format is %.40q, not %q", t.Format, termsFormat)
	case t.Split < 0 || t.Depth < t.Split || t.Passes < 1 || t.PerTask < 1 || t.Records < 0 ||
		t.Records > math.MaxInt32*t.PerTask/int64(t.Passes):
		return fmt.Errorf("its numbers are inconsistent: %+v", *t)
	}
	return nil
}

// A Counted is the result of a task.
type Counted struct {
	Positions int64
	Sums      []string // one for each first move, or one
}

// A Counter performs the tasks of a count. It is a jobs.Doer.
type Counter struct {
	terms    Terms
	encoding chess.Encoding
	rules    *chess.Ruleset
	bytes    int // of the table

	mu    sync.Mutex
	pass  int
	table *leaves.Table // of that pass
}

// NewCounter makes a Counter with a table of hashMB MiB, 0 for none, shared by all of its tasks.
func NewCounter(terms []byte, compile func(string) (*chess.Ruleset, error), hashMB int) (*Counter, error) {
	c := &Counter{bytes: hashMB << 20, pass: -1}
	if err := json.Unmarshal(terms, &c.terms); err != nil {
		return nil, err
	}
	if err := c.terms.check(); err != nil {
		return nil, err
	}
	rules, err := compile(c.terms.Variant)
	if err != nil {
		return nil, err
	}
	pos, err := rules.ParseFEN(c.terms.FEN)
	if err != nil {
		return nil, err
	}
	c.rules, c.encoding = rules, pos.Encoding()
	return c, nil
}

// tableOf returns the table of a pass.
func (c *Counter) tableOf(pass int) *leaves.Table {
	if c.bytes == 0 || c.terms.Depth-c.terms.Split < 3 {
		return nil // no position recurs
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pass != pass {
		c.pass, c.table = pass, nil // frees the old table once the last task of the old pass is done
		c.table = leaves.NewTable(c.bytes, c.terms.Seed+uint64(pass))
	}
	return c.table
}

// Do counts the positions of a task, whose body consists of their records.
func (c *Counter) Do(ctx context.Context, t jobs.Task) ([]byte, error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	text, depth := c.encoding.Size(), c.terms.Depth-c.terms.Split
	width := text + rootBytes + pathBytes
	if len(t.Body)%width != 0 {
		return nil, fmt.Errorf("the length of the task, %d bytes, is wrong", len(t.Body))
	}
	counter := leaves.NewCounter(c.rules, depth, c.tableOf(t.Number/c.terms.tasks()), &stop)
	sums := make([]Sum, max(1, len(c.terms.Moves)))
	counted := Counted{}
	var last []byte
	var lines uint64
	for body := t.Body; len(body) > 0; body = body[width:] {
		if !bytes.Equal(last, body[:text]) {
			last = body[:text]
			pos, err := c.encoding.Position(last)
			if err != nil {
				return nil, err
			}
			lines = counter.Count(&pos, depth)
			if stop.Load() {
				return nil, context.Cause(ctx)
			}
			if lines == math.MaxUint64 {
				return nil, fmt.Errorf("%s has more lines of %d moves than 64 bits can count: choose a larger split", pos.FEN(), depth)
			}
			counted.Positions++
		}
		root := int(binary.BigEndian.Uint16(body[text:]))
		if root >= len(sums) {
			return nil, fmt.Errorf("there is no first move %d", root)
		}
		sums[root].Add(lines, binary.LittleEndian.Uint64(body[text+rootBytes:]))
	}
	for i := range sums {
		counted.Sums = append(counted.Sums, sums[i].String())
	}
	return json.Marshal(counted)
}
