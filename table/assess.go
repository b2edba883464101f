package table

import (
	"context"
	"errors"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// This file lets the engine judge the moves of an analysis, one after the other, so that they
// have an evaluation each.

// assessTime is how long it looks at the position after a move.
const assessTime = 200 * time.Millisecond

// Assess lets the engine evaluate the moves of the line that a move is on, from the start to
// the line's end, and note it with those that have no evaluation yet. It returns at once; on
// false, when the table is closed, or when it is called again the work ends where it is.
func (t *Table) Assess(id int, on bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nodes[id]
	switch {
	case t.closed:
		return errClosed
	case !t.study:
		return errors.New("the moves of a game are judged in an analysis of it")
	case t.thinkers == nil:
		return errors.New("there is no engine")
	case n == nil:
		return errNoNode
	}
	t.stopAssessing()
	if on {
		ctx, cancel := context.WithCancel(context.Background())
		t.assessing = &search{cancel: cancel}
		go t.assess(ctx, t.assessing, n.end().path())
	}
	t.wake()
	return nil
}

func (t *Table) stopAssessing() {
	if t.assessing != nil {
		t.assessing.cancel()
		t.assessing = nil
	}
}

// assess evaluates moves in a goroutine of its own.
func (t *Table) assess(ctx context.Context, mine *search, line []*node) {
	defer mine.cancel()
	for _, n := range line {
		t.mu.Lock()
		wanted := t.assessing == mine && t.nodes[n.id] == n && n.Eval == ""
		thinkers := t.thinkers
		var r *game.Record
		if wanted {
			r = t.recordAt(n)
		}
		t.mu.Unlock()
		if ctx.Err() != nil || thinkers == nil {
			break
		}
		if !wanted || len(r.Position().Moves()) == 0 {
			continue
		}
		t.assessed(mine, n, t.valueOf(ctx, thinkers, r))
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.assessing == mine {
		t.assessing = nil
		t.fault = t.save()
		t.wake()
	}
}

// valueOf searches a position as long as a move gets; "" if the context ends before that.
func (t *Table) valueOf(ctx context.Context, thinkers *Thinkers, r *game.Record) (eval string) {
	pos := r.Position()
	thinkers.analyse(ctx, t, pos.Rules(), func(turn context.Context, s game.Searcher) (done bool) {
		result := s.Search(turn, r, game.Limits{MoveTime: assessTime}, nil)
		if turn.Err() == nil {
			eval = evalText(result.Info, pos.Side())
		}
		return turn.Err() == nil
	})
	return eval
}

// assessed notes an evaluation. It is a note, and no change of the game.
func (t *Table) assessed(mine *search, n *node, eval string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.assessing != mine || eval == "" {
		return
	}
	n.Eval = eval
	t.notes++
	t.seen = nil
	t.wake()
}
