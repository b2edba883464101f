package engine_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants"
)

// Any game with a name is searched in the same way.
func ExampleEngine_Search() {
	ruleset, err := variants.Open("capablanca")
	if err != nil {
		panic(err)
	}
	pos, err := ruleset.ParsePosition("6k3/5ppp2/10/10/10/10/5PPP2/C5K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	e := engine.New(engine.DefaultOptions())
	result := e.Search(context.Background(), game.NewRecord(pos), game.Limits{Depth: 6}, nil)
	fmt.Println(pos.SAN(result.Best), "mates in", result.Info.MateIn)
	// Output: Ca8# mates in 1
}

// What is remembered of one game is not used for another, even if their positions look
// alike and have the same key.
func TestGamesAreKeptApart(t *testing.T) {
	record := func(name string) *game.Record { return game.NewRecord(variants.MustOpen(name).Start()) }
	if record("makruk").Position().Key() != record("losers+makruk").Position().Key() {
		t.Fatal("the games have different keys: choose others")
	}
	search := func(e *engine.Engine, name string) game.Result {
		found := e.Search(t.Context(), record(name), game.Limits{Nodes: 5000}, nil)
		found.Info.Time = 0
		return found
	}
	want := search(small(1), "losers+makruk")
	e := small(1)
	search(e, "makruk")
	if got := search(e, "losers+makruk"); !reflect.DeepEqual(got, want) {
		t.Errorf("after another game %+v, alone %+v", got, want)
	}
}

func TestSetOptionsNamesTheBadValue(t *testing.T) {
	e := small(1)
	before := e.Options()
	for want, change := range map[string]func(*engine.Options){
		"hash 0":              func(o *engine.Options) { o.HashMB = 0 },
		"hash 9999999":        func(o *engine.Options) { o.HashMB = 9999999 },
		"threads -1":          func(o *engine.Options) { o.Threads = -1 },
		"MultiPV 100000":      func(o *engine.Options) { o.MultiPV = 100000 },
		"skill -1":            func(o *engine.Options) { o.Skill = -1 },
		"skill 21":            func(o *engine.Options) { o.Skill = 21 },
		"Elo 10":              func(o *engine.Options) { o.Elo = 10 },
		"move overhead -1µs":  func(o *engine.Options) { o.MoveOverhead = -time.Microsecond },
		"move overhead 1m39s": func(o *engine.Options) { o.MoveOverhead = 99 * time.Second },
	} {
		o := before
		change(&o)
		if err := e.SetOptions(o); err == nil || !strings.HasPrefix(err.Error(), want+" ") {
			t.Errorf("error %v, want it to begin with %q", err, want)
		}
		if e.Options() != before {
			t.Errorf("%s: the options changed", want)
		}
	}
	if got := engine.New(engine.Options{}).Options(); got != engine.DefaultOptions() {
		t.Errorf("New with bad options has %v, want the defaults", got)
	}
}

// infos searches and returns the result and the reports, without what depends on the time:
// bounds are reported only after a second.
func infos(e *engine.Engine, pos chess.Position, l game.Limits) (engine.Found, []engine.FoundInfo) {
	var list []engine.FoundInfo
	result := e.SearchGame(context.Background(), engine.RecordOf(pos), l, func(i engine.FoundInfo) {
		if i.Time = 0; i.Bound == game.Exact {
			list = append(list, i)
		}
	})
	result.Info.Time = 0
	return result, list
}

func TestSearchRepeatsItself(t *testing.T) {
	for _, variant := range append(variants.Names(), "gun+madhouse+blackhole+extinction") {
		start := variants.MustCompile(variant).Start()
		for _, limits := range []game.Limits{{Depth: 4}, {Nodes: 3000}} {
			e := small(1)
			result, list := infos(e, start, limits)
			again, listAgain := infos(small(1), start, limits)
			if !reflect.DeepEqual(result, again) || !reflect.DeepEqual(list, listAgain) {
				t.Errorf("%s %+v: a new engine differs:\n%v\n%v", variant, limits, result, again)
			}
			_, _ = infos(e, start.Play(result.Moves[0]), limits)
			e.Clear()
			again, listAgain = infos(e, start, limits)
			if !reflect.DeepEqual(result, again) || !reflect.DeepEqual(list, listAgain) {
				t.Errorf("%s %+v: the cleared engine differs:\n%v\n%v", variant, limits, result, again)
			}
		}
	}
}

// In madhouse captures can be undone by captures: here the same position occurs for the
// third time, although the halfmove clock is 0.
func TestSearchSeesThatCapturesRepeat(t *testing.T) {
	g := engine.RecordOf(position(t, "madhouse", "rb2kb1r/pBp1p1pp/1p1n1n2/pP1Q3p/8/q1PN2P1/PP1PP2P/RNB2RK1 b kq - 0 20"))
	for range 2 {
		must.Continue(t, g, "a3c5 d5c5,c5g8 g8d5")
		if g.Len() < 4 {
			must.Continue(t, g, "c5d5,d5a3")
		}
	}
	pos := g.Position()
	last := must.Get(t, pos.ParseMove, "c5d5,d5a3")
	result := small(1).SearchGame(context.Background(), g, game.Limits{Depth: 2, SearchMoves: []game.Move{last}}, nil)
	if result.Info.Score != 0 {
		t.Errorf("score %v, want that of a draw", result.Info.Score)
	}
	if must.Continue(t, g, "c5d5,d5a3"); g.Outcome().Reason != rules.Repetition {
		t.Errorf("outcome %v", g.Outcome())
	}
}

func TestSearchKeepsTheNodeLimit(t *testing.T) {
	for _, nodes := range []uint64{1, 2, 100, 5000} {
		result, _ := infos(small(1), variants.MustCompile("chess").Start(), game.Limits{Nodes: nodes})
		if result.Info.Nodes != nodes || len(result.Moves) != 1 {
			t.Errorf("limit %d: %d nodes, moves %v", nodes, result.Info.Nodes, result.Moves)
		}
	}
	result, _ := infos(small(2), variants.MustCompile("chess").Start(), game.Limits{Nodes: 20_000})
	if result.Info.Nodes < 20_000 || result.Info.Nodes > 22_000 {
		t.Errorf("two threads, limit 20000: %d nodes", result.Info.Nodes)
	}
}

func TestSearchKeepsTheDepthLimit(t *testing.T) {
	result, list := infos(small(1), variants.MustCompile("chess").Start(), game.Limits{Depth: 5})
	if result.Info.Depth != 5 || list[len(list)-1].Depth != 5 {
		t.Errorf("depth %d, want 5", result.Info.Depth)
	}
	if result.Info.SelDepth < 5 || len(result.Info.PV) == 0 {
		t.Errorf("selective depth %d, line %v", result.Info.SelDepth, result.Info.PV)
	}
}

func TestSearchOfAStoppedContextHasAMove(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := variants.MustCompile("chess").Start()
	result := small(1).SearchGame(ctx, engine.RecordOf(start), game.Limits{Infinite: true}, nil)
	if len(result.Moves) != 1 || !start.IsLegal(result.Moves[0]) {
		t.Errorf("moves %v", result.Moves)
	}
}

func TestInfiniteWaitsForTheStop(t *testing.T) {
	// Mate in one: the search finishes at once.
	pos := position(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	over := position(t, "chess", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1")
	for _, p := range []chess.Position{pos, over} {
		for _, limits := range []game.Limits{{Infinite: true}, {Ponder: true}} {
			ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
			small(1).SearchGame(ctx, engine.RecordOf(p), limits, nil)
			if ctx.Err() == nil {
				t.Errorf("%+v: returned before the stop", limits)
			}
			cancel()
		}
	}
}

func TestPonderHitLetsTheClockCount(t *testing.T) {
	start := variants.MustCompile("chess").Start()
	limits := game.Limits{Ponder: true, MoveTime: 40 * time.Millisecond}
	for _, wait := range []time.Duration{0, 100 * time.Millisecond} {
		e := small(1)
		done := make(chan time.Duration)
		begin := time.Now()
		go func() {
			e.SearchGame(context.Background(), engine.RecordOf(start), limits, nil)
			done <- time.Since(begin)
		}()
		time.Sleep(wait)
		e.PonderHit()
		select {
		case took := <-done:
			if took < wait {
				t.Errorf("returned after %v, before the hit at %v", took, wait)
			}
		case <-time.After(time.Minute):
			t.Fatalf("no answer to the ponder hit after %v", wait)
		}
	}
	// A hit that comes too late does not affect the next search.
	e := small(1)
	e.PonderHit()
	e.SearchGame(context.Background(), engine.RecordOf(start), game.Limits{Nodes: 10}, nil)
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
	defer cancel()
	if e.SearchGame(ctx, engine.RecordOf(start), game.Limits{Ponder: true, Nodes: 10}, nil); ctx.Err() == nil {
		t.Error("an old ponder hit ended a search that ponders")
	}
}

func TestSearchMoves(t *testing.T) {
	start := variants.MustCompile("chess").Start()
	var wanted []game.Move
	for _, m := range start.Moves(nil) {
		if m.String() == "a2a3" || m.String() == "h2h4" {
			wanted = append(wanted, game.Move(m))
		}
	}
	result, _ := infos(small(1), start, game.Limits{Depth: 4, SearchMoves: wanted})
	if !slices.Contains(wanted, game.Move(result.Moves[0])) {
		t.Errorf("best move %v is not among %v", result.Moves, wanted)
	}
	result, _ = infos(small(1), start, game.Limits{Depth: 1, SearchMoves: []game.Move{game.NoMove}})
	if len(result.Moves) != 1 {
		t.Errorf("no legal search move: %v", result.Moves)
	}
}

// When a move is clear, the search ends on its own in play, but not in analysis.
func TestAnalyseModeGoesOn(t *testing.T) {
	mate := position(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	forced := position(t, "chess", "7k/6Q1/8/8/8/8/8/K7 b - - 0 1")
	clock := game.Limits{Clock: true, Time: [2]time.Duration{time.Hour, time.Hour}}
	for _, analyse := range []bool{false, true} {
		e := small(1)
		o := e.Options()
		o.AnalyseMode = analyse
		if err := e.SetOptions(o); err != nil {
			t.Fatal(err)
		}
		for _, pos := range []chess.Position{mate, forced} {
			result, _ := infos(e, pos, clock)
			if went := result.Info.Depth > 50; went != analyse {
				t.Errorf("%s, analysis %v: depth %d", pos.FEN(), analyse, result.Info.Depth)
			}
		}
	}
}

func TestMultiPV(t *testing.T) {
	for _, variant := range []string{"chess", "fibonacci", "madhouse"} {
		e := small(1)
		o := e.Options()
		o.MultiPV = 4
		if err := e.SetOptions(o); err != nil {
			t.Fatal(err)
		}
		result, list := infos(e, variants.MustCompile(variant).Start(), game.Limits{Depth: 5})
		last := list[len(list)-4:]
		seen := map[chess.Move]bool{}
		for i, info := range last {
			if info.Line != i+1 || info.Depth != 5 {
				t.Errorf("%s: line %d has number %d and depth %d", variant, i+1, info.Line, info.Depth)
			}
			if i > 0 && info.Score > last[i-1].Score {
				t.Errorf("%s: line %d scores %v, the one before %v", variant, i+1, info.Score, last[i-1].Score)
			}
			seen[info.PV[0]] = true
		}
		if len(seen) != 4 {
			t.Errorf("%s: %d different first moves, want 4", variant, len(seen))
		}
		if result.Moves[0] != last[0].PV[0] {
			t.Errorf("%s: best move %v is not that of the first line, %v", variant, result.Moves, last[0].PV)
		}
	}
	// Moves that were not searched have no line; lines of the depth before say so.
	stopped := engine.New(engine.Options{HashMB: 1, Threads: 1, MultiPV: 3, Skill: engine.MaxSkill})
	if _, list := infos(stopped, position(t, "chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), game.Limits{Nodes: 1}); len(list) != 1 {
		t.Errorf("%d lines after one node", len(list))
	}
	older := false
	for nodes := uint64(500); nodes < 3000; nodes += 100 {
		var list []engine.FoundInfo // bounds, too: a line may end with one
		stopped.SearchGame(t.Context(), engine.RecordOf(variants.MustCompile("chess").Start()), game.Limits{Nodes: nodes}, func(i engine.FoundInfo) {
			list = append(list, i)
		})
		last := list[len(list)-3:]
		older = older || last[2].Depth < last[0].Depth
		if last[2].Depth < last[0].Depth-1 || last[2].Depth > last[0].Depth {
			t.Errorf("%d nodes: the third line has depth %d, the first %d", nodes, last[2].Depth, last[0].Depth)
		}
	}
	if !older {
		t.Error("no search was stopped with a line of the depth before")
	}
	// More lines than moves.
	e := engine.New(engine.Options{HashMB: 1, Threads: 1, MultiPV: 500, Skill: engine.MaxSkill})
	pos := position(t, "chess", "8/8/8/8/8/5k2/8/7K w - - 0 1")
	if _, list := infos(e, pos, game.Limits{Depth: 2}); list[len(list)-1].Line > pos.CountMoves() {
		t.Errorf("%d lines of %d moves", list[len(list)-1].Line, pos.CountMoves())
	}
}

func TestPositionsThatAreOver(t *testing.T) {
	for _, test := range []struct {
		variant, fen, score string
	}{
		{"chess", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "mate 0"},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"},
		{"blackhole", "8/8/8/8/8/8/8/K7 b - - 0 1", "mate 0"},
		{"blackhole", "8/8/8/8/8/8/8/K7 w - - 0 1", "mate 0"},
		{"blackhole", "8/8/8/8/8/8/8/8 w - - 0 1", "cp 0"},
		{"extinction", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "mate 0"},
		{"extinction", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "mate 0"},
		{"fibonacci", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "mate 0"},
	} {
		pos := position(t, test.variant, test.fen)
		for _, whole := range []bool{false, true} {
			result, list := infos(small(2), pos, game.Limits{Depth: 3, WholeTurn: whole})
			if len(result.Moves) != 0 || len(list) != 1 {
				t.Fatalf("%s %s: moves %v, %d reports", test.variant, test.fen, result.Moves, len(list))
			}
			if i := list[0]; i.Depth != 0 || i.Score.String() != test.score {
				t.Errorf("%s %s: depth %d, score %v, want 0 and %s", test.variant, test.fen, i.Depth, i.Score, test.score)
			}
		}
		engine.EvaluateChess(&pos)
	}
}

func TestDrawnGamesStillGetAMove(t *testing.T) {
	for _, fen := range []string{"8/8/8/8/8/5k2/8/7K w - - 0 1", "8/8/8/8/8/5k2/8/R6K w - - 100 100"} {
		pos := position(t, "chess", fen)
		if result, _ := infos(small(1), pos, game.Limits{Depth: 3}); len(result.Moves) != 1 {
			t.Errorf("%s: moves %v", fen, result.Moves)
		}
	}
}

// The positions of the game before the root count as repetitions.
func TestSearchKnowsTheHistory(t *testing.T) {
	// White, a rook up, must not let the position occur a third time.
	g := engine.RecordOf(position(t, "chess", "k7/8/8/8/8/8/5PPP/R5K1 b - - 10 40"))
	must.Continue(t, g, "a8b8 a1b1 b8a8 b1a1 a8b8 a1b1 b8a8")
	result := small(1).SearchGame(context.Background(), g, game.Limits{Depth: 4}, nil)
	if text := result.Moves[0].String(); text == "b1a1" {
		t.Error("the move that draws by repetition was played a rook up")
	}
	only := game.Limits{Depth: 4, SearchMoves: []game.Move{}}
	pos := g.Position()
	m := must.Get(t, pos.ParseMove, "b1a1")
	only.SearchMoves = append(only.SearchMoves, game.Move(m))
	if result = small(1).SearchGame(context.Background(), g, only, nil); result.Info.Score != 0 {
		t.Errorf("score %v of the third repetition, want cp 0", result.Info.Score)
	}
}

// Black's bishop must not leave the pawns, so Black would rather pass: only a search that
// does not trust the null move sees that the knight may take.
func TestSearchSeesZugzwang(t *testing.T) {
	if testing.Short() {
		t.Skip("a long search")
	}
	const fen = "2b5/8/8/P3N3/6p1/5pPp/5K2/7k w - - 0 1"
	pos := must.Get(t, variants.MustCompile("chess").ParseFEN, fen)
	result, _ := infos(small(1), pos, game.Limits{Nodes: 7_000_000})
	if result.Moves[0].String() != "e5g4" || result.Info.Score < 200 {
		t.Errorf("%s: %v, score %v", fen, result.Moves, result.Info.Score)
	}
}

// A promotion that only gives a piece away does not avoid a known draw: the capture that
// leaves too little to win is not pruned for gaining too little.
func TestSearchKeepsKnownDraws(t *testing.T) {
	pos := position(t, "chess", "8/8/8/8/3k4/6b1/6Kp/8 b - - 0 1")
	if result, _ := infos(small(1), pos, game.Limits{Depth: 10}); result.Info.Score != 0 {
		t.Errorf("the wrong bishop's pawn is worth %v", result.Info.Score)
	}
}

// A search with two threads is for the race detector, but what it finds must make sense
// too.
func TestRaceOfTwoThreads(t *testing.T) {
	e := small(2)
	for _, variant := range []string{"chess", "madhouse", "fibonacci", "extinction+blackhole"} {
		pos := variants.MustCompile(variant).Start()
		ctx, cancel := context.WithTimeout(context.Background(), 150*time.Millisecond)
		result := e.SearchGame(ctx, engine.RecordOf(pos), game.Limits{Infinite: true, WholeTurn: true}, func(engine.FoundInfo) {})
		cancel()
		play(t, pos, result.Moves)
		play(t, pos, result.Info.PV)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.SearchGame(context.Background(), engine.RecordOf(variants.MustCompile("gun").Start()),
			game.Limits{Ponder: true, MoveTime: 50 * time.Millisecond}, nil)
	}()
	time.Sleep(20 * time.Millisecond)
	e.PonderHit()
	<-done
}

// A longer search allocates no more than a short one, except for its reports.
func TestNodesDoNotAllocate(t *testing.T) {
	for _, variant := range []string{"chess", "gun", "blackhole+extinction", "fibonacci", "baseline+fairy", "madhouse"} {
		e := small(1)
		pos := variants.MustCompile(variant).Start()
		g := engine.RecordOf(pos)
		var infos int
		run := func() {
			e.Clear()
			infos = 0
			e.SearchGame(context.Background(), g, game.Limits{Nodes: 20_000}, func(engine.FoundInfo) { infos++ })
		}
		run() // the buffers grow to the size they need
		if allocs := testing.AllocsPerRun(1, run); allocs > float64(150+10*infos) {
			t.Errorf("%s: %.0f allocations in 20000 nodes", variant, allocs)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, variant := range variants.Names() {
		b.Run(variant, func(b *testing.B) {
			const nodes = 50_000
			fen := compose(variant, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5")
			if variant == "amazon" {
				fen = compose("fairy", fen)
			}
			pos, err := variants.MustCompile(variant).ParseFEN(fen)
			if err != nil {
				pos = variants.MustCompile(variant).Start() // its pieces are set up differently
			}
			e := small(1)
			for b.Loop() {
				e.Clear()
				e.SearchGame(context.Background(), engine.RecordOf(pos), game.Limits{Nodes: nodes}, nil)
			}
			b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
