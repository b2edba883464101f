package engine

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
)

// Search returns the best move in the record's position under the limits. It calls report,
// if not nil, from this goroutine whenever it knows more. When ctx ends it returns within
// milliseconds with the best move so far. It does not change r, which must not change
// meanwhile. If the game is already over in the position, the result has no move, and a
// single report of depth 0 gives the score. SearchMoves that are not legal are ignored; if
// none is left, all moves are searched. In a game that the engine does not play, the result
// is the first legal move. If one of its goroutines or report panics, it stops the others
// and panics with a *Panic.
func (e *Engine) Search(ctx context.Context, r *game.Record, l game.Limits, report func(game.Info)) (result game.Result) {
	defer e.adjust(l)()
	defer func() {
		if p := Caught(recover()); p != nil {
			e.renew()
			panic(p)
		}
	}()
	t, ok := e.newTask(r)
	if !ok {
		if moves := r.Position().Moves(); len(moves) > 0 {
			result.Best = moves[0]
		}
		return result
	}
	t.limits, t.report, t.heard = &l, report, report != nil
	if !t.heard {
		t.report = func(game.Info) {}
	}
	return e.search(ctx, t)
}

// newTask returns a task for the position of a record, with all legal moves; ok is false if
// the engine does not play the game.
func (e *Engine) newTask(r *game.Record) (t *task, ok bool) {
	at, ok := rootOf(r)
	if !ok {
		return nil, false
	}
	pos := r.Position()
	e.adopt(pos.Rules(), at)
	t = &task{record: r, position: pos, root: at, line: at.line(), side: pos.Side()}
	t.moves = t.line.moves(0, nil)
	if !e.traits.turns {
		for i := range r.Len() + 1 {
			t.keys = append(t.keys, r.At(i).Key())
		}
	}
	return t, true
}

// adjust overrides the options by those that the limits of one search set, until the
// returned function is called.
func (e *Engine) adjust(l game.Limits) (restore func()) {
	usual := e.options
	o := usual
	if l.Lines != 0 {
		o.MultiPV = min(max(l.Lines, 1), MaxMultiPV)
	}
	if l.Level != 0 {
		o.Skill, o.Elo = skillOf(l.Level), 0
	}
	if o == usual {
		return func() {}
	}
	_ = e.SetOptions(o) // cannot fail: both values are in range
	return func() { _ = e.SetOptions(usual) }
}

// search carries out a task.
func (e *Engine) search(ctx context.Context, t *task) (result game.Result) {
	var watch stopwatch
	l := t.limits
	watch.begin(e.now, newBudget(l, t.position, e.traits.Forced, e.options.MoveOverhead), l.Ponder)
	hit, release := e.awaitHit(&watch, l.Ponder)
	defer release()
	t.watch = &watch

	if t.moves = t.wanted(); len(t.moves) == 0 {
		result.Info = overInfo(t.side, t.position.Outcome().Result)
		t.report(result.Info)
	} else {
		e.blank = false
		e.table.age()
		t.lines = min(e.options.MultiPV, len(t.moves))
		if info, ok := e.decide(t); ok {
			result = e.result(ctx, t, info)
		} else if l.Mate > 0 {
			result = e.findMate(ctx, t)
		} else {
			report := t.report
			t.report = func(i game.Info) { report(e.lengthen(t, i)) }
			result = e.result(ctx, t, e.lengthen(t, e.choose(ctx, t)))
		}
	}
	switch {
	case l.Infinite:
		<-ctx.Done()
	case l.Ponder:
		select {
		case <-ctx.Done():
		case <-hit:
		}
	}
	return result
}

// awaitHit starts the watch counting when PonderHit is called, and then closes hit. Calls
// that come when no search is pondering are dropped. release ends the wait.
func (e *Engine) awaitHit(watch *stopwatch, ponder bool) (hit <-chan struct{}, release func()) {
	drain := func() {
		select {
		case <-e.hits:
		default:
		}
	}
	if !ponder {
		drain()
		return nil, drain
	}
	heard, over := make(chan struct{}), make(chan struct{})
	var listener sync.WaitGroup
	listener.Go(func() {
		select {
		case <-e.hits:
			watch.count()
			close(heard)
		case <-over:
		}
	})
	return heard, func() {
		close(over)
		listener.Wait()
		drain()
	}
}

