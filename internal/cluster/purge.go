package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// A Purger is a job that can do without what a worker has done: it is taken out of
// the standing and done again.
type Purger interface {
	// Purge writes a Purged line to the ledger, on disk when it returns, and takes
	// out all that a worker has done so far; Next returns those tasks again. It
	// returns how many results that are.
	Purge(worker, why string) (results int, err error)
}

// Purged is the line of a ledger from which on what a worker has done before counts
// no more. The results stay in the file: both are facts.
type Purged struct {
	Purged string // the worker
	Why    string
}

// PurgeLedger writes a Purged line to a ledger that nobody uses, and returns how many
// results the worker has in it that counted so far; with none it is an error.
func PurgeLedger(file, worker, why string) (results int, err error) {
	l, err := ledger.Open(file, func(l ledger.Line) error {
		var line struct {
			Format, Worker, Purged string
		}
		if err := json.Unmarshal(l.Text, &line); err != nil {
			return errors.New("it is no result")
		}
		switch {
		case l.Number == 1 && line.Format == "":
			return errors.New("it is not the ledger of a job")
		case l.Number == 1 && !purgeable(line.Format):
			return errors.New("it is of a job whose results are written out at once: begin it anew")
		case line.Purged == worker:
			results = 0
		case line.Worker == worker:
			results++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	if results == 0 {
		err = fmt.Errorf("%.60s has done nothing in it that counts", worker)
	} else {
		err = l.Append(Purged{worker, why})
	}
	if err = errors.Join(err, l.Close()); err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	return results, nil
}

// purgeable reports whether those who read a ledger know of Purged lines.
func purgeable(format string) bool {
	return format == "heterodox deep count 1" || format == "heterodox match 2"
}

// A control is what heterodox cluster tells a coordinator to do; to stop if it is
// empty.
type control struct {
	Purge string `json:",omitempty"` // a worker
}

// A controlled is the answer.
type controlled struct {
	Results int    // that have been taken out
	Error   string `json:",omitempty"`
}

// Purge tells a coordinator to put a worker out and to take out what it has done. It
// returns how many results that were.
func Purge(ctx context.Context, conn *nats.Conn, worker string) (int, error) {
	if _, err := Ask(ctx, conn, false); err != nil {
		return 0, err
	}
	text, err := json.Marshal(control{worker})
	if err != nil {
		return 0, err
	}
	reply, err := conn.RequestWithContext(ctx, subjectControl, text)
	if err != nil {
		return 0, errors.New("the coordinator does not answer")
	}
	var c controlled
	if err := json.Unmarshal(reply.Data, &c); err != nil {
		return 0, errors.New("who answers is no coordinator of heterodox")
	}
	if c.Error != "" {
		return 0, errors.New(c.Error)
	}
	return c.Results, nil
}

// purgeFor obeys Purge. The error ends the job.
func (c *coordinator) purgeFor(m *nats.Msg, worker string) error {
	var answer controlled
	var err error
	switch _, can := c.job.(Purger); {
	case !can:
		answer.Error = fmt.Sprintf("what comes of a job of kind %s is written out at once: begin it anew", c.job.Kind())
	case !c.roster.banish(worker):
		answer.Error = fmt.Sprintf("no worker called %.60s has been here since the coordinator began; --ledger is for others, when it has stopped", worker)
	default:
		if err = c.convict(); err == nil {
			answer.Results, err = c.purge(worker)
		}
	}
	text, _ := json.Marshal(answer)
	m.Respond(text)
	return err
}

// purge takes out what a worker has done, if the job can do without.
func (c *coordinator) purge(worker string) (int, error) {
	p, can := c.job.(Purger)
	if !can {
		return 0, nil
	}
	m := c.roster.members[worker]
	results, err := p.Purge(worker, m.Flag)
	if err != nil {
		return 0, err
	}
	m.Purged += results
	c.log("%d entries of %s in the ledger count no more: they are done again", results, worker)
	return results, nil
}
