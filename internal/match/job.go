package match

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// JobKind is the job kind of matches.
const JobKind = "pair"

// A Job is a match whose pairs are played by workers, as described in package jobs:
// a task is a Pair, its result the Records of its games. The store of the match is
// the ledger of the job.
type Job struct {
	jobs.Identity
	match  *Match
	watch  func(Progress)
	issued map[int]Pair // handed out and not yet played
}

// jobTerms are what a worker needs to know about a match.
type jobTerms struct {
	Terms
	Builds     []Build           // of the engines; they must be the same everywhere
	References map[string]uint64 `json:",omitempty"` // speeds that the clocks are meant for
}

// NewJob returns the rest of a match as a job. watch, if not nil, is called after
// each game. Clocks are scaled by how slow or fast a machine is compared with the
// one on which the match began.
func NewJob(m *Match, watch func(Progress)) (*Job, error) {
	if m.timed() && len(m.store.references) == 0 {
		return nil, errUnknownSpeed
	}
	terms, err := json.Marshal(jobTerms{m.Terms, m.store.builds, m.store.references})
	if err != nil {
		return nil, err
	}
	header, err := json.Marshal(m.header(m.book.sum, m.store.builds))
	return &Job{Identity: jobs.Identify(JobKind, header, terms), match: m, watch: watch, issued: map[int]Pair{}}, err
}

// Next returns the next pair to be played.
func (j *Job) Next() (jobs.Task, bool, error) {
	p, ok, err := j.match.Next(context.Background())
	if err != nil || !ok {
		return jobs.Task{}, false, err
	}
	j.issued[p.Number] = p
	return taskOf(p)
}

// Again returns a pair once more, without the games that have been played since.
func (j *Job) Again(number int) (jobs.Task, bool, error) {
	p, ok, err := j.pair(number)
	if err != nil || !ok {
		return jobs.Task{}, false, err
	}
	return taskOf(p)
}

func taskOf(p Pair) (jobs.Task, bool, error) {
	body, err := json.Marshal(p)
	return jobs.Task{Number: p.Number, Body: body}, err == nil, err
}

// pair returns a pair with at least one game missing; ok is false if the pair is
// complete or there is none of that number.
func (j *Job) pair(number int) (p Pair, ok bool, err error) {
	m := j.match
	if number < 0 || number >= m.tally.schedule.pairs() {
		return Pair{}, false, nil
	}
	p, issued := j.issued[number]
	if !issued {
		if p, err = m.pair(context.Background(), number); err != nil {
			return Pair{}, false, err
		}
	}
	p.Done = m.played(number)
	return p, p.Done != [2]bool{true, true}, nil
}

// Check returns an error for records that cannot be the games of a pair: wrong
// opening, wrong players, an illegal move or result, or too few games.
func (j *Job) Check(r jobs.Result) error {
	records, err := unpack(r.Body)
	if err != nil {
		return err
	}
	p, ok, err := j.pair(r.Number)
	if err != nil {
		return err
	}
	if !ok {
		if r.Number < 0 || r.Number >= j.match.tally.schedule.pairs() {
			return fmt.Errorf("there is no pair %d", r.Number+1)
		}
		return nil // it has been played, and the first result counts
	}
	var have [2]bool
	for i := range records {
		g := &records[i]
		if g.Game/2 != r.Number || g.Start != p.Start || !slices.Equal(g.Opening, p.Opening) {
			return fmt.Errorf("game %d does not belong to pair %d, or has another opening", g.Game+1, r.Number+1)
		}
		if _, err := j.match.check(g); err != nil {
			return err
		}
		if err := j.match.paced(g); err != nil {
			return err
		}
		have[g.Game%2] = true
	}
	for i := range have {
		if !have[i] && !p.Done[i] {
			return fmt.Errorf("game %d of pair %d is missing", i+1, r.Number+1)
		}
	}
	return nil
}

// Fault returns why a machine may be unfit for the match: an engine has lost on time
// there or crashed.
func (j *Job) Fault(r jobs.Result) string {
	records, _ := unpack(r.Body) // Check has seen it
	for i := range records {
		switch records[i].Termination {
		case TimeForfeit:
			return "lost on time"
		case Abandoned:
			return "had engine failures"
		}
	}
	return ""
}

// Take writes the games of results to disk and counts each once.
func (j *Job) Take(results []jobs.Result) error {
	var all []Record
	for _, r := range results {
		records, err := unpack(r.Body)
		if err != nil {
			return err
		}
		for i := range records {
			records[i].Worker = r.Worker
		}
		all = append(all, records...)
		delete(j.issued, r.Number)
	}
	return j.match.TakeAll(all, j.watch)
}

// Purge removes the games that a worker has played so far; they will be played
// again.
func (j *Job) Purge(worker, why string) (int, error) { return j.match.purge(worker, why) }

// Done reports whether no more pairs are needed.
func (j *Job) Done() bool { return j.match.Over() }

// maxRecords is the maximum size in bytes of the uncompressed records of a pair.
const maxRecords = 16 << 20

// pack compresses records for sending.
func pack(records []Record) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	err := errors.Join(json.NewEncoder(z).Encode(records), z.Close())
	return b.Bytes(), err
}

