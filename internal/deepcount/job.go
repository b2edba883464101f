package deepcount

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/big"
	"os"
	"slices"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/ledger"
)

// Kind is the name of this kind of job.
const Kind = "perft"

// A Plan says what to count, and how.
type Plan struct {
	Position chess.Position
	Depth    int
	Split    int
	Divide   bool // each first move separately
	Passes   int  // 2 to count everything twice, with different tables
	Seed     uint64
	PerTask  int64 // records per task; 0 to measure how many take about TaskTime
	HashMB   int   // of the table used for that measurement
	Memory   int   // approximate number of bytes for listing the positions
	Build    string
	Ledger   string // name of the file; the positions are beside it
	Resume   bool
	// Listing reports the progress of the list of positions; it may be nil.
	Listing func(ply int, positions int64, done float64)
}

// TaskTime is how long a task should take on one slot. It takes less if the most that
// fits into a message does, and more if a single position does.
const TaskTime = 30 * time.Second

// maxBody is the maximum size of a task's body in bytes.
const maxBody = 512 << 10

// A Job is a count divided into tasks. It is a jobs.Job.
type Job struct {
	Terms
	jobs.Identity
	Resumed int // number of results that were in the ledger

	ledger    *ledger.Ledger
	positions *Positions
	found     []line            // by task number
	names     map[string]string // of workers
	left      int
	next      int
	seconds   float64 // total time of the results, on one slot
}

// A line of the ledger is the result of a task.
type line struct {
	Task    int
	Sums    []string
	Count   int64 // of positions
	Worker  string
	Seconds float64
}

// PositionsName returns the name of the positions file for a ledger.
func PositionsName(ledger string) string { return ledger + ".positions" }

// Open starts a job or, if the plan says so and there is one, resumes it. It is an
// error if the ledger exists without Resume, or belongs to another job.
func (p Plan) Open(ctx context.Context) (*Job, error) {
	j := &Job{}
	var err error
	if p.Resume {
		j.ledger, err = ledger.Open(p.Ledger, func(l ledger.Line) error { return p.read(j, l) })
	}
	if !p.Resume || errors.Is(err, ledger.ErrMissing) || errors.Is(err, ledger.ErrEmpty) {
		err = p.create(ctx, j)
	} else if err == nil {
		err = p.openPositions(ctx, j)
	}
	if err != nil {
		if j.ledger != nil {
			err = errors.Join(err, j.Close())
		}
		return nil, fmt.Errorf("%s: %w", p.Ledger, err)
	}
	return j, nil
}

// begin sets up a job whose terms are known.
func (j *Job) begin() error {
	if err := j.check(); err != nil {
		return err
	}
	terms, err := json.Marshal(j.Terms)
	j.Identity = jobs.Identify(Kind, terms, terms)
	j.left = j.tasks() * j.Passes
	j.found = make([]line, j.left)
	j.names = map[string]string{}
	return err
}

// create lists the positions and makes a ledger.
func (p Plan) create(ctx context.Context, j *Job) error {
	if info, err := os.Stat(p.Ledger); err == nil && info.Size() > 0 {
		return errors.New("it exists; --resume continues it")
	}
	var err error
	if j.positions, err = p.list(ctx); err != nil {
		return err
	}
	j.Terms = p.terms(&j.positions.Listing)
	if j.PerTask == 0 {
		if j.PerTask, err = p.measure(ctx, j.positions); err != nil {
			return err
		}
	}
	if err := j.begin(); err != nil {
		return err
	}
	j.ledger, err = ledger.Create(p.Ledger, j.Terms, false)
	if errors.Is(err, ledger.ErrExists) {
		err = errors.New("it exists; --resume continues it")
	}
	return err
}

// terms returns the terms that follow from the plan and a list of positions.
func (p Plan) terms(l *Listing) Terms {
	t := Terms{
		Format: termsFormat, Variant: l.Variant, FEN: l.FEN, Depth: p.Depth, Split: p.Split, Divide: p.Divide,
		Passes: p.Passes, Seed: p.Seed, Records: l.Records, Positions: l.Positions, SHA256: l.SHA256,
		PerTask: p.PerTask, Build: p.Build,
	}
	if p.Divide {
		for _, m := range p.Position.Moves(nil) {
			t.Moves = append(t.Moves, p.Position.UCI(m))
		}
	}
	return t
}

