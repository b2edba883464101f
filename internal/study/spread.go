package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// JobKind is the job kind of the games of a study.
const JobKind = "study"

// spreadGames is the number of games that can wait to be played elsewhere at a time.
const spreadGames = 256

// A Job is the games of a study, played by workers that join it. The study decides what
// is played and when: until it ends there may be nothing to do for a while. Its store is
// the ledger of the job.
type Job struct {
	jobs.Identity
	store *store

	mu    sync.Mutex
	next  int              // the number of the next game
	queue []int            // not yet handed out
	open  map[int]*awaited // games not yet played
	over  bool
}

// An awaited game is to be played elsewhere.
type awaited struct {
	sent    sentTask
	subject *subject
	played  chan Game
	gone    bool // nobody waits for it any more, but the ledger will still record it
}

// jobTerms are what a worker needs to know about a study.
type jobTerms struct {
	Game  string
	Rules string // a fingerprint
	Seed  uint64
	Nodes uint64
	Plies int
}

// A sentTask is a task in the form that is sent.
type sentTask struct {
	Subject string `json:",omitempty"`
	// Text and Weights define a derived subject, "" for the game itself.
	Text, Weights string `json:",omitempty"`
	Judged        bool   `json:",omitempty"` // the game's own evaluation is the initial one
	Stage         stage
	Number        int
	Opening       int
	Nodes         [2]uint64
	Beginner      [2]bool
	From          string `json:",omitempty"`
}

// task returns the task that was sent.
func (t *sentTask) task() task {
	own := task{stage: t.Stage, number: t.Number, opening: t.Opening, from: t.From}
	for c := range own.players {
		own.players[c] = player{nodes: t.Nodes[c], beginner: t.Beginner[c]}
	}
	return own
}

func newJob(h Header, st *store) (*Job, error) {
	terms, err := json.Marshal(jobTerms{h.Game, h.Rules, h.Seed, h.Nodes, h.Plies})
	// The ID is new each time, because the games are numbered afresh.
	id := fmt.Appendf(nil, "%s %d", terms, time.Now().UnixNano())
	return &Job{Identity: jobs.Identify(JobKind, id, terms), store: st, open: map[int]*awaited{}}, err
}

// play queues a game and waits until it has been played.
func (j *Job) play(ctx context.Context, s *subject, t task) (Game, error) {
	a := &awaited{subject: s, played: make(chan Game, 1), sent: sentTask{
		Subject: s.name, Text: s.text, Weights: s.weights, Judged: s.beginning != nil, Stage: t.stage, Number: t.number, Opening: t.opening,
		Nodes: [2]uint64{t.players[0].nodes, t.players[1].nodes}, Beginner: [2]bool{t.players[0].beginner, t.players[1].beginner}, From: t.from}}
	j.mu.Lock()
	j.open[j.next] = a
	j.queue = append(j.queue, j.next)
	j.next++
	j.mu.Unlock()
	select {
	case g := <-a.played:
		return g, nil
	case <-ctx.Done():
		j.mu.Lock()
		a.gone = true
		j.mu.Unlock()
		return Game{}, ctx.Err()
	}
}

// Next returns the next game that is awaited.
func (j *Job) Next() (jobs.Task, bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for len(j.queue) > 0 {
		n := j.queue[0]
		j.queue = j.queue[1:]
		if a := j.open[n]; !a.gone {
			return a.task(n)
		}
		delete(j.open, n)
	}
	return jobs.Task{}, false, nil
}

// Again returns a game once more.
func (j *Job) Again(number int) (jobs.Task, bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	a := j.open[number]
	if a == nil || a.gone {
		return jobs.Task{}, false, nil
	}
	return a.task(number)
}

func (a *awaited) task(number int) (jobs.Task, bool, error) {
	body, err := json.Marshal(a.sent)
	return jobs.Task{Number: number, Body: body}, err == nil, err
}

// Check returns an error if a result cannot be the game of its task.
func (j *Job) Check(r jobs.Result) error {
	var g Game
	if err := json.Unmarshal(r.Body, &g); err != nil {
		return errors.New("not a game of a study")
	}
	j.mu.Lock()
	a := j.open[r.Number]
	j.mu.Unlock()
	if a == nil {
		return nil // it has been played
	}
	if g.Subject != a.sent.Subject || g.Stage != a.sent.Stage || g.Number != a.sent.Number {
		return fmt.Errorf("it is game %s %d of %q, not %s %d of %q", g.Stage, g.Number, g.Subject, a.sent.Stage, a.sent.Number, a.sent.Subject)
	}
	if err := g.check(a.subject.rules); err != nil {
		return err
	}
	return a.subject.opened(&g, a.sent.task())
}

// opened returns an error for a game whose opening cannot be that of a task.
func (s *subject) opened(g *Game, t task) error {
	start, err := g.begin(s.rules)
	if err != nil {
		return err
	}
	openings, err := s.openings(t)
	if err != nil {
		return err
	}
	moves := strings.Fields(g.Moves)[:g.Opening]
	for record := range openings {
		if slices.Equal(moves, moveTexts(record)) && start.FEN() == record.Start().FEN() {
			return nil
		}
	}
	return fmt.Errorf("%q from %s is not an opening of the task", moves, start.FEN())
}

