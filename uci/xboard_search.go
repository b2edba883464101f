package uci

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heterodox-chess/heterodox/game"
)

// thinking reports whether the engine is thinking about its own move.
func (s *Session) thinking() bool { return s.job != nil && !s.job.infinite && !s.job.pondering }

// resume makes the engine do what the position requires: move, think, ponder or analyse.
func (s *Session) resume(ctx context.Context) {
	x, pos := s.xb, s.record.Position()
	switch {
	case s.job != nil || x.refused != "":
	case x.analyzing:
		s.analysePosition(ctx)
	case x.force || s.claim():
	case x.turn != x.side:
		s.ponder(ctx)
	case pos.Side() != x.turn:
		s.push(game.NoMove)
		s.out.write("move " + pass)
		s.resume(ctx)
	case len(x.plan) > 0 && slices.Contains(pos.Moves(), x.plan[0]):
		m := x.plan[0]
		x.plan = x.plan[1:]
		s.move(ctx, m)
	default:
		x.times.since = time.Now()
		limits := x.limits(s.player.Options().MoveOverhead)
		if x.plan = s.bookTurn(limits); len(x.plan) == 0 {
			s.searchXBoard(ctx, &job{}, s.record, limits)
			return
		}
		x.hint, x.guess = "", game.NoMove
		s.resume(ctx)
	}
}

// move plays a move of the engine.
func (s *Session) move(ctx context.Context, m game.Move) {
	legs := strings.Split(s.moveText(s.record.Position(), m), ",")
	for i, leg := range legs {
		if i+1 < len(legs) {
			leg += ","
		}
		s.out.write("move " + leg)
	}
	s.push(m)
	s.xb.spend()
	s.resume(ctx)
}

// analysePosition starts an infinite search of the moves that are not excluded.
func (s *Session) analysePosition(ctx context.Context) {
	limits := game.Limits{Infinite: true}
	moves := slices.DeleteFunc(s.record.Position().Moves(), func(m game.Move) bool { return slices.Contains(s.xb.exclude, m) })
	if len(moves) == 0 {
		return
	}
	if len(s.xb.exclude) > 0 {
		limits.SearchMoves = moves
	}
	s.searchXBoard(ctx, &job{infinite: true}, s.record, limits)
}

// ponder starts a search after the reply that the engine expects, if pondering is on and there
// is such a reply that is a whole turn.
func (s *Session) ponder(ctx context.Context) {
	x := s.xb
	if !s.settings.ponder || x.guess == game.NoMove {
		return
	}
	record := s.record.Clone()
	if !record.Play(x.guess) || record.Position().Side() != x.side || record.Outcome().Over() {
		return
	}
	s.out.write("Hint: " + x.hint)
	limits := x.limits(s.player.Options().MoveOverhead)
	limits.Ponder = true
	s.searchXBoard(ctx, &job{pondering: true}, record, limits)
}

// guessed plays the move pondered on, if it is this one, and lets the search continue on the
// engine's clock.
func (s *Session) guessed(ctx context.Context, m game.Move) bool {
	if s.job == nil || !s.job.pondering || m != s.xb.guess {
		return false
	}
	s.push(m)
	s.xb.times.since = time.Now()
	s.ponderHit(ctx, nil)
	return true
}

// searchXBoard starts a search, which ends with a move of the engine unless it is dropped.
func (s *Session) searchXBoard(ctx context.Context, j *job, record *game.Record, limits game.Limits) {
	pos := record.Position()
	limits.WholeTurn = true
	var found game.Result
	j.after = func() {
		if len(found.Turn) > 0 {
			s.xb.plan = found.Turn[1:]
			s.expect(pos, found)
			s.move(ctx, found.Turn[0])
		}
		s.pong()
	}
	s.startSearch(ctx, j, record, limits, func(i game.Info) {
		if s.xb.post.Load() && i.NoMate == 0 {
			s.out.write(s.thought(pos, i))
		}
	}, func(r game.Result) string { found = r; return "" })
}

// expect notes the reply that a search result expects.
func (s *Session) expect(pos game.Position, r game.Result) {
	s.xb.hint, s.xb.guess = "", game.NoMove
	if len(r.Ponder) == 0 {
		return
	}
	for _, m := range r.Turn {
		pos = pos.Play(m)
	}
	s.xb.hint = s.moveText(pos, r.Ponder[0])
	if len(r.Turn) == 1 && len(r.Ponder) == 1 {
		s.xb.guess = r.Ponder[0]
	}
}

// mateScore is the number to which XBoard adds the moves to a mate.
const mateScore = 100_000

// thought returns a line of thinking output: depth in plies, score, hundredths of a second,
// nodes, selective depth, nodes per second, table hits, and after a tab the line of moves.
func (s *Session) thought(pos game.Position, i game.Info) string {
	score := i.Score
	switch {
	case i.Mate && i.MateIn > 0:
		score = mateScore + i.MateIn
	case i.Mate:
		score = -mateScore + i.MateIn
	}
	var line []string
	for _, m := range i.PV {
		line = append(line, s.moveText(pos, m))
		pos = pos.Play(m)
	}
	bound := map[game.Bound]string{game.Lower: "!", game.Upper: "?"}[i.Bound]
	return fmt.Sprintf("%d %d %d %d %d %d 0\t%s%s", i.Depth, score, i.Time.Milliseconds()/10, i.Nodes, max(i.SelDepth, i.Depth),
		perSecond(i.Nodes, i.Time), strings.Join(line, " "), bound)
}

// defaultMoveTime is how long the engine thinks if no limit was set.
const defaultMoveTime = 5 * time.Second

