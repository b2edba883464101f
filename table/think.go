package table

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/screen"
	"github.com/heterodox-chess/heterodox/internal/review"
	"github.com/heterodox-chess/heterodox/rules"
)

// A search is the one in progress at a table.
type search struct {
	cancel context.CancelFunc
	plays  bool // whether its result is played
}

// An analysis is what is known of the position being analysed.
type analysis struct {
	on     bool
	lines  int // how many are wanted
	at     int // the move before the position
	latest map[int]Line
	// known is what endgame tables know of the position.
	known []Distance
}

func (a analysis) sorted() (lines []Line) {
	for i := 1; i <= a.lines && a.on; i++ {
		if l, ok := a.latest[i]; ok {
			lines = append(lines, l)
		}
	}
	return lines
}

// stop ends the search in progress.
func (t *Table) stop() {
	if t.search != nil {
		t.search.cancel()
		t.search = nil
	}
}

// think makes the engine search for its move, or analyse, if it is time for that.
func (t *Table) think() {
	if t.thinkers == nil || t.closed {
		return
	}
	if t.search == nil && !t.over().Over() && !t.players[t.position().Side()].Human() {
		t.begin(true)
	} else if t.search == nil && t.analysis.on {
		t.begin(false)
	}
}

// begin starts a search: for a move to play, or for the analysis.
func (t *Table) begin(plays bool) {
	ctx, cancel := context.WithCancel(context.Background())
	mine := &search{cancel: cancel, plays: plays}
	t.search = mine
	at, limits := t.at, t.limits()
	if !plays {
		at, t.analysis.latest = t.nodes[t.analysis.at], map[int]Line{}
		t.analysis.known = t.thinkers.distances(t.recordAt(at).Position())
		limits = game.Limits{Lines: t.analysis.lines, MoveTime: analysisTime}
	}
	go t.run(ctx, t.thinkers, mine, t.recordAt(at), limits)
}

// analysisTime limits an analysis, so that a page left open does not use the engine for ever.
const analysisTime = 2 * time.Minute

// run runs a search, in its own goroutine.
func (t *Table) run(ctx context.Context, thinkers *Thinkers, mine *search, r *game.Record, limits game.Limits) {
	defer mine.cancel()
	pos := r.Position()
	began := time.Now()
	if !mine.plays {
		thinkers.analyse(ctx, t, pos.Rules(), func(ctx context.Context, s game.Searcher) (done bool) {
			began := time.Now()
			s.Search(ctx, r, limits, func(i game.Info) { t.report(mine, pos, i) })
			limits.MoveTime -= time.Since(began)
			return ctx.Err() == nil || limits.MoveTime <= 0
		})
		t.finished(mine, nil)
		return
	}
	if m, ok := thinkers.fromBook(pos); ok {
		t.await(ctx, began)
		t.finished(mine, func() {
			if t.play(m, "") == nil {
				t.changed()
			}
		})
		return
	}
	var result game.Result
	searched := false
	thinkers.play(ctx, t, pos.Rules(), func(s game.Searcher) {
		if limits.Clock {
			limits.Time[pos.Side()] -= time.Since(began) // spent waiting for a seat
		}
		result, searched = s.Search(ctx, r, limits, nil), true
	})
	if !searched {
		return
	}
	t.await(ctx, began)
	t.finished(mine, func() {
		m := result.Best
		if moves := pos.Moves(); m == game.NoMove && len(moves) > 0 {
			m = moves[0] // stopped before it found a better one
		}
		if t.play(m, evalText(result.Info, pos.Side())) == nil {
			t.changed()
		}
	})
}

// finished ends a search, and plays its result if it is still wanted.
func (t *Table) finished(mine *search, play func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.search != mine || t.closed {
		return
	}
	t.search = nil
	if play == nil {
		t.wake()
		return
	}
	play()
}

// SetPace sets the minimum time between moves when two engines play without a clock,
// so that people can watch.
func (t *Table) SetPace(pace time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pace = pace
}