// list opens the file of positions, writing it first if it does not exist.
func (p Plan) list(ctx context.Context) (*Positions, error) {
	name := PositionsName(p.Ledger)
	want := Listing{
		Format: listingFormat, Variant: p.Position.Rules().Name(), FEN: p.Position.FEN(),
		Ply: p.Split, Roots: p.Divide, Bytes: p.Position.Encoding().Size(),
	}
	if file, err := OpenPositions(name); err == nil {
		if file.same(&want) && file.Check() == nil {
			return file, nil
		}
		file.Close()
		return nil, fmt.Errorf("%s already exists, with different positions", name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	u := Unique{Ply: p.Split, Roots: p.Divide, Memory: p.Memory, Tell: p.Listing}
	if _, err := u.List(ctx, name, &p.Position); err != nil {
		return nil, err
	}
	return OpenPositions(name)
}

// openPositions opens the positions of a resumed job, or lists them again.
func (p Plan) openPositions(ctx context.Context, j *Job) (err error) {
	if j.positions, err = p.list(ctx); err == nil && j.positions.SHA256 != j.SHA256 {
		err = fmt.Errorf("%s has different positions from those that this count started with", PositionsName(p.Ledger))
	}
	return err
}

// measure returns the number of records per task, estimated from a sample.
func (p Plan) measure(ctx context.Context, positions *Positions) (int64, error) {
	most := int64(maxBody / positions.record())
	t := p.terms(&positions.Listing)
	t.PerTask = most
	terms, err := json.Marshal(t)
	if err != nil {
		return 0, err
	}
	compile := func(string) (*chess.Ruleset, error) { return p.Position.Rules(), nil }
	counter, err := NewCounter(terms, compile, min(p.HashMB, 64))
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	begun, records := time.Now(), int64(0)
	for step := int64(1); records < positions.Records && records < most && time.Since(begun) < 500*time.Millisecond; step *= 2 {
		n := min(step, positions.Records)
		body := make([]byte, n*int64(positions.record()))
		from := (positions.Records - n) / 2
		if err := positions.read(body, from); err != nil {
			return 0, err
		}
		if _, err := counter.Do(ctx, jobs.Task{Body: body}); err != nil {
			if records > 0 && errors.Is(err, context.DeadlineExceeded) {
				break
			}
			if errors.Is(err, context.DeadlineExceeded) {
				return 1, nil // one position takes longer than a task should
			}
			return 0, err
		}
		records += n
		if time.Since(begun).Seconds()/float64(records)*float64(most) < TaskTime.Seconds() {
			return most, nil // the most that fit into a message do not take too long
		}
	}
	if records == 0 {
		return 1, nil
	}
	each := time.Since(begun).Seconds() / float64(records)
	return max(1, min(most, int64(TaskTime.Seconds()/each))), nil
}

// read reads a line of the ledger.
func (p Plan) read(j *Job, l ledger.Line) error {
	if !l.Summed {
		return errors.New("it has no checksum")
	}
	if l.Number > 1 {
		if bytes.HasPrefix(l.Text, []byte(`{"Purged":`)) {
			var p jobs.Purged
			err := json.Unmarshal(l.Text, &p)
			j.Resumed -= j.forget(p.Purged)
			return err
		}
		var found line
		if err := json.Unmarshal(l.Text, &found); err != nil {
			return errors.New("it is not a result")
		}
		if err := j.proper(found); err != nil {
			return err
		}
		j.Resumed++
		return j.note(found)
	}
	if err := json.Unmarshal(l.Text, &j.Terms); err != nil || j.Format != termsFormat {
		return errors.New("it is not the ledger of a count")
	}
	want := p.terms(&Listing{Variant: p.Position.Rules().Name(), FEN: p.Position.FEN()})
	for _, c := range []struct {
		what      string
		now, then any
	}{
		{"the variant", want.Variant, j.Variant}, {"the position", want.FEN, j.FEN}, {"the depth", want.Depth, j.Depth},
		{"--split", want.Split, j.Split}, {"--divide", want.Divide, j.Divide}, {"--passes", want.Passes, j.Passes},
	} {
		if c.now != c.then {
			return fmt.Errorf("it is the ledger of another count: %s was %v, not %v", c.what, c.then, c.now)
		}
	}
	return j.begin()
}

// note records a result. It is a conflict if it contradicts another pass or another
// worker's result.
func (j *Job) note(l line) error {
	for task := l.Task % j.tasks(); task < len(j.found); task += j.tasks() {
		if old := &j.found[task]; old.Sums != nil && (!slices.Equal(old.Sums, l.Sums) || old.Count != l.Count) {
			return &jobs.Conflict{
				Task: l.Task, Workers: [2]string{old.Worker, l.Worker},
				Values: [2]string{fmt.Sprint(old.Sums), fmt.Sprint(l.Sums)},
			}
		}
	}
	if j.found[l.Task].Sums == nil {
		name, known := j.names[l.Worker]
		if !known {
			name = l.Worker
			j.names[name] = name
		}
		l.Worker = name // share one copy instead of one per task
		j.found[l.Task] = l
		j.left--
		j.seconds += l.Seconds
	}
	return nil
}

// forget removes a worker's results and returns how many there were.
func (j *Job) forget(worker string) (results int) {
	for i := range j.found {
		if l := &j.found[i]; l.Sums != nil && l.Worker == worker {
			j.seconds -= l.Seconds
			*l = line{}
			results++
		}
	}
	j.left += results
	j.next = 0
	return results
}

// Purge permanently removes a worker's results.
func (j *Job) Purge(worker, why string) (int, error) {
	if err := j.ledger.Append(jobs.Purged{Purged: worker, Why: why}); err != nil {
		return 0, err
	}
	return j.forget(worker), nil
}

// Done reports whether all passes are complete.
func (j *Job) Done() bool { return j.left == 0 }

// Next returns the next task without a result.
func (j *Job) Next() (jobs.Task, bool, error) {
	for ; j.next < len(j.found); j.next++ {
		if j.found[j.next].Sums == nil {
			j.next++
			return j.task(j.next - 1)
		}
	}
	return jobs.Task{}, false, nil
}

// Again returns a task, unless it has a result.
func (j *Job) Again(number int) (jobs.Task, bool, error) {
	if j.found[number].Sums != nil {
		return jobs.Task{}, false, nil
	}
	return j.task(number)
}

// task returns a task with its records: those of the positions whose first record is
// in the task's share of the file.
func (j *Job) task(number int) (jobs.Task, bool, error) {
	share := int64(number % j.tasks())
	from, err := j.border(share * j.PerTask)
	if err != nil {
		return jobs.Task{}, false, err
	}
	to, err := j.border(min((share+1)*j.PerTask, j.Records))
	if err != nil {
		return jobs.Task{}, false, err
	}
	body := make([]byte, (to-from)*int64(j.positions.record()))
	if len(body) > 0 {
		err = j.positions.read(body, from)
	}
	return jobs.Task{Number: number, Body: body}, err == nil, err
}

// unique returns how many positions a task has.
func (j *Job) unique(number int) (count int64, err error) {
	t, _, err := j.task(number)
	width, last := j.positions.record(), []byte(nil)
	for body := t.Body; len(body) > 0; body = body[width:] {
		if position := body[:j.positions.Bytes]; !bytes.Equal(last, position) {
			last = position
			count++
		}
	}
	return count, err
}

// OtherPasses returns the tasks that count the same positions, with the worker of each.
func (j *Job) OtherPasses(number int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for task := number % j.tasks(); task < len(j.found); task += j.tasks() {
			if task != number && !yield(task, j.found[task].Worker) {
				return
			}
		}
	}
}

// border returns the first record, starting with the given one, that begins a position.
func (j *Job) border(record int64) (int64, error) {
	if record == 0 {
		return 0, nil
	}
	last, next := make([]byte, j.positions.record()), make([]byte, j.positions.record())
	if err := j.positions.read(last, record-1); err != nil {
		return 0, err
	}
	for ; record < j.Records; record++ {
		if err := j.positions.read(next, record); err != nil {
			return 0, err
		}
		if !bytes.Equal(last[:j.positions.Bytes], next[:j.positions.Bytes]) {
			break
		}
	}
	return record, nil
}

// Check rejects a result that is not a count for its task, or has a different number
// of positions from the task.
func (j *Job) Check(r jobs.Result) error {
	l, err := j.line(r)
	if err != nil {
		return err
	}
	return j.whole(&l)
}

// whole returns an error that names the worker if a line does not have as many
// positions as its task.
func (j *Job) whole(l *line) error {
	want, err := j.unique(l.Task)
	if err == nil && l.Count != want {
		err = fmt.Errorf("%.60s has counted %d positions in task %d, which has %d", l.Worker, l.Count, l.Task, want)
	}
	return err
}

// line returns the line of the ledger for a result.
func (j *Job) line(r jobs.Result) (line, error) {
	var c Counted
	if err := json.Unmarshal(r.Body, &c); err != nil {
		return line{}, fmt.Errorf("%.40q is not a count", r.Body)
	}
	l := line{r.Number, c.Sums, c.Positions, r.Worker, r.Seconds}
	return l, j.proper(l)
}

// proper returns an error for a line that cannot be the result of any task.
func (j *Job) proper(l line) error {
	if l.Task < 0 || l.Task >= len(j.found) {
		return fmt.Errorf("there is no task %d", l.Task)
	}
	if len(l.Sums) != max(1, len(j.Moves)) {
		return fmt.Errorf("task %d has %d sums", l.Task, len(l.Sums))
	}
	for _, text := range l.Sums {
		if !wholeNumber(text) {
			return fmt.Errorf("task %d has the sum %.40q", l.Task, text)
		}
	}
	return nil
}

// wholeNumber reports whether a text is a non-negative number in its usual form, and
// no longer than the sum of 2^31 products of 64 bits each.
func wholeNumber(text string) bool {
	if len(text) > 49 {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text == "0" || text != "" && text[0] != '0'
}

// Take records results.
func (j *Job) Take(results []jobs.Result) error {
	var lines []any
	for _, r := range results {
		l, err := j.line(r)
		if err != nil {
			return err
		}
		known := j.found[r.Number].Sums != nil
		if err := j.note(l); err != nil {
			return err
		}
		if !known {
			lines = append(lines, l)
		}
	}
	return j.ledger.Append(lines...)
}

// Tasks returns how many tasks have a result, and how many there are in all passes.
func (j *Job) Tasks() (done, all int) { return len(j.found) - j.left, len(j.found) }

// Seconds returns the total time of the tasks with a result, on one slot.
func (j *Job) Seconds() float64 { return j.seconds }

// Verify returns an error unless the tasks of each pass contain every unique position
// exactly once; it names the worker of a task that does not match. It reads the
// positions, so it must be called before Close.
func (j *Job) Verify() error {
	for pass := range j.Passes {
		var count int64
		for _, l := range j.found[pass*j.tasks():][:j.tasks()] {
			count += l.Count
		}
		if count != j.Terms.Positions {
			for i := range j.tasks() {
				if err := j.whole(&j.found[pass*j.tasks()+i]); err != nil {
					return err
				}
			}
			return fmt.Errorf("pass %d has counted %d positions of %d", pass+1, count, j.Terms.Positions)
		}
	}
	return nil
}

// Sums returns the counts of the first moves, or the total alone, of the first pass,
// from all tasks that have a result.
func (j *Job) Sums() []*big.Int {
	sums := make([]*big.Int, max(1, len(j.Moves)))
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for _, l := range j.found[:j.tasks()] {
		for i, text := range l.Sums {
			n, _ := new(big.Int).SetString(text, 10)
			sums[i].Add(sums[i], n)
		}
	}
	return sums
}

// Close closes the files.
func (j *Job) Close() error {
	err := j.ledger.Close()
	if j.positions != nil {
		err = errors.Join(err, j.positions.Close())
	}
	return err
}
