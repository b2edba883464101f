package tune

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// JobKind is the job kind of the tasks of Play and Judge.
const JobKind = "tune"

// A Job does the work of Play or Judge as a job of package jobs: the result of a
// task is written to a ledger on disk before it counts, and to the output in the
// order of the tasks. Restarted from its ledger it writes the same output.
type Job struct {
	jobs.Identity
	ledger  *ledger.Ledger
	rules   game.Rules
	next    func() (Task, error, bool)
	stop    func()
	ended   bool         // next has returned all tasks
	told    int          // number of tasks returned by next
	issued  map[int]Task // handed out and not yet done
	done    map[int]doneBy
	writer  *Writer
	build   string
	compile compiler
}

// doneBy is what is kept in memory of a finished task.
type doneBy struct {
	sum    [8]byte // of its lines
	worker string
}

// jobHeader is the first line of a ledger.
type jobHeader struct {
	Format string
	What   json.RawMessage // identifies the tasks
}

const jobFormat = "heterodox tune tasks 1"

// ledgerLine is any later line.
type ledgerLine struct {
	Batch
	Worker string
	Build  string `json:",omitempty"` // of the program
}

// OpenJob opens a job; with resume it continues one whose ledger exists, and with
// force it overwrites another ledger. what identifies the tasks in JSON: a ledger
// of others is refused. Each result is recorded with the build of the program. w,
// whose header the caller writes, receives the results so far and those to come.
func OpenJob(file string, resume, force bool, build string, what any, tasks iter.Seq2[Task, error], compile func(variant string) (game.Rules, error), w *Writer) (*Job, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return nil, err
	}
	// The job has no terms: its tasks are self-contained.
	j := &Job{Identity: jobs.Identify(JobKind, text, []byte("{}")), issued: map[int]Task{}, done: map[int]doneBy{}, writer: w, build: build, compile: compile}
	err = ledger.ErrMissing
	if resume {
		j.ledger, err = ledger.Open(file, func(l ledger.Line) error { return j.line(l, text) })
	}
	if errors.Is(err, ledger.ErrMissing) || errors.Is(err, ledger.ErrEmpty) {
		j.ledger, err = ledger.Create(file, jobHeader{jobFormat, text}, force)
	}
	if errors.Is(err, ledger.ErrExists) {
		return nil, fmt.Errorf("ledger %s exists: use --resume to continue it, --force to overwrite it, or another name", file)
	}
	if err != nil {
		return nil, fmt.Errorf("ledger %s: %w", file, err)
	}
	j.next, j.stop = iter.Pull2(tasks)
	return j, nil
}

// line processes a line of the ledger.
func (j *Job) line(l ledger.Line, what []byte) error {
	if !l.Summed {
		return errors.New("it has no checksum")
	}
	if l.Number == 1 {
		var h jobHeader
		if err := json.Unmarshal(l.Text, &h); err != nil || h.Format != jobFormat {
			return errors.New("not a ledger of heterodox-lab tune")
		}
		if !bytes.Equal(h.What, what) {
			return fmt.Errorf("it belongs to another job: %.300s, not %.300s", h.What, what)
		}
		return nil
	}
	var line ledgerLine
	if err := json.Unmarshal(l.Text, &line); err != nil {
		return errors.New("it is not the result of a task")
	}
	if _, twice := j.done[line.Number]; twice {
		return nil
	}
	return j.count(line)
}

// count counts the result of a task, and writes it when its turn has come.
func (j *Job) count(line ledgerLine) error {
	j.done[line.Number] = doneBy{sumOf(line.Lines), line.Worker}
	delete(j.issued, line.Number)
	return j.writer.Take(line.Batch)
}

func sumOf(lines string) [8]byte {
	sum := sha256.Sum256([]byte(lines))
	return [8]byte(sum[:8])
}

// Next returns the next task that has not been done.
func (j *Job) Next() (jobs.Task, bool, error) {
	for !j.ended {
		t, err, ok := j.next()
		if err != nil {
			return jobs.Task{}, false, err
		}
		if !ok {
			j.ended = true
			break
		}
		j.told++
		if _, done := j.done[t.Number]; done {
			continue
		}
		j.issued[t.Number] = t
		return taskOf(t)
	}
	return jobs.Task{}, false, nil
}

// Again returns a task that Next has returned, unless it has been done.
func (j *Job) Again(number int) (jobs.Task, bool, error) {
	t, ok := j.issued[number]
	if !ok {
		return jobs.Task{}, false, nil
	}
	return taskOf(t)
}

func taskOf(t Task) (jobs.Task, bool, error) {
	body, err := json.Marshal(t)
	return jobs.Task{Number: t.Number, Body: body}, err == nil, err
}