// wanted returns the moves to consider: those that the limits name, or all if they name no
// legal move.
func (t *task) wanted() []game.Code {
	if len(t.limits.SearchMoves) == 0 {
		return t.moves
	}
	some := make([]game.Code, 0, len(t.limits.SearchMoves))
	for _, m := range t.moves {
		if slices.Contains(t.limits.SearchMoves, t.line.move(0, m)) {
			some = append(some, m)
		}
	}
	if len(some) == 0 {
		return t.moves
	}
	return some
}

// overInfo describes a position in which the game is over.
func overInfo(side rules.Color, r rules.Result) game.Info {
	switch r {
	case rules.WinFor(side):
		return infoOf(Mate)
	case rules.WinFor(side.Opponent()):
		return infoOf(-Mate)
	}
	info := infoOf(0)
	info.WDL = [3]int{0, 1000, 0}
	return info
}

// A task is a root position to think about.
type task struct {
	record   *game.Record // that position ends; nil within a turn
	position game.Position
	root     root
	line     line        // from the root; one goroutine at a time may use it
	side     rules.Color // to move
	keys     []uint64    // of the game up to position, inclusive; nil if none matter
	moves    []game.Code // to consider, not empty
	lines    int         // how many best moves to find, at least 1
	limits   *game.Limits
	watch    *stopwatch
	report   func(game.Info)
	heard    bool // report does something
}

// think searches until the limits or ctx end it, and returns the info on the best line. The
// roots of the first searcher then hold the requested lines. If only one was requested,
// without a limit of depth, and several threads have searched, they elect it.
func (e *Engine) think(ctx context.Context, t *task) game.Info {
	r := &run{model: e.model, traits: e.traits, rules: e.rules, table: e.table, watch: t.watch, searchers: e.searchers,
		nodeLimit: math.MaxUint64, analyse: e.options.AnalyseMode, done: ctx.Done(), observe: e.observer}
	if t.limits.Nodes > 0 {
		r.nodeLimit = t.limits.Nodes
	}
	if e.options.Tables != nil && e.options.level() >= MaxSkill && !e.traits.turns {
		r.tables, r.men = e.options.Tables, e.options.Tables.Men(e.rules)
	}
	defer context.AfterFunc(ctx, func() { r.stop.Store(true) })()
	for _, s := range e.searchers {
		s.prepare(r, t)
	}
	lead := e.searchers[0]
	before := &e.scores[t.side&1]
	finished, pace := false, pacer{before: *before}
	r.together(e.searchers, func(i int, s *searcher) {
		if i > 0 {
			// Half of them start a ply deeper, so as not to do the same work.
			s.iterate(1+i%2, 1, func(int) {}, func() bool { return false })
			return
		}
		defer r.stop.Store(true)
		s.iterate(1, t.lines, func(line int) {
			// Bounds of quick iterations are noise.
			if t.heard && (s.roots[line].bound == exact || t.watch.elapsed() > time.Second) {
				t.report(s.info(t, line))
			}
		}, func() bool {
			finished = s.enough(t, &pace)
			return finished
		})
	})
	t.watch.settled.Store(false) // the rest of the turn may use the time that is left
	if !finished {
		slices.SortStableFunc(lead.roots[:t.lines], byScore)
		for line := range t.lines {
			if line > 0 && lead.roots[line].score == -infinity {
				break // neither this move nor those after it have been searched
			}
			t.report(lead.info(t, line))
		}
	}
	winner := lead
	if t.lines == 1 && t.limits.Depth == 0 {
		winner = elect(e.searchers)
	}
	if t.limits.Clock {
		*before = winner.roots[0].score
	}
	if winner != lead {
		t.report(winner.info(t, 0))
	}
	return winner.info(t, 0)
}

