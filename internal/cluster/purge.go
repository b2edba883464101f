package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A control is a request to a coordinator. It is signed with the coordinator's key and
// valid for one run.
type control struct {
	Began time.Time // as in its Status
	Stop  bool      `json:",omitempty"`
	Purge string    `json:",omitempty"` // a worker
}

// A controlled is the answer to a control.
type controlled struct {
	Results int    // that have been removed
	Error   string `json:",omitempty"`
}

// Stop tells the coordinator with this key to end its job.
func Stop(ctx context.Context, conn *nats.Conn, key *Key) error {
	_, err := tell(ctx, conn, key, control{Stop: true})
	return err
}

// Purge tells the coordinator with this key to remove a worker and its results. It
// returns the number of results.
func Purge(ctx context.Context, conn *nats.Conn, key *Key, worker string) (int, error) {
	return tell(ctx, conn, key, control{Purge: worker})
}

func tell(ctx context.Context, conn *nats.Conn, key *Key, what control) (int, error) {
	status, err := Ask(ctx, conn)
	if err != nil {
		return 0, err
	}
	what.Began = status.Began
	m := nats.NewMsg(subjectControl)
	if m.Data, err = json.Marshal(what); err != nil {
		return 0, err
	}
	signature, err := key.sign(m.Data)
	if err != nil {
		return 0, err
	}
	m.Header.Set(headerSignature, signature)
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // removals are written to disk first
	defer cancel()
	reply, err := conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return 0, errors.New("the coordinator does not answer")
	}
	var c controlled
	if err := json.Unmarshal(reply.Data, &c); err != nil {
		return 0, errors.New("the reply is not from a Heterodox coordinator")
	}
	if c.Error != "" {
		return 0, errors.New(c.Error)
	}
	return c.Results, nil
}

const headerSignature = "Signature"

// obey executes a control. An error ends the job.
func (c *coordinator) obey(m *nats.Msg) error {
	var told control
	if !c.o.Key.signed(m.Data, m.Header.Get(headerSignature)) || json.Unmarshal(m.Data, &told) != nil || !told.Began.Equal(c.status.Began) {
		c.confirm(m, controlled{Error: "the request is not signed with the coordinator's key, which is next to its ledger"})
		return nil
	}
	switch {
	case told.Purge != "":
		return c.purgeFor(m, told.Purge)
	case told.Stop:
		c.confirm(m, controlled{})
		return errStopped
	}
	c.confirm(m, controlled{Error: "unknown request"})
	return nil
}

// confirm answers a control.
func (c *coordinator) confirm(m *nats.Msg, answer controlled) {
	text, _ := json.Marshal(answer)
	m.Respond(text)
	c.conn.Flush()
}

// purgeFor executes a request to purge. An error ends the job.
func (c *coordinator) purgeFor(m *nats.Msg, worker string) error {
	var answer controlled
	var err error
	switch _, can := c.job.(jobs.Purger); {
	case !can:
		answer.Error = fmt.Sprintf("results of a job of kind %s are written at once and cannot be removed: start the job again", c.job.Kind())
	case !c.roster.banish(worker):
		answer.Error = fmt.Sprintf("no worker called %.60s has joined this coordinator; for earlier ones stop the job and use --ledger alone", worker)
	default:
		if err = c.convict(); err == nil {
			answer.Results, err = c.purge(worker)
		}
	}
	c.confirm(m, answer)
	return err
}

// purge removes the results of a worker, if the job supports it.
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
	c.log("%d ledger entries of %s no longer count: their tasks are done again", results, worker)
	return results, nil
}
