package engine

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/variants"
)

// These tests are about time, but do not measure it: their clock advances by a tick
// whenever it is read, so that the results are the same on a busy machine. uci's
// BenchmarkAnswers measures how long answers really take.

// A ticking clock advances each time it is read.
type ticking struct {
	tick  time.Duration
	looks atomic.Int64
}

func (c *ticking) now() time.Time {
	return time.Unix(0, 0).Add(time.Duration(c.looks.Add(1)) * c.tick)
}

// told returns how far the clock has advanced.
func (c *ticking) told() time.Duration { return time.Duration(c.looks.Load()) * c.tick }

// ticker returns an engine with a small table, a number of threads and a clock of its own,
// and that clock.
func ticker(threads int, tick time.Duration) (*Engine, *ticking) {
	o := DefaultOptions()
	o.HashMB, o.Threads = 1, threads
	e, clock := New(o), &ticking{tick: tick}
	e.now = clock.now
	return e, clock
}

// position parses a FEN of a variant.
func position(t testing.TB, variant, fen string) chess.Position {
	t.Helper()
	return must.Get(t, variants.MustCompile(variant).ParseFEN, fen)
}

const (
	quietOpening = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 5"
	ms           = time.Millisecond
)

func TestSearchKeepsTheClock(t *testing.T) {
	start := variants.MustCompile("chess").Start()
	for _, test := range []struct {
		limits game.Limits
		within time.Duration
	}{
		{game.Limits{MoveTime: 50 * ms}, 50 * ms},
		{game.Limits{Clock: true, Time: [2]time.Duration{200 * ms, 0}}, 200 * ms},
		{game.Limits{Clock: true, Time: [2]time.Duration{100 * ms, 0}, MovesToGo: 1}, 100 * ms},
		{game.Limits{Clock: true}, 30 * ms},
		{game.Limits{Clock: true, Time: [2]time.Duration{-time.Second, -time.Second}}, 30 * ms},
	} {
		e, clock := ticker(1, 200*time.Microsecond)
		result := e.SearchGame(context.Background(), RecordOf(start), test.limits, nil)
		if len(result.Moves) == 0 {
			t.Errorf("%+v: no move", test.limits)
		}
		if took := clock.told(); took > test.within {
			t.Errorf("%+v: took %v", test.limits, took)
		}
	}
}

// A turn of hundreds of moves is completed in the time available: after the search each
// move reads the clock at least once, and so takes a tick.
func TestLongTurnsKeepTheClock(t *testing.T) {
	for _, test := range []struct {
		variant, fen string
		moves        int
	}{
		{"fibonacci", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 8 15:610", 610},
		{"fibonacci+madhouse+extinction", quietOpening + " 15:610", 610},
		{"fibonacci+madhouse+extinction", quietOpening + " 17:1597", maxTurnMoves},
		{"fibonacci+gun+blackhole", quietOpening + " 13:233", 233},
		{"fibonacci", "4k3/8/8/8/8/8/4P3/K7 w - - 0 7 13:233", 233},
	} {
		for _, limits := range []game.Limits{
			{Clock: true, Time: [2]time.Duration{100 * ms, 100 * ms}, Increment: [2]time.Duration{5 * ms, 5 * ms}},
			{MoveTime: 60 * ms},
		} {
			within := max(limits.Time[0], limits.MoveTime)
			limits.WholeTurn = true
			e, clock := ticker(1, 300*time.Microsecond)
			pos := position(t, test.variant, test.fen)
			result := e.SearchGame(context.Background(), RecordOf(pos), limits, nil)
			if took := clock.told(); took > within {
				t.Errorf("%s %s: took %v of %v", test.variant, test.fen, took, within)
			}
			checkTurn(t, pos, result.Moves, test.moves)
		}
	}
}

// checkTurn checks that the moves of a turn are legal and as many as wanted, except in a
// turn that a check ends.
func checkTurn(t *testing.T, pos chess.Position, moves []chess.Move, want int) {
	t.Helper()
	us, fen := pos.Side(), pos.FEN()
	for i, m := range moves {
		if pos.Side() != us || !pos.IsLegal(m) {
			t.Fatalf("%s: move %d, %v, is not legal", fen, i+1, m)
		}
		pos = pos.Play(m)
	}
	if len(moves) != want && !pos.InCheck() && !pos.Outcome().Over() {
		t.Errorf("%s: %d moves, want %d", fen, len(moves), want)
	}
}

// Each thread notices a stop after pollEvery nodes at the latest, and little time is left
// for the rest of a turn.
func TestSearchStopsPromptly(t *testing.T) {
	for _, threads := range []int{1, 3} {
		for _, test := range []struct{ variant, turn string }{
			{"chess", ""}, {"gun+madhouse", ""}, {"fibonacci+madhouse+extinction", " 15:610"},
		} {
			pos := position(t, test.variant, quietOpening+test.turn)
			for _, limits := range []game.Limits{{}, {Infinite: true}, {Ponder: true}, {WholeTurn: true}} {
				const tick = 100 * time.Microsecond
				e, clock := ticker(threads, tick)
				ctx, cancel := context.WithCancel(context.Background())
				var nodes uint64
				var looks int64
				result := e.SearchGame(ctx, RecordOf(pos), limits, func(i FoundInfo) {
					if i.Depth == 3 && nodes == 0 {
						nodes, looks = i.Nodes, clock.looks.Load()
						cancel()
					}
				})
				// Each thread publishes its node count every pollEvery nodes.
				if more := result.Info.Nodes - nodes; nodes == 0 || more > 2*uint64(threads)*pollEvery {
					t.Errorf("%d threads, %s %+v: %d nodes after the stop at %d", threads, test.variant, limits, more, nodes)
				}
				if more := clock.looks.Load() - looks; more > int64(stopRest/tick)*2+int64(10*threads) {
					t.Errorf("%d threads, %s %+v: %d looks at the clock after the stop", threads, test.variant, limits, more)
				}
				if len(result.Moves) == 0 || !slices.Contains(pos.Moves(nil), result.Moves[0]) {
					t.Errorf("%d threads, %s %+v: stopped search returns %v", threads, test.variant, limits, result.Moves)
				}
			}
		}
	}
}

// More threads than processors take turns, and each gets its share.
func TestThreadsShareTheProcessors(t *testing.T) {
	defer func(n int) { processors = n }(processors)
	processors = 1
	e, _ := ticker(4, 0)
	e.SearchGame(context.Background(), RecordOf(chessRules.Start()), game.Limits{Nodes: 40_000}, nil)
	for i, s := range e.searchers {
		// 10,000 each, except for turns missed by a thread that a busy machine starts late.
		if s.count < 4_000 || s.count > 20_000 {
			t.Errorf("searcher %d has visited %d of 40000 nodes", i, s.count)
		}
	}
}
