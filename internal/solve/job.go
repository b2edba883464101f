package solve

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/jobs"
	"github.com/heterodox-chess/heterodox/internal/ledger"
	"github.com/heterodox-chess/heterodox/internal/proof"
)

// Kind is the name of this kind of job.
const Kind = "solve"

// Terms say what a job looks for: wins of the second side by its third turn.
type Terms struct {
	Format  string
	Variant string
	FEN     string
}

const termsFormat = "heterodox solve 1"

// efforts are how hard a position is searched, at first and again each time it resists.
var efforts = [...]Effort{{40, 400}, {40, 400, 4000}, {40, 400, 4000, 40000}}

// A Job looks for a forced win by turn 6: a reply to each first turn and, for each position
// after the third turn, a turn after which the second side wins with its next, whatever the
// first does. A task is a position after the third turn and an effort. A Job is a jobs.Job.
type Job struct {
	Terms
	jobs.Identity
	// Resumed is how many results the ledger had.
	Resumed int
	tree    *tree
	ledger  *ledger.Ledger
	states  []state
	out     map[int]bool // tasks that are handed out
	only    []string     // the first turns that count, all if empty
	spent   [len(efforts)]spent
	hard    map[formation]float64 // how often formations of the first side have resisted
}

// A state is what is known about a position after the third turn.
type state struct {
	turn   string // that wins
	atOnce bool
	tried  int  // how many efforts have failed
	lost   bool // the first side wins by its next turn
}

// spent is what the tasks of one effort took.
type spent struct {
	tasks   int
	seconds float64
}

// A record is a line of the ledger: the result of a task.
type record struct {
	Task    int
	Turn    string `json:",omitempty"` // "" if none was found
	AtOnce  bool   `json:",omitempty"`
	Turns   int    `json:",omitempty"` // how many there are, and how many of them lose at once
	Mated   int    `json:",omitempty"`
	Ends    uint64 `json:",omitempty"` // turns of the opponent that were answered
	Worker  string
	Seconds float64
}

// An outcome is what a Doer returns for a task.
type outcome struct {
	Turn         string
	AtOnce       bool
	Turns, Mated int
	Ends         uint64
}

