package solve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/internal/jobs"
)

// A Doer does the tasks of a Job. Its solvers share what they find.
type Doer struct {
	rules *chess.Ruleset
	lore  *Lore
	pool  jobs.Pool[*Solver]
}

// NewDoer makes a Doer for the terms of a job. compile makes a game from its name.
func NewDoer(terms []byte, compile func(string) (*chess.Ruleset, error)) (*Doer, error) {
	var t Terms
	if err := json.Unmarshal(terms, &t); err != nil || t.Format != termsFormat {
		return nil, errors.New("not the terms of a search for a forced win")
	}
	r, err := compile(t.Variant)
	if err != nil {
		return nil, err
	}
	d := &Doer{rules: r, lore: NewLore()}
	d.pool.New = func() *Solver { return &Solver{Lore: d.lore} }
	return d, nil
}

// Learn gives a Doer the turns that are known to win.
func (d *Doer) Learn(j *Job) {
	for i := range j.states {
		if s := &j.states[i]; s.turn != "" && !s.atOnce {
			if _, after, err := j.tree.positions[i].ParseTurn(s.turn); err == nil {
				d.lore.learn(&after, true)
			}
		}
	}
}

// Do does a task.
func (d *Doer) Do(ctx context.Context, t jobs.Task) ([]byte, error) {
	var body taskBody
	if err := json.Unmarshal(t.Body, &body); err != nil {
		return nil, fmt.Errorf("%.40q is not a task", t.Body)
	}
	pos, err := d.rules.ParseFEN(body.FEN)
	if err != nil {
		return nil, err
	}
	s := d.pool.Get()
	defer d.pool.Put(s)
	before := s.Stats.Ends
	a, err := s.Answer(ctx, &pos, body.Effort)
	if err != nil {
		return nil, err
	}
	d.lore.share(&s.book)
	o := outcome{AtOnce: a.AtOnce, Ends: s.Stats.Ends - before}
	if a.Turn != nil {
		o.Turn = name(pos, a.Turn)
	} else {
		o.Turns, o.Mated = a.Turns, a.Mated
	}
	return json.Marshal(o)
}