// unpack reads the output of pack. The texts in it are fit for a report, whoever sent them.
func unpack(body []byte) (records []Record, err error) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(z, maxRecords)); err == nil {
			err = json.Unmarshal(text, &records)
		}
	}
	if err != nil || len(records) > 2 {
		return nil, errors.New("not the games of a pair")
	}
	for i := range records {
		records[i].printable()
	}
	return records, nil
}

// A Doer plays the pairs that arrive as tasks of a Job, as many at a time as it is
// asked to. Its engines keep running between tasks, until Close.
type Doer struct {
	host  *Host
	leave Leave
	slots jobs.Pool[*Slot]
}

// A Machine describes where a Doer plays.
type Machine struct {
	// Open, Self and Bench are as in Host.
	Open  func(name string) (game.Rules, error)
	Self  func(ctx context.Context, in io.Reader, out io.Writer) error
	Bench uint64
	Leave Leave // for engines other than Self, and for options of Self that name files
	// Slots is the number of games at a time, Cores the number of cores available.
	Slots, Cores int
	HashMB       int   // MiB for the hash tables of Self, of all games together; 0 for no limit
	Gauge        Gauge // measures the machine under that load
}

// NewDoer returns a Doer for the terms of a Job. If there are clocks, it measures
// the machine. It returns an error if an engine may not be run, is missing here or
// differs from the match's, or if the machine is unfit for these clocks.
func NewDoer(ctx context.Context, terms []byte, here Machine) (*Doer, error) {
	var t jobTerms
	if err := json.Unmarshal(terms, &t); err != nil || len(t.Engines) < 2 || len(t.Builds) != len(t.Engines) {
		return nil, errors.New("not the terms of a match")
	}
	h := &Host{Terms: t.Terms, Open: here.Open, Self: here.Self, Bench: here.Bench, Sums: map[string]string{}}
	for i := range t.Engines {
		e := &t.Engines[i]
		if err := here.Leave.adapt(e, &t.Builds[i]); err != nil {
			return nil, err
		}
		build := h.buildOf(e)
		if !e.isSelf() && len(build.Files) == 0 {
			return nil, fmt.Errorf("engine %s is missing here: %.100q", printable(e.Name), e.Command)
		}
		if what := t.Builds[i].differs(build); what != "" {
			return nil, fmt.Errorf("engine %s differs here: %s", printable(e.Name), what)
		}
		for _, f := range build.Files {
			if !e.isSelf() {
				h.Sums[e.file(f.Word)] = f.SHA256
			}
		}
	}
	if most, each := here.HashMB, hashOf(t.Engines); most > 0 && each > most/here.Slots {
		return nil, fmt.Errorf("hash tables of %d MiB in each of %d slots exceed the %d MiB that this machine has for them", each, here.Slots, most)
	}
	if t.timed() && len(t.References) == 0 {
		return nil, errors.New("not the terms of a match")
	}
	if t.timed() && here.Slots > here.Cores {
		return nil, fmt.Errorf("%d games at a time exceed the %d cores of this machine, and games with clocks need a core each", here.Slots, here.Cores)
	}
	var err error
	h.Paces, err = here.Gauge.paces(ctx, t.References)
	return &Doer{host: h, leave: here.Leave, slots: jobs.Pool[*Slot]{New: h.NewSlot}}, err
}

// hashOf returns the size in MiB of the hash tables that options of self ask for, of all engines
// together: each keeps running between games.
func hashOf(engines []Engine) (sum int) {
	for i := range engines {
		size := 0
		for _, o := range engines[i].Options {
			if n, err := strconv.Atoi(o.Value); err == nil && n > 0 && engines[i].isSelf() && strings.EqualFold(o.Name, "Hash") {
				size = min(n, 1<<30)
			}
		}
		sum += size
	}
	return sum
}

// About describes at what pace the clocks run here.
func (d *Doer) About() string {
	paces := d.host.Paces
	names := slices.Sorted(maps.Keys(paces))
	if len(names) == 0 {
		return ""
	}
	least, most := math.Inf(1), 0.0
	var speeds []string
	for _, variant := range names {
		p := paces[variant]
		least, most = min(least, p.factor()), max(most, p.factor())
		if len(speeds) < 3 {
			speeds = append(speeds, fmt.Sprintf("%s at %d nodes/s", variant, p.Speed))
		}
	}
	text := strings.Join(speeds, ", ")
	if more := len(names) - len(speeds); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if most-least < 0.005 {
		return fmt.Sprintf("%s: clocks × %.2f", text, most)
	}
	return fmt.Sprintf("%s: clocks × %.2f to %.2f", text, least, most)
}

// Do plays a pair.
func (d *Doer) Do(ctx context.Context, t jobs.Task) ([]byte, error) {
	var p Pair
	if err := json.Unmarshal(t.Body, &p); err != nil || p.Number != t.Number || !d.host.plays(p.First) || !d.host.plays(p.Second) {
		return nil, errors.New("not a pair of this match")
	}
	if err := d.leave.open(slices.Concat(p.Options[0], p.Options[1])); err != nil {
		return nil, err
	}
	s := d.slots.Get()
	defer d.slots.Put(s)
	var records []Record
	err := s.Play(ctx, p, func(r Record) error {
		records = append(records, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pack(records)
}

// plays reports whether there is an engine with this index.
func (h *Host) plays(engine int) bool { return engine >= 0 && engine < len(h.Engines) }

// Close ends the engines. No task may be in progress.
func (d *Doer) Close() error {
	for _, s := range d.slots.Drain() {
		s.Close()
	}
	return nil
}