// limits returns the limits of a search.
func (x *xboard) limits(overhead time.Duration) game.Limits {
	t := x.times
	l := game.Limits{Depth: t.depth}
	switch {
	case t.move > 0:
		l.MoveTime = max(t.move-overhead, time.Millisecond)
	case t.clocks:
		l.Clock = true
		l.Time[x.side], l.Time[x.side.Opponent()] = t.own, t.other
		l.Increment = [2]time.Duration{t.increment, t.increment}
		if t.moves > 0 {
			l.MovesToGo = t.moves - x.moved()%t.moves
		}
	case t.depth == 0:
		l.MoveTime = defaultMoveTime
	}
	return l
}

// moved returns how many moves the engine has made.
func (x *xboard) moved() int {
	if x.turn == x.side {
		return len(x.played) / 2
	}
	return (len(x.played) + 1) / 2
}

// spend takes what the engine has thought about the move that it has played off its clock: XBoard
// tells the time only with the reply, when the engine may already be thinking about it.
func (x *xboard) spend() {
	t := &x.times
	if t.since.IsZero() {
		return
	}
	t.own = max(t.own-time.Since(t.since), 0) + t.increment
	if t.moves > 0 && x.moved()%t.moves == 0 {
		t.own += t.session
	}
	t.since = time.Time{}
}

// level sets a time control: moves per session, minutes or minutes:seconds, and the increment in
// seconds.
func (s *Session) level(_ context.Context, args []string) {
	if len(args) != 3 {
		s.wrong("expected MOVES TIME INCREMENT", append([]string{"level"}, args...)...)
		return
	}
	minutes, seconds, _ := strings.Cut(args[1], ":")
	moves, err1 := strconv.Atoi(args[0])
	base, err2 := duration(minutes, time.Minute)
	more, err3 := duration(cmp.Or(seconds, "0"), time.Second)
	increment, err4 := duration(args[2], time.Second)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil || moves < 0 {
		s.wrong("expected numbers", append([]string{"level"}, args...)...)
		return
	}
	base += more
	s.xb.times = timeControl{moves: moves, session: base, increment: increment, clocks: true, own: base, other: base, depth: s.xb.times.depth}
}

// duration reads a number of units, at least 0 and at most some thirty years.
func duration(text string, unit time.Duration) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && math.IsNaN(n) {
		err = strconv.ErrSyntax
	}
	const most = maxDuration * float64(time.Millisecond)
	return time.Duration(min(max(n*float64(unit), 0), most)), err
}

// secondsPerMove sets a time for each move.
func (s *Session) secondsPerMove(_ context.Context, args []string) {
	d, err := duration(strings.Join(args, " "), time.Second)
	if err != nil || d == 0 {
		s.wrong("expected a number of seconds", append([]string{"st"}, args...)...)
		return
	}
	s.xb.times = timeControl{move: d, depth: s.xb.times.depth}
}

// depthLimit limits the depth.
func (s *Session) depthLimit(_ context.Context, args []string) {
	n, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil || n < 0 {
		s.wrong("expected a depth", append([]string{"sd"}, args...)...)
		return
	}
	s.xb.times.depth = min(n, 1_000_000)
}

// ownTime and otherTime set the clocks. They have no effect under a time for each move.
func (s *Session) ownTime(_ context.Context, args []string) {
	s.setClock(&s.xb.times.own, "time", args)
}
func (s *Session) otherTime(_ context.Context, args []string) {
	s.setClock(&s.xb.times.other, "otim", args)
}

func (s *Session) setClock(clock *time.Duration, name string, args []string) {
	d, err := duration(strings.Join(args, " "), 10*time.Millisecond)
	if err != nil {
		s.wrong("expected hundredths of a second", append([]string{name}, args...)...)
		return
	}
	*clock = d
	s.xb.times.clocks = true
}

// hard and easy say whether the engine may ponder.
func (s *Session) hard(context.Context, []string) { s.settings.ponder = true }

func (s *Session) easy(context.Context, []string) {
	s.settings.ponder = false
	if s.job != nil && s.job.pondering {
		s.drop()
	}
}

// showThinking handles post and nopost; the second has its name as an argument.
func (s *Session) showThinking(_ context.Context, args []string) {
	s.xb.post.Store(len(args) == 0 || args[0] != "nopost")
}

// moveNow ends the thinking with a move.
func (s *Session) moveNow(context.Context, []string) {
	if s.thinking() {
		s.finish()
	}
}

// analyze begins an analysis, exitAnalysis ends it and leaves the engine without a side.
func (s *Session) analyze(ctx context.Context, _ []string) {
	s.drop()
	s.xb.analyzing, s.xb.force = true, true
	s.analyseMode(true)
	s.resume(ctx)
}

func (s *Session) exitAnalysis(context.Context, []string) {
	if !s.xb.analyzing {
		return
	}
	s.drop()
	s.xb.analyzing = false
	s.analyseMode(false)
}

// analyseMode is setAnalyseMode, whose error it prints.
func (s *Session) analyseMode(on bool) {
	if err := s.setAnalyseMode(on); err != nil {
		s.info("%s", err)
	}
}

// excludeMove handles exclude and include, which has its name as the first argument.
func (s *Session) excludeMove(ctx context.Context, args []string) {
	x, include := s.xb, len(args) > 0 && args[0] == "include"
	if include {
		args = args[1:]
	}
	text := strings.Join(args, " ")
	moves := s.record.Position().Moves()
	if text != "all" {
		m, err := s.parseMove(text)
		if err != nil {
			s.illegal(text, reason(err))
			return
		}
		moves = []game.Move{m}
	}
	x.exclude = slices.DeleteFunc(slices.Clone(x.exclude), func(m game.Move) bool { return slices.Contains(moves, m) })
	if !include {
		x.exclude = append(x.exclude, moves...)
	}
	if x.analyzing {
		s.drop()
		s.resume(ctx)
	}
}