// check returns an error for a game that violates the rules.
func (g *Game) check(r game.Rules) error {
	start, err := g.begin(r)
	if err != nil {
		return err
	}
	record := game.NewRecord(start)
	for text := range strings.FieldsSeq(g.Moves) {
		m, err := record.Position().ParseMove(text) // a single move, not a turn
		if err != nil {
			return err
		}
		if !record.Play(m) {
			return fmt.Errorf("%s is not legal", text)
		}
	}
	o := record.Outcome()
	if o.Result != g.Result || o.Reason != g.Reason || !o.Over() && record.Len() < maxMoves {
		return fmt.Errorf("its result is not %v, %v", g.Result, g.Reason)
	}
	if g.Opening < 0 || g.Opening > record.Len() || len(g.Scores) > record.Len()-g.Opening {
		return fmt.Errorf("%d opening moves and %d scores do not fit a game of %d moves", g.Opening, len(g.Scores), record.Len())
	}
	return nil
}

// Take writes each game to disk once and passes it to whoever waits for it.
func (j *Job) Take(results []jobs.Result) error {
	for _, r := range results {
		var g Game
		if err := json.Unmarshal(r.Body, &g); err != nil {
			return err
		}
		j.mu.Lock()
		a := j.open[r.Number]
		delete(j.open, r.Number)
		j.mu.Unlock()
		if a == nil {
			continue
		}
		if err := j.store.add(g); err != nil {
			return err
		}
		a.played <- g
	}
	return nil
}

// Done reports whether the study has ended.
func (j *Job) Done() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.over
}

// end marks the study as ended.
func (j *Job) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.over = true
}

// A Doer plays games of a Job.
type Doer struct {
	terms     jobTerms
	catalogue Catalogue
	base      *subject
	tables    jobs.Pool[*table]

	mu   sync.Mutex
	last *subject // the last derived game
}

// NewDoer returns a Doer for the terms of a Job. It returns an error if the game is
// different here.
func NewDoer(terms []byte, c Catalogue) (*Doer, error) {
	d := &Doer{catalogue: c, tables: jobs.Pool[*table]{New: func() *table { return newTable(&subject{}) }}}
	if err := json.Unmarshal(terms, &d.terms); err != nil {
		return nil, errors.New("not the terms of a study")
	}
	r, err := c.Open(d.terms.Game)
	if err != nil {
		return nil, fmt.Errorf("%w: a worker needs the same --variants as the study", err)
	}
	if fingerprint(r) != d.terms.Rules {
		return nil, fmt.Errorf("%s has different rules here: a worker needs the same --variants as the study", r.Name())
	}
	d.base = &subject{rules: r, seed: d.terms.Seed, nodes: d.terms.Nodes, plies: d.terms.Plies}
	return d, nil
}

// Do plays a game.
func (d *Doer) Do(ctx context.Context, t jobs.Task) ([]byte, error) {
	var sent sentTask
	if err := json.Unmarshal(t.Body, &sent); err != nil {
		return nil, errors.New("not a game of a study")
	}
	s, err := d.subjectOf(&sent)
	if err != nil {
		return nil, err
	}
	table := d.tables.Get()
	defer d.tables.Put(table)
	table.subject = s
	g, err := table.play(ctx, sent.task())
	if err != nil {
		return nil, err
	}
	return json.Marshal(g)
}

// subjectOf returns the game that a task belongs to. It caches the last one, because
// games are studied one after another.
func (d *Doer) subjectOf(t *sentTask) (*subject, error) {
	if t.Text == "" {
		return d.base, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.last; s != nil && s.name == t.Subject && s.text == t.Text && s.weights == t.Weights && (s.beginning != nil) == t.Judged {
		return s, nil
	}
	r, err := d.catalogue.Derive(t.Text, general.Fitted{Weights: t.Weights})
	if err != nil {
		return nil, err
	}
	d.last = &subject{name: t.Subject, text: t.Text, weights: t.Weights, rules: r, seed: d.terms.Seed, nodes: d.terms.Nodes, plies: d.terms.Plies}
	if t.Judged {
		d.last.beginning = d.base.rules
	}
	return d.last, nil
}

// spread hands out the games of a run, if requested, until end is called. inner is
// cancelled when handing out ends.
func (r *run) spread(ctx context.Context, h Header) (inner context.Context, end func(error) error, err error) {
	if r.Spread == nil {
		return ctx, func(err error) error { return err }, nil
	}
	if r.job, err = newJob(h, r.store); err != nil {
		return nil, nil, err
	}
	inner, stop := context.WithCancelCause(ctx)
	ended := make(chan error, 1)
	go func() {
		err := r.Spread(inner, r.job)
		stop(err)
		ended <- err
	}()
	return inner, func(err error) error {
		r.job.end()
		spread := <-ended
		stop(nil)
		if spread != nil && ctx.Err() == nil {
			return spread
		}
		return err
	}, nil
}