// Check returns an error for what cannot be the result of its task: games or
// positions of another task, or invalid records.
func (j *Job) Check(r jobs.Result) error {
	b, err := batchOf(r)
	if err != nil {
		return err
	}
	t, issued := j.issued[r.Number]
	if _, done := j.done[r.Number]; !issued && !done {
		return fmt.Errorf("task %d was not assigned", r.Number+1)
	}
	if !issued {
		return nil // Take compares it with the earlier result
	}
	if j.rules == nil || j.rules.Name() != t.Variant {
		if j.rules, err = j.compile(t.Variant); err != nil {
			return err
		}
	}
	return b.check(t, j.rules)
}

// check returns an error if a batch cannot be the result of a task. Its lines must be whole and
// in order, or the file could not be read afterwards.
func (b *Batch) check(t Task, rules game.Rules) error {
	positions, last, asked := 0, 0, t.Lines
	for line := range strings.Lines(b.Lines) {
		positions++
		r, err := ParseRecord(strings.TrimSuffix(line, "\n"))
		if err == nil {
			_, err = rules.ParsePosition(r.FEN)
		}
		switch g := t.Games; {
		case err != nil:
		case line != string(r.AppendLine(nil)):
			err = errors.New("it is not written like a record")
		case g != nil && (r.Game < g.First || r.Game >= g.First+g.Count):
			err = fmt.Errorf("game %d does not belong to the task", r.Game)
		case g != nil && r.Game < last:
			err = fmt.Errorf("game %d after game %d", r.Game, last)
		case g == nil:
			for len(asked) > 0 && !r.judges(asked[0]) {
				asked = asked[1:]
			}
			if len(asked) == 0 {
				err = errors.New("the position does not belong to the task")
			} else {
				asked = asked[1:]
			}
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", positions, err)
		}
		last = r.Game
	}
	games, results := 0, 0
	if t.Games != nil {
		games = t.Games.Count
	}
	for _, n := range b.Results[1:] {
		results += n
	}
	if positions != b.Positions || b.Games != games || results != games || b.Results[0] != 0 {
		return fmt.Errorf("%d games, %d results and %d positions do not fit the task", b.Games, results, b.Positions)
	}
	return nil
}

// judges reports whether a record is that of a line, except for its score.
func (r Record) judges(line string) bool {
	asked, err := ParseRecord(line)
	r.Score = asked.Score
	return err == nil && r == asked
}

func batchOf(r jobs.Result) (b Batch, err error) {
	if err := json.Unmarshal(r.Body, &b); err != nil || b.Number != r.Number {
		return Batch{}, errors.New("not the result of a task")
	}
	return b, nil
}

// Take writes the results of tasks to disk and counts each once. A duplicate must
// be identical.
func (j *Job) Take(results []jobs.Result) error {
	var fresh []any
	seen := map[int]doneBy{}
	for _, r := range results {
		b, err := batchOf(r)
		if err != nil {
			return err
		}
		sum := sumOf(b.Lines)
		before, done := j.done[b.Number]
		if !done {
			before, done = seen[b.Number]
		}
		if done && before.sum != sum {
			return &jobs.Conflict{Task: b.Number, Workers: [2]string{before.worker, r.Worker},
				Values: [2]string{hex.EncodeToString(before.sum[:]), hex.EncodeToString(sum[:])}}
		}
		if !done {
			seen[b.Number] = doneBy{sum, r.Worker}
			fresh = append(fresh, ledgerLine{b, r.Worker, j.build})
		}
	}
	if err := j.ledger.Append(fresh...); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	for _, line := range fresh {
		if err := j.count(line.(ledgerLine)); err != nil {
			return err
		}
	}
	return nil
}

// Done reports whether all tasks have been done.
func (j *Job) Done() bool { return j.ended && len(j.done) >= j.told }

// Close closes the ledger, and writes results that were waiting for unfinished
// tasks.
func (j *Job) Close() error {
	j.stop()
	return errors.Join(j.writer.Flush(), j.ledger.Close())
}

// A Doer does tasks of a Job, as many at a time as it is asked to.
type Doer struct{ workers jobs.Pool[*Worker] }

// NewDoer returns a Doer; compile compiles the variants of its tasks.
func NewDoer(compile func(variant string) (game.Rules, error)) *Doer {
	return &Doer{jobs.Pool[*Worker]{New: func() *Worker { return NewWorker(compile) }}}
}

// Do does a task.
func (d *Doer) Do(ctx context.Context, t jobs.Task) ([]byte, error) {
	var task Task
	if err := json.Unmarshal(t.Body, &task); err != nil || task.Number != t.Number {
		return nil, errors.New("not a task of heterodox-lab tune")
	}
	w := d.workers.Get()
	defer d.workers.Put(w)
	b, err := w.Do(ctx, task)
	if err != nil {
		return nil, err
	}
	return json.Marshal(b)
}