// together makes all searchers work at once (lazy SMP: they share only the table), the
// first in this goroutine, and waits for them. If one panics, it stops the others and then
// panics with the same Panic.
func (r *run) together(searchers []*searcher, work func(i int, s *searcher)) {
	var first atomic.Pointer[Panic]
	r.seat(len(searchers))
	guarded := func(i int, s *searcher) {
		r.sit()
		defer r.rise()
		defer giveWay()()
		if p := guard(func() { work(i, s) }); p != nil {
			first.CompareAndSwap(nil, p)
			r.stop.Store(true)
		}
	}
	var helpers sync.WaitGroup
	for i, s := range searchers[1:] {
		helpers.Go(func() { guarded(i+1, s) })
	}
	guarded(0, searchers[0])
	helpers.Wait()
	if p := first.Load(); p != nil {
		panic(p)
	}
}

// elect returns the searcher whose best move is played: of those with the move that has the
// most votes, the one that searched deepest. A searcher's votes grow with the depth that it
// completed and with the score that it found.
func elect(searchers []*searcher) *searcher {
	worst := searchers[0].roots[0].score
	for _, s := range searchers {
		worst = min(worst, s.roots[0].score)
	}
	const sure = 15 // the least that a ply is worth, in centipawns
	votes := map[game.Code]int{}
	for _, s := range searchers {
		best := &s.roots[0]
		votes[best.move] += int(best.score-worst+sure) * s.finished
	}
	winner := searchers[0]
	for _, s := range searchers[1:] {
		a, b := votes[s.roots[0].move], votes[winner.roots[0].move]
		if a > b || a == b && s.finished > winner.finished {
			winner = s
		}
	}
	return winner
}

// enough reports whether the iteration just completed is the last.
func (s *searcher) enough(t *task, pace *pacer) bool {
	best, l := &s.roots[0], t.limits
	_, decided := best.score.Mate()
	switch {
	case l.Depth > 0 && s.depth >= l.Depth:
		return true
	case l.Depth == 0 && decided && s.depth > 2*best.score.matePlies()+4 && !s.analyse:
		return true // more depth finds no shorter mate
	case l.Infinite || !l.Clock:
		return false
	case len(s.roots) == 1 && !s.analyse && !s.turnGoesOn():
		return s.watch.settle(0)
	}
	share := usualShare
	if t.lines == 1 {
		share = float64(best.nodes) / float64(max(s.count, 1))
	}
	return s.watch.settle(pace.scale(best.move, best.score, share, s.changes))
}

// turnGoesOn reports whether the same side is still to move after the best move.
func (s *searcher) turnGoesOn() bool {
	if !s.traits.turns {
		return false
	}
	s.play(0, s.roots[0].move)
	return s.frames[1].side == s.frames[0].side
}

// info describes the line-th best root move.
func (s *searcher) info(t *task, line int) game.Info {
	s.told.Store(s.count)
	root := &s.roots[line]
	score := root.score
	if score == -infinity {
		// Stopped before the first move was searched.
		score = s.board.evaluate(0)
	}
	info := infoOf(score)
	info.Depth, info.SelDepth = s.depth, max(s.selDepth, 1)
	if root.kept {
		info.Depth = s.finished
	}
	info.Line, info.Bound, info.PV = line+1, root.bound, movesOf(t.line, root.line)
	info.Nodes, info.Time = s.nodes(), s.watch.elapsed()
	if t.heard {
		info.HashFull = s.table.full() // it takes as long as some nodes
	}
	info.TableHits = s.tableHits.Load()
	return info
}

// infoOf returns what a score says about the best line.
func infoOf(score Score) game.Info {
	info := game.Info{Line: 1, Score: int(score), WDL: wdl(score)}
	info.MateIn, info.Mate = score.Mate()
	return info
}

// wdl returns the chances of a win, a draw and a loss (WDL) that a score predicts, per
// mille.
func wdl(score Score) [3]int {
	if moves, ok := score.Mate(); ok {
		if moves > 0 || score > 0 {
			return [3]int{1000, 0, 0}
		}
		return [3]int{0, 0, 1000}
	}
	chance := func(x float64) int { return int(math.Round(1000 / (1 + math.Exp((150-x)/100)))) }
	win, loss := chance(float64(score)), chance(-float64(score))
	return [3]int{win, 1000 - win - loss, loss}
}
