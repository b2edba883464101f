package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// Thinkers are the searches of all tables of a program: no more run at a time
// than it was made for, and each table has at most one.
type Thinkers struct {
	open  func(game.Rules) game.Searcher
	seats chan struct{}

	mu   sync.Mutex
	idle []thinker // the last ones used, for when their tables come again
}

type thinker struct {
	table  *Table
	rules  game.Rules
	search game.Searcher
}

// NewThinkers lets n searches run at a time; open makes what searches a game, nil
// if nothing does.
func NewThinkers(n int, open func(game.Rules) game.Searcher) *Thinkers {
	return &Thinkers{open: open, seats: make(chan struct{}, max(n, 1))}
}

// use waits for a seat and runs a search of a table; it does nothing if the
// context ends first.
func (k *Thinkers) use(ctx context.Context, t *Table, rules game.Rules, run func(game.Searcher)) {
	select {
	case k.seats <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-k.seats }()
	s := k.take(t, rules)
	if s == nil {
		return
	}
	run(s)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle = append(k.idle, thinker{t, rules, s})
	if len(k.idle) > cap(k.seats) {
		k.idle = slices.Delete(k.idle, 0, 1)
	}
}

// take returns the searcher that a table had last, or a new one.
func (k *Thinkers) take(t *Table, rules game.Rules) game.Searcher {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.IndexFunc(k.idle, func(i thinker) bool { return i.table == t && i.rules == rules }); i >= 0 {
		s := k.idle[i].search
		k.idle = slices.Delete(k.idle, i, i+1)
		return s
	}
	return k.open(rules)
}

// A search is the one in progress at a table.
type search struct {
	cancel context.CancelFunc
	plays  bool // what it finds is played
}

// An analysis is what is known of a position that is looked at.
type analysis struct {
	on     bool
	lines  int // how many are wanted
	at     int // the move before the position
	latest map[int]Line
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

// think lets the engine look for its move, or analyse, if it is time for that.
func (t *Table) think() {
	if t.thinkers == nil || t.closed {
		return
	}
	if t.search == nil && !t.over().Over() && !t.players[t.position().Side()].Human() {
		t.begin(true)
	} else if t.search == nil && t.analysis.on {
		if t.nodes[t.analysis.at] == nil {
			t.analysis.at = t.at.id
		}
		t.begin(false)
	}
}

// begin starts a search: for a move to play, or of the analysis.
func (t *Table) begin(plays bool) {
	ctx, cancel := context.WithCancel(context.Background())
	mine := &search{cancel: cancel, plays: plays}
	t.search = mine
	at, limits := t.at, t.limits()
	if !plays {
		at, t.analysis.latest = t.nodes[t.analysis.at], map[int]Line{}
		limits = game.Limits{Lines: t.analysis.lines, MoveTime: analysisTime}
	}
	go t.run(ctx, mine, t.recordAt(at), limits)
}

// analysisTime bounds an analysis, so that a page left open costs nothing for
// ever.
const analysisTime = 2 * time.Minute

// run is a search in a goroutine of its own.
func (t *Table) run(ctx context.Context, mine *search, r *game.Record, limits game.Limits) {
	defer mine.cancel()
	pos := r.Position()
	began := time.Now()
	t.thinkers.use(ctx, t, pos.Rules(), func(s game.Searcher) {
		if limits.Clock {
			limits.Time[pos.Side()] -= time.Since(began) // spent waiting for a seat
		}
		result := s.Search(ctx, r, limits, func(i game.Info) { t.report(mine, pos, i) })
		t.await(ctx, mine, began)
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.search != mine || t.closed {
			return
		}
		t.search = nil
		if !mine.plays {
			t.wake()
			return
		}
		m := result.Best
		if moves := pos.Moves(); m == game.NoMove && len(moves) > 0 {
			m = moves[0] // stopped before it knew better
		}
		if t.play(m, evalText(result.Info, pos.Side())) == nil {
			t.changed()
		}
	})
}

// SetPace sets the least time from one move to the next where two engines play
// without a clock, so that people can watch.
func (t *Table) SetPace(pace time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pace = pace
}

// await waits with a move for as long as the pace wants.
func (t *Table) await(ctx context.Context, mine *search, began time.Time) {
	t.mu.Lock()
	pace := t.pace
	if !mine.plays || t.clock.control.Timed() || t.players[0].Human() || t.players[1].Human() {
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

// report takes down what an analysis has found.
func (t *Table) report(mine *search, pos game.Position, i game.Info) {
	if mine.plays || i.Line < 1 || len(i.PV) == 0 {
		return
	}
	line := lineOf(pos, i)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.search == mine {
		t.analysis.latest[i.Line] = line
		t.wake()
	}
}

// lineOf writes a line as people read it.
func lineOf(pos game.Position, i game.Info) Line {
	sign := 1 - 2*int(pos.Side())
	line := Line{Depth: i.Depth, Eval: evalText(i, pos.Side()), Score: sign * i.Score, Mate: sign * i.MateIn, Moves: i.PV, First: pos.Steps(i.PV[0])}
	for _, m := range i.PV[:min(len(i.PV), 12)] {
		line.SAN = append(line.SAN, pos.SAN(m))
		pos = pos.Play(m)
	}
	return line
}

// evalText writes a score for White, in pawns or moves to mate.
func evalText(i game.Info, side chess.Color) string {
	sign := 1 - 2*int(side)
	switch {
	case i.MateIn != 0:
		return fmt.Sprintf("#%d", sign*i.MateIn)
	case i.Depth == 0:
		return ""
	}
	text := fmt.Sprintf("%.2f", float64(sign*i.Score)/100)
	if text == "-0.00" {
		return "0.00"
	}
	return text
}

// limits returns what the engine may use for its move.
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
		// Long turns take no longer than eight moves of this time.
		l.MoveTime = max(l.MoveTime*8/time.Duration(min(max(left, 8), 1000)), 20*time.Millisecond)
	}
	return l
}

// Analyse lets the engine look at the position after a move, and tell so many lines;
// 0 lines turn it off.
func (t *Table) Analyse(id, lines int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed || t.thinkers == nil:
		return errors.New("there is no engine")
	case t.nodes[id] == nil || lines < 0 || lines > 10:
		return errors.New("the analysis is of a position of the game, with up to 10 lines")
	}
	if t.search != nil && !t.search.plays {
		t.stop()
	}
	t.analysis = analysis{on: lines > 0, lines: lines, at: id}
	t.think()
	t.wake()
	return nil
}

// hintTime is how long a hint is looked for.
const hintTime = 700 * time.Millisecond

// Hint returns what the engine would play after a move, as steps: show the first
// for the piece, and all of them when asked again. The context bounds the wait.
func (t *Table) Hint(ctx context.Context, id int) (Played, error) {
	s, ok := t.StateAt(id)
	r, over, thinkers := s.Record, s.Ending.Over(), t.thinkers
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
	thinkers.use(ctx, t, pos.Rules(), func(s game.Searcher) {
		found = s.Search(ctx, r, game.Limits{MoveTime: hintTime}, nil)
	})
	if found.Best == game.NoMove {
		return Played{}, cmp.Or(ctx.Err(), errors.New("no hint was found"))
	}
	m := found.Best
	return Played{
		Move: m, Side: pos.Side(), Number: pos.Fullmove(), SAN: pos.SAN(m), UCI: pos.UCI(m), Steps: pos.Steps(m), Clock: -1,
		Eval: evalText(found.Info, pos.Side()),
	}, nil
}
