package engine

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
)

// Search returns the best move of the game's position under the limits. It
// calls report, if not nil, whenever it knows more, from this goroutine. When
// ctx ends it returns within milliseconds with the best so far. It does not
// change g, which must not change meanwhile. If the game is over by its
// position, the result has no move, and one report of depth 0 tells the score.
// SearchMoves that are not legal are passed over; if none is left, all moves
// are searched. If one of its goroutines panics, or report does, it ends the
// others and panics with a *Panic.
func (e *Engine) Search(ctx context.Context, g *chess.Game, l Limits, report func(Info)) (result Result) {
	defer func() {
		if p := Caught(recover()); p != nil {
			e.renew()
			panic(p)
		}
	}()
	if report == nil {
		report = func(Info) {}
	}
	pos := g.Position()
	e.adopt(pos.Rules())
	t := task{pos: pos, side: pos.Side(), moves: pos.Moves(nil), limits: &l, report: report}
	if !e.model.turns {
		t.keys = g.Keys()
	}
	_, left := pos.Turn()
	return e.search(ctx, &t, left, pos.Outcome().Result)
}

// searchWalk is Search for a position that a walker stands at, of a game that of
// tells from others; keys are those of the game's positions, the last included,
// outcome the result of the position. The moves of limits and results are the
// walker's codes.
func (e *Engine) searchWalk(ctx context.Context, of game.Rules, w game.Walker, keys []uint64, outcome chess.Result, l Limits, report func(Info)) (result Result) {
	defer func() {
		if p := Caught(recover()); p != nil {
			e.renew()
			panic(p)
		}
	}()
	e.adoptWalk(of, w)
	t := task{walker: w, side: w.Side(), moves: w.Clone().Moves(nil), keys: keys, limits: &l, report: report}
	return e.search(ctx, &t, 0, outcome)
}

// search does a task with all legal moves; left moves of the turn are to be made, 0
// where a turn is one, and outcome is what there is to say if there is no move.
func (e *Engine) search(ctx context.Context, t *task, left uint64, outcome chess.Result) (result Result) {
	var watch stopwatch
	l := t.limits
	watch.begin(e.now, newBudget(l, t.side, left, e.options.MoveOverhead), l.Ponder)
	hit, release := e.awaitHit(&watch, l.Ponder)
	defer release()
	t.watch = &watch

	result = Result{Info: overInfo(t.side, outcome)}
	if t.moves = searchMoves(t.moves, l.SearchMoves); len(t.moves) == 0 {
		t.report(result.Info)
	} else {
		e.blank = false
		e.table.age()
		t.lines = min(e.options.MultiPV, len(t.moves))
		if l.Mate > 0 {
			result = e.findMate(ctx, t)
		} else {
			result = e.result(ctx, t, e.choose(ctx, t))
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

// awaitHit lets the watch count as soon as PonderHit is called, and closes hit
// then. Calls that come when no search ponders are dropped. release ends it.
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

// searchMoves returns the root moves to consider: the wanted ones of all legal
// moves, or all if there is none.
func searchMoves(all, wanted []chess.Move) []chess.Move {
	some := make([]chess.Move, 0, len(wanted))
	for _, m := range all {
		if slices.Contains(wanted, m) {
			some = append(some, m)
		}
	}
	if len(some) == 0 {
		return all
	}
	return some
}

// overInfo describes a position in which the game is over.
func overInfo(side chess.Color, r chess.Result) Info {
	info := Info{MultiPV: 1}
	switch r {
	case chess.WinFor(side):
		info.Score = Mate
	case chess.WinFor(side.Opponent()):
		info.Score = -Mate
	}
	info.WDL = wdl(info.Score)
	return info
}

// A task is one root to think about.
type task struct {
	pos    chess.Position
	walker game.Walker  // that stands there instead, nil in games of the fast machine
	side   chess.Color  // to move
	keys   []uint64     // of the game up to pos, itself included; nil if none matter
	moves  []chess.Move // to consider, not empty
	lines  int          // how many best moves to tell apart, at least 1
	limits *Limits
	watch  *stopwatch
	report func(Info)
}

// think searches until the limits or ctx end it, and returns the info on the
// best line. The roots of the first searcher hold the lines that were asked
// for. If that is one, and several threads have searched, they elect it.
func (e *Engine) think(ctx context.Context, t *task) Info {
	r := &run{model: e.model, table: e.table, watch: t.watch, searchers: e.searchers, nodeLimit: math.MaxUint64, analyse: e.options.AnalyseMode, done: ctx.Done()}
	if t.limits.Nodes > 0 {
		r.nodeLimit = t.limits.Nodes
	}
	defer context.AfterFunc(ctx, func() { r.stop.Store(true) })()
	for _, s := range e.searchers {
		s.prepare(r, t)
	}
	lead := e.searchers[0]
	finished, pace := false, pacer{}
	r.together(e.searchers, func(i int, s *searcher) {
		if i > 0 {
			// Half of them begin a ply deeper, not to do the same work.
			s.iterate(1+i%2, 1, func(int) {}, func() bool { return false })
			return
		}
		defer r.stop.Store(true)
		s.iterate(1, t.lines, func(line int) {
			// Bounds of quick iterations are noise.
			if s.roots[line].bound == Exact || t.watch.elapsed() > time.Second {
				t.report(s.info(line))
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
			t.report(lead.info(line))
		}
	}
	winner := lead
	if t.lines == 1 && t.limits.Depth == 0 {
		winner = elect(e.searchers)
	}
	if winner != lead {
		t.report(winner.info(0))
	}
	return winner.info(0)
}

// together has all searchers work at once (lazy SMP: they share nothing but the
// table), the first in this goroutine, and waits for them. If one panics it stops the others, and panics with that.
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

// elect returns the searcher whose best move counts: of the move with most
// votes the one that searched deepest. A searcher has a vote for each ply that
// it completed, more of them the better the score it found.
func elect(searchers []*searcher) *searcher {
	worst := searchers[0].roots[0].score
	for _, s := range searchers {
		worst = min(worst, s.roots[0].score)
	}
	const sure = 15 // what every vote is worth in centipawns
	votes := map[chess.Move]int{}
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
	return s.watch.settle(pace.scale(best.move, best.score, share))
}

// turnGoesOn reports whether the side to move is so again after the best move.
func (s *searcher) turnGoesOn() bool {
	if !s.model.turns {
		return false
	}
	f := &s.frames[0]
	next := f.pos.Play(s.roots[0].move)
	return next.Side() == f.pos.Side()
}

// info describes the line-th best root move.
func (s *searcher) info(line int) Info {
	s.told.Store(s.count)
	root := &s.roots[line]
	score := root.score
	if score == -infinity {
		// Stopped before the first move was through.
		score = s.evaluate(0)
	}
	return Info{
		Depth:    s.depth,
		SelDepth: max(s.selDepth, 1),
		MultiPV:  line + 1,
		Score:    score,
		Bound:    root.bound,
		WDL:      wdl(score),
		Nodes:    s.nodes(),
		Time:     s.watch.elapsed(),
		HashFull: s.table.full(),
		PV:       slices.Clone(root.line),
	}
}

// wdl returns win, draw and loss (WDL) as a score foretells them, per mille.
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