// await delays a move for as long as the pace requires.
func (t *Table) await(ctx context.Context, began time.Time) {
	t.mu.Lock()
	pace := t.pace
	if t.clock.control.Timed() || t.players[0].Human() || t.players[1].Human() {
		pace = 0
	}
	t.mu.Unlock()
	if wait := pace - time.Since(began); wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

// report stores what an analysis has found.
func (t *Table) report(mine *search, pos game.Position, i game.Info) {
	if i.Line < 1 || len(i.PV) == 0 {
		return
	}
	line := lineOf(pos, i)
	t.mu.Lock()
	defer t.mu.Unlock()
	// After a pause the search starts again, and reports nothing new for a while.
	if t.search == mine && line.Depth >= t.analysis.latest[i.Line].Depth {
		t.analysis.latest[i.Line] = line
		t.wake()
	}
}

// lineOf writes a line for people.
func lineOf(pos game.Position, i game.Info) Line {
	sign := 1 - 2*int(pos.Side())
	line := Line{Depth: i.Depth, Eval: evalText(i, pos.Side()), Score: sign * i.Score, Mate: sign * i.MateIn, Moves: i.PV, First: screen.Of(pos).Steps(i.PV[0])}
	for _, m := range i.PV[:min(len(i.PV), 12)] {
		line.SAN = append(line.SAN, pos.SAN(m))
		line.Numbers, line.Sides = append(line.Numbers, pos.Fullmove()), append(line.Sides, pos.Side())
		pos = pos.Play(m)
	}
	return line
}

// evalText writes a score for White, in pawns or moves to mate; "" if there is none.
func evalText(i game.Info, side rules.Color) string {
	if i.Depth == 0 && i.MateIn == 0 {
		return ""
	}
	return review.ValueOf(i, side).String()
}

// limits returns the limits for the engine's move.
func (t *Table) limits() game.Limits {
	pos := t.position()
	level := t.players[pos.Side()].Level
	l := game.Limits{Level: level}
	if t.clock.control.Timed() {
		left := t.clock.at(time.Now())
		inc := t.clock.control.Increment
		l.Clock, l.Time, l.Increment = true, left, [2]time.Duration{inc, inc}
		return l
	}
	l.MoveTime = time.Duration(100+70*level) * time.Millisecond
	if _, left := pos.Turn(); left > 1 {
		// A long turn takes no longer than eight moves of this time.
		l.MoveTime = max(l.MoveTime*8/time.Duration(min(max(left, 8), 1000)), 20*time.Millisecond)
	}
	return l
}

// WithoutEngine removes the engine from the table: nothing thinks there any more.
func (t *Table) WithoutEngine() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
	t.stopReviewing()
	t.thinkers = nil
}

// Analyse makes the engine analyse the position after a move, and report that many
// lines; 0 lines turn it off.
func (t *Table) Analyse(id, lines int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed || t.thinkers == nil:
		return errors.New("there is no engine")
	case t.nodes[id] == nil || lines < 0 || lines > 10:
		return errors.New("an analysis needs a position of the game and at most 10 lines")
	}
	if t.search != nil && !t.search.plays {
		t.stop()
	}
	t.analysis = analysis{on: lines > 0, lines: lines, at: id}
	t.think()
	t.wake()
	return nil
}

// hintTime is the search time for a hint.
const hintTime = 700 * time.Millisecond

// Hint returns what the engine would play after a move, as steps: show the first for the piece,
// and all of them when asked again. The context limits the wait.
func (t *Table) Hint(ctx context.Context, id int) (Played, error) {
	s, ok := t.StateAt(id)
	r, over := s.Record, s.Ending.Over()
	t.mu.Lock()
	thinkers := t.thinkers
	t.mu.Unlock()
	switch {
	case !ok:
		return Played{}, errNoNode
	case over:
		return Played{}, errOver
	case thinkers == nil:
		return Played{}, errors.New("there is no engine")
	}
	pos := r.Position()
	var found game.Result
	thinkers.play(ctx, t, pos.Rules(), func(s game.Searcher) {
		found = s.Search(ctx, r, game.Limits{MoveTime: hintTime}, nil)
	})
	if found.Best == game.NoMove {
		return Played{}, cmp.Or(ctx.Err(), errors.New("no hint was found"))
	}
	m := found.Best
	return Played{
		Move: m, Side: pos.Side(), Number: pos.Fullmove(), SAN: pos.SAN(m), UCI: pos.UCI(m), Steps: screen.Of(pos).Steps(m), Clock: -1,
		Eval: evalText(found.Info, pos.Side()),
	}, nil
}
