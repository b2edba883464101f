// Package jobs does long jobs in pieces in one process; package cluster does them on
// many machines.
//
// A Job hands out numbered tasks and takes their results, which it keeps in a
// ledger of its own. That ledger is the truth: whatever is lost, comes twice or
// late on the way costs work and nothing else. Only the kind of a job knows what a
// task is: the bodies of tasks and results are bytes to this package.
package jobs

import (
	"context"
	"fmt"
	"iter"
)

// A Task is a piece of a job.
type Task struct {
	Number int // from 0, unique in the job
	Body   []byte
}

// A Result is what came of a task.
type Result struct {
	Number  int
	Body    []byte
	Worker  string  // who did it
	Seconds float64 // how long that took on one slot
}

// A Job is work that is done in pieces. Run calls its methods from one
// goroutine at a time.
type Job interface {
	// Kind names what does the tasks, ID the job among all of its kind.
	Kind() string
	ID() string
	// TermsText is what all tasks have in common, told to each worker once.
	TermsText() []byte
	// Next returns a task whose result is lacking, each once; false when there is
	// none that is not handed out.
	Next() (Task, bool, error)
	// Again returns a task that Next has returned already; false if its result has
	// been taken.
	Again(number int) (Task, bool, error)
	// Check returns an error for what cannot be the result of its task, whoever it
	// is from. It is then refused, and the task is done again.
	Check(r Result) error
	// Take keeps results that have passed Check: they are on disk when it returns. One that is known
	// already is dropped. An error ends the job: *Conflict if a result contradicts
	// another, or that of writing.
	Take(results []Result) error
	// Done reports whether no more results are needed.
	Done() bool
}

// A Faulty job knows of results that count although something was wrong where they
// were made, as games that were lost on time.
type Faulty interface {
	// Fault says what was wrong with a result, "" if nothing.
	Fault(r Result) string
}

// A Passer job has tasks that are the same work, its passes, so that they check each
// other: each goes to another worker.
type Passer interface {
	// OtherPasses returns the other passes of a task, with who has done each, "" if
	// nobody has.
	OtherPasses(number int) iter.Seq2[int, string]
}

// A Doer does the tasks of one job, several at a time. Their error is one of the
// task, or that ctx has ended. One that is an io.Closer is closed when nothing more
// is to be done.
type Doer interface {
	Do(ctx context.Context, t Task) ([]byte, error)
}

// An Abouter is a Doer that has something to say of the machine that it works on.
type Abouter interface{ About() string }

// Progress is how far a job has come.
type Progress struct {
	Done, All int
	Unit      string // of these: tasks, games
	Text      string // what is known already, in lines
}

// Kinds are the makers of Doers, by the kind of job: each gets the job's terms.
type Kinds map[string]func(terms []byte) (Doer, error)

// A Conflict says that two workers do not agree about a task.
type Conflict struct {
	Task    int
	Workers [2]string
	Values  [2]string
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("task %d: %s says %.80s, %s says %.80s: one of them cannot be trusted",
		c.Task, c.Workers[0], c.Values[0], c.Workers[1], c.Values[1])
}