// Open begins a job with a ledger, or resumes it. only names the first turns to look at, all if
// it is empty.
func Open(start chess.Position, file string, only []string) (*Job, error) {
	j := &Job{Terms: Terms{termsFormat, start.Rules().Name(), start.FEN()}, only: only, out: map[int]bool{}, hard: map[formation]float64{}}
	terms, err := json.Marshal(j.Terms)
	if err != nil {
		return nil, err
	}
	j.Identity = jobs.Identify(Kind, terms, terms)
	j.tree = grow(start)
	for _, name := range only {
		if j.tree.opening(name) == nil {
			return nil, fmt.Errorf("%.20q is not a first turn", name)
		}
	}
	j.states = make([]state, len(j.tree.positions))
	j.ledger, err = ledger.Open(file, j.read)
	if errors.Is(err, ledger.ErrMissing) || errors.Is(err, ledger.ErrEmpty) {
		j.ledger, err = ledger.Create(file, j.Terms, false)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return j, nil
}

// Merge takes over the new results of another ledger of the same job.
func (j *Job) Merge(file string) (taken int, err error) {
	var fresh []any
	l, err := ledger.Open(file, func(l ledger.Line) error {
		if l.Number == 1 {
			return j.same(l.Text)
		}
		r, err := j.parse(l)
		if err == nil && j.isNew(r) {
			j.note(r)
			fresh = append(fresh, r)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	return len(fresh), errors.Join(j.ledger.Append(fresh...), l.Close())
}

// same returns an error unless a line is the header of this job's ledger.
func (j *Job) same(text []byte) error {
	var t Terms
	if err := json.Unmarshal(text, &t); err != nil || t.Format != termsFormat {
		return errors.New("it is not the ledger of a search for a forced win")
	}
	if t != j.Terms {
		return fmt.Errorf("it belongs to a search of %s from %s", t.Variant, t.FEN)
	}
	return nil
}

// read reads a line of the ledger.
func (j *Job) read(l ledger.Line) error {
	if l.Number == 1 {
		return j.same(l.Text)
	}
	r, err := j.parse(l)
	if err == nil {
		j.note(r)
		j.Resumed++
	}
	return err
}

func (j *Job) parse(l ledger.Line) (r record, err error) {
	if !l.Summed {
		return r, errors.New("it has no checksum")
	}
	if err := json.Unmarshal(l.Text, &r); err != nil {
		return r, errors.New("it is not a result")
	}
	return r, j.proper(&r)
}

// proper returns an error for what cannot be the result of a task.
func (j *Job) proper(r *record) error {
	if r.Task < 0 || r.Task >= len(j.states)*len(efforts) {
		return fmt.Errorf("there is no task %d", r.Task)
	}
	pos := &j.tree.positions[r.Task%len(j.states)]
	if r.Turn == "" {
		return nil
	}
	_, after, err := pos.ParseTurn(r.Turn)
	if err != nil {
		return fmt.Errorf("task %d: %w", r.Task, err)
	}
	if us := pos.Side(); r.AtOnce != won(&after, us) || !r.AtOnce && (after.Side() == us || after.Decided().Over()) {
		return fmt.Errorf("task %d: %.60s is not a turn of this task", r.Task, r.Turn)
	}
	return nil
}

// isNew reports whether a result says more than is known.
func (j *Job) isNew(r record) bool {
	s := &j.states[r.Task%len(j.states)]
	return s.turn == "" && !s.lost && (r.Turn != "" || r.Task/len(j.states) >= s.tried)
}

// note records a result.
func (j *Job) note(r record) {
	delete(j.out, r.Task)
	s := &j.spent[r.Task/len(j.states)]
	s.tasks++
	s.seconds += r.Seconds
	if !j.isNew(r) {
		return
	}
	at := r.Task % len(j.states)
	st := &j.states[at]
	men := formationOf(&j.tree.positions[at], j.tree.start.Side())
	if r.Turn != "" {
		st.turn, st.atOnce = r.Turn, r.AtOnce
		if !r.AtOnce {
			j.hard[men] += min(r.Seconds/100, 0.5)
		}
		return
	}
	st.tried = r.Task/len(j.states) + 1
	st.lost = r.Turns > 0 && r.Mated == r.Turns
	j.hard[men]++
}

// A standing is the state of a first turn: the reply that is being tried, and with how much
// effort.
type standing struct {
	reply *reply // nil if every one has failed
	level int
	won   bool // against this first turn
	left  int  // positions of the reply without a result
}

// standing returns the state of an opening. Of the replies that have failed the fewest efforts
// it picks the one with the most positions won by work or, if none has any, the most promising.
func (j *Job) standing(o *opening) (s standing) {
	s.level = len(efforts)
	most := -1
	for _, r := range o.replies { // the most promising first
		level, left, worked, hard := 0, 0, 0, false
		for _, p := range r.positions {
			switch st := &j.states[p]; {
			case st.turn != "":
				if !st.atOnce {
					worked++
				}
			case st.lost:
				hard = true
			default:
				level = max(level, st.tried)
				left++
			}
		}
		if hard || level >= len(efforts) {
			continue
		}
		if left == 0 {
			return standing{reply: r, won: true}
		}
		if s.reply == nil || level < s.level || level == s.level && worked > most {
			s, most = standing{reply: r, level: level, left: left}, worked
		}
	}
	return s
}

// openings returns the openings that count.
func (j *Job) openings() (list []*opening) {
	for _, o := range j.tree.openings {
		if len(j.only) == 0 {
			list = append(list, o)
		}
	}
	for _, name := range j.only {
		list = append(list, j.tree.opening(name))
	}
	return list
}

// Done reports whether each first turn is answered, or all replies to it have failed.
func (j *Job) Done() bool {
	for _, o := range j.openings() {
		if s := j.standing(o); !s.won && s.reply != nil {
			return false
		}
	}
	return true
}

// Next returns a task of the first turn with the fewest tasks under way: the hardest-looking
// position of the most promising reply.
func (j *Job) Next() (jobs.Task, bool, error) {
	best, busiest := -1, 1<<30
	for _, o := range j.openings() {
		s := j.standing(o)
		if s.won || s.reply == nil {
			continue
		}
		busy, task, hardest := 0, -1, -1.0
		for _, p := range s.reply.positions {
			st := &j.states[p]
			if st.turn != "" || st.lost {
				continue
			}
			number := max(s.level, st.tried)*len(j.states) + int(p)
			if j.out[number] {
				busy++
				continue
			}
			h := j.hard[formationOf(&j.tree.positions[p], j.tree.start.Side())] + 10*float64(st.tried)
			if h > hardest {
				task, hardest = number, h
			}
		}
		if task >= 0 && busy < busiest {
			best, busiest = task, busy
		}
	}
	if best < 0 {
		return jobs.Task{}, false, nil
	}
	j.out[best] = true
	return j.task(best), true, nil
}

// A taskBody is what a Doer gets.
type taskBody struct {
	FEN    string
	Effort Effort
}

func (j *Job) task(number int) jobs.Task {
	text, err := json.Marshal(taskBody{j.tree.positions[number%len(j.states)].FEN(), efforts[number/len(j.states)]})
	if err != nil {
		panic(err) // it is a string and numbers
	}
	return jobs.Task{Number: number, Body: text}
}

// Again returns a task, unless its result is known.
func (j *Job) Again(number int) (jobs.Task, bool, error) {
	if !j.isNew(record{Task: number}) {
		return jobs.Task{}, false, nil
	}
	return j.task(number), true, nil
}

// Check refuses what cannot be the result of a task.
func (j *Job) Check(r jobs.Result) error {
	_, err := j.record(r)
	return err
}

func (j *Job) record(r jobs.Result) (record, error) {
	var o outcome
	if err := json.Unmarshal(r.Body, &o); err != nil {
		return record{}, fmt.Errorf("%.40q is not a result", r.Body)
	}
	l := record{r.Number, o.Turn, o.AtOnce, o.Turns, o.Mated, o.Ends, r.Worker, r.Seconds}
	return l, j.proper(&l)
}

// Take records results.
func (j *Job) Take(results []jobs.Result) error {
	var lines []any
	for _, r := range results {
		l, err := j.record(r)
		if err != nil {
			return err
		}
		if j.isNew(l) {
			lines = append(lines, l)
		}
		j.note(l)
	}
	return j.ledger.Append(lines...)
}

// Close closes the ledger.
func (j *Job) Close() error { return j.ledger.Close() }

// Seconds returns how long the results took on one slot.
func (j *Job) Seconds() (sum float64) {
	for _, s := range j.spent {
		sum += s.seconds
	}
	return sum
}

// Left is what the replies chosen so far still need.
type Left struct {
	Fresh, Resisting int     // positions without a result, and positions that resist and are to be tried harder
	Seconds          float64 // time on one slot, at the mean of the tasks of their effort so far
	Unknown          int     // those of them with an effort of which no task is done, not in Seconds
}

// Left returns what is left if no more positions resist. One that does requires another reply or
// more effort, so this is a lower bound.
func (j *Job) Left() (left Left) {
	seen := map[int32]bool{}
	for _, o := range j.openings() {
		s := j.standing(o)
		if s.won || s.reply == nil {
			continue
		}
		for _, p := range s.reply.positions {
			st := &j.states[p]
			if st.turn != "" || seen[p] {
				continue
			}
			seen[p] = true
			if st.tried > 0 {
				left.Resisting++
			} else {
				left.Fresh++
			}
			if s := &j.spent[max(s.level, st.tried)]; s.tasks > 0 {
				left.Seconds += s.seconds / float64(s.tasks)
			} else {
				left.Unknown++
			}
		}
	}
	return left
}

// Report says whether the second side wins by turn 6, and how each first turn stands.
func (j *Job) Report() (won bool, lines []string) {
	won = true
	for _, o := range j.tree.openings {
		s := j.standing(o)
		switch {
		case s.won:
			lines = append(lines, fmt.Sprintf("%s: %s wins (%d positions)", o.name, s.reply.name, len(s.reply.positions)))
			continue
		case s.reply == nil:
			lines = append(lines, fmt.Sprintf("%s: every reply leads to a position that resists", o.name))
		default:
			lines = append(lines, fmt.Sprintf("%s: %s, %d of %d positions left at effort %d", o.name, s.reply.name, s.left, len(s.reply.positions), s.level+1))
		}
		won = false
		var failed []string
		for _, r := range o.replies {
			if at := j.worst(r); at >= 0 {
				failed = append(failed, r.name+" "+j.tree.names[at])
			}
		}
		if len(failed) > 0 {
			lines = append(lines, "\tresisted: "+strings.Join(failed, ", "))
		}
	}
	return won, lines
}

// worst returns the position of a reply that has failed the most efforts, -1 if none has.
func (j *Job) worst(r *reply) int {
	at, tried := -1, 0
	for _, p := range r.positions {
		if s := &j.states[p]; s.turn == "" && (s.tried > tried || s.lost) {
			at, tried = int(p), s.tried
		}
	}
	return at
}

// Counts returns how many positions are known to be won, how many of them at once, and
// how many have resisted.
func (j *Job) Counts() (won, atOnce, resisted int) {
	for i := range j.states {
		switch s := &j.states[i]; {
		case s.turn != "":
			won++
			if s.atOnce {
				atOnce++
			}
		case s.tried > 0:
			resisted++
		}
	}
	return won, atOnce, resisted
}

// Proof returns the proof that the second side wins, as far as it goes.
func (j *Job) Proof() *proof.Proof {
	p := &proof.Proof{Variant: j.Variant, Side: j.tree.start.Side().Opponent(), Wins: true, Turn: 6, Lines: map[string]string{}}
	if usual := j.tree.start.Rules().Start(); j.FEN != usual.FEN() {
		p.Start = j.FEN
	}
	for _, o := range j.tree.openings {
		s := j.standing(o)
		if !s.won {
			continue
		}
		first := play(j.tree.start, o.line)
		p.Lines[proof.Text(first.FEN())] = s.reply.name
		for _, at := range s.reply.positions {
			p.Lines[proof.Text(j.tree.positions[at].FEN())] = j.states[at].turn
		}
	}
	return p
}
