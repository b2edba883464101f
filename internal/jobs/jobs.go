// Package jobs runs long jobs in pieces in one process; package cluster runs them on
// many machines.
//
// A Job hands out numbered tasks and takes their results, which it keeps in a ledger
// of its own. That ledger is the truth: results that are lost, duplicated or late
// only cost time. Only the kind of job knows what a task is: to this package, the
// bodies of tasks and results are bytes.
package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
)

// A Task is a piece of a job.
type Task struct {
	Number int // from 0, unique in the job
	Body   []byte
}

// A Result is the outcome of a task.
type Result struct {
	Number  int
	Body    []byte
	Worker  string  // who did it
	Seconds float64 // how long it took on one slot
}

// A Job is work that is done in pieces. Run calls its methods from one goroutine at
// a time.
type Job interface {
	// Kind names the kind of Doer that does the tasks, ID the job among all of its
	// kind.
	Kind() string
	ID() string
	// TermsText is what all tasks have in common, sent to each worker once.
	TermsText() []byte
	// Next returns a task whose result is missing, each task once; false if all of
	// these have been handed out.
	Next() (Task, bool, error)
	// Again returns a task that Next has already returned; false if its result has
	// been taken.
	Again(number int) (Task, bool, error)
	// Check returns an error for what cannot be the result of its task, whoever sent
	// it. The result is then refused, and the task is done again.
	Check(r Result) error
	// Take stores results that have passed Check: they are on disk when it returns.
	// It drops results that are already known. An error ends the job: *Conflict if a
	// result contradicts another, or an error of writing.
	Take(results []Result) error
	// Done reports whether no more results are needed.
	Done() bool
}

// An Identity is embedded in jobs: their Kind, ID and TermsText.
type Identity struct {
	kind, id string
	terms    []byte
}

// Identify returns the identity of a job, whose ID is the checksum of a text.
func Identify(kind string, text, terms []byte) Identity {
	sum := sha256.Sum256(text)
	return Identity{kind, hex.EncodeToString(sum[:8]), terms}
}

func (i *Identity) Kind() string      { return i.kind }
func (i *Identity) ID() string        { return i.id }
func (i *Identity) TermsText() []byte { return i.terms }

// A Faulty job recognises results that count although something was wrong where they
// were produced, such as games lost on time.
type Faulty interface {
	// Fault describes what was wrong with a result, "" if nothing.
	Fault(r Result) string
}

// A Passer job has several tasks with the same work, its passes, which check each
// other: each goes to a different worker.
type Passer interface {
	// OtherPasses returns the other passes of a task, with the worker that did each,
	// "" if it has not been done.
	OtherPasses(number int) iter.Seq2[int, string]
}

// A Doer does the tasks of one job, several at a time. An error is that of the task,
// or means that ctx has ended. A Doer that is an io.Closer is closed when there is
// nothing more to do.
type Doer interface {
	Do(ctx context.Context, t Task) ([]byte, error)
}

// An Abouter is a Doer that can describe the machine that it works on.
type Abouter interface{ About() string }

// Progress is the progress of a job.
type Progress struct {
	Done, All int
	Unit      string // of Done and All: tasks, games
	Text      string // the results so far, in lines
}

// Kinds are the constructors of Doers by kind of job; they receive the job's terms.
type Kinds map[string]func(terms []byte) (Doer, error)

// A Conflict means that two workers disagree about a task.
type Conflict struct {
	Task    int
	Workers [2]string
	Values  [2]string
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("task %d: %s says %.80s, %s says %.80s: one of them cannot be trusted",
		c.Task, c.Workers[0], c.Values[0], c.Workers[1], c.Values[1])
}
