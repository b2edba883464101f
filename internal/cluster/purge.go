package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A control is what heterodox-lab cluster tells a coordinator to do; to stop if it is
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
	switch _, can := c.job.(jobs.Purger); {
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
	p, can := c.job.(jobs.Purger)
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
