package perft_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/chess"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/game/fast"
	"github.com/heterodox-chess/heterodox/general"
	"github.com/heterodox-chess/heterodox/internal/must"
	"github.com/heterodox-chess/heterodox/perft"
	"github.com/heterodox-chess/heterodox/variants"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func start(t testing.TB, variant string) chess.Position {
	t.Helper()
	rules := must.Get(t, variants.Compile, variant)
	return rules.Start()
}

func position(t testing.TB, variant, fen string) chess.Position {
	t.Helper()
	return must.Get(t, variants.MustCompile(variant).ParseFEN, fen)
}

func count(t testing.TB, pos chess.Position, depth int, o perft.Options) uint64 {
	t.Helper()
	nodes, err := perft.Count(t.Context(), fast.Wrap(pos), depth, o)
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

// referenceCount counts with the general machine.
func referenceCount(t *testing.T, pos chess.Position, depth int) uint64 {
	t.Helper()
	reference := must.Get(t, general.NewReference, pos.Rules().Variant())
	nodes, err := reference.Position(pos.Setup()).Perft(t.Context(), depth)
	if err != nil {
		t.Fatal(err)
	}
	return nodes
}

// randomGames returns the start positions of all named variants and of some random
// compositions, and for each a position some random moves later.
func randomGames(t *testing.T) map[string]chess.Position {
	rng := rand.New(rand.NewPCG(1, 2))
	names := variants.Names()
	for range 12 {
		parts := variants.Names()
		rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		name := strings.Join(parts[:2+rng.IntN(4)], "+")
		if _, err := variants.Compile(name); err == nil {
			names = append(names, name)
		}
	}
	games := map[string]chess.Position{}
	for _, name := range names {
		pos := start(t, name)
		games[name] = pos
		for range 30 {
			moves := pos.Moves(nil)
			if len(moves) == 0 {
				break
			}
			pos = pos.Play(moves[rng.IntN(len(moves))])
		}
		games[name+" after "+pos.FEN()] = pos
	}
	return games
}

func TestEveryWayOfCountingAgrees(t *testing.T) {
	ways := map[string]perft.Options{
		"threads":        {Threads: 3},
		"hash":           {HashMB: 1},
		"threads+hash":   {Threads: 3, HashMB: 1},
		"another seed":   {HashMB: 1, Seed: 7},
		"lists":          {Lists: true},
		"lists+threads":  {Lists: true, Threads: 2},
		"with a monitor": {Progress: func(perft.Progress) {}},
	}
	for name, pos := range randomGames(t) {
		want := count(t, pos, 2, perft.Options{})
		if !testing.Short() && want < 10_000 {
			if reference := referenceCount(t, pos, 2); want != reference {
				t.Errorf("%s: depth 2: %d, on the general machine %d", name, want, reference)
			}
		}
		depth := 2
		if want < 1500 {
			depth = 3
			want = count(t, pos, 3, perft.Options{})
		}
		for way, o := range ways {
			if got := count(t, pos, depth, o); got != want {
				t.Errorf("%s: depth %d with %s: %d, want %d", name, depth, way, got, want)
			}
		}
	}
}

// Deep enough for chunks below tasks below roots.
func TestDeepCountsAgree(t *testing.T) {
	pos := position(t, "chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
	const depth, want = 6, 11030083
	for _, o := range []perft.Options{{}, {Threads: 2}, {HashMB: 8}, {Threads: 2, HashMB: 8}} {
		if got := count(t, pos, depth, o); got != want {
			t.Errorf("%+v: %d, want %d", o, got, want)
		}
	}
	// Few moves at the root, many plies: tasks of several depths.
	pos = position(t, "chess", "7k/8/8/8/8/8/5q2/7K w - - 0 1")
	if got := count(t, pos, 6, perft.Options{Threads: 2}); got != 0 {
		t.Errorf("a stalemate has %d leaves", got)
	}
	pos = position(t, "chess", "k7/8/K7/8/8/8/7p/8 b - - 0 1")
	want8 := count(t, pos, 8, perft.Options{HashMB: 1})
	if got := count(t, pos, 8, perft.Options{Threads: 2}); got != want8 {
		t.Errorf("king and pawn, depth 8: %d, with a table %d", got, want8)
	}
}

func TestDivideSumsUp(t *testing.T) {
	pos := position(t, "chess", kiwipete)
	result, err := perft.Divide(t.Context(), fast.Wrap(pos), 3, perft.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	var sum uint64
	for i, m := range pos.Moves(nil) {
		part := result.Moves[i]
		next := pos.Play(m)
		if want := count(t, next, 2, perft.Options{}); part.Move != game.Move(m) || part.Nodes != want || !part.Complete {
			t.Errorf("%s: %+v, want %d", pos.UCI(m), part, want)
		}
		sum += part.Nodes
	}
	if sum != 97862 || result.Nodes != sum || !result.Complete || result.Finished() != 48 {
		t.Errorf("sum %d, nodes %d, complete %v, finished %d", sum, result.Nodes, result.Complete, result.Finished())
	}
}

func TestDepthZeroIsOneLeaf(t *testing.T) {
	mated := position(t, "chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
	for depth, want := range []uint64{1, 0, 0} {
		if got := count(t, mated, depth, perft.Options{}); got != want {
			t.Errorf("mated, depth %d: %d, want %d", depth, got, want)
		}
	}
	result, err := perft.Divide(t.Context(), fast.Wrap(mated), 0, perft.Options{})
	if err != nil || !result.Complete || len(result.Moves) != 0 {
		t.Errorf("depth 0: %+v, %v", result, err)
	}
}

func TestDepthOutOfRange(t *testing.T) {
	pos := start(t, "chess")
	for _, depth := range []int{-1, perft.MaxDepth + 1} {
		if _, err := perft.Count(t.Context(), fast.Wrap(pos), depth, perft.Options{}); err == nil {
			t.Errorf("depth %d is accepted", depth)
		}
		if _, _, err := perft.Verify(t.Context(), &pos, depth); err == nil {
			t.Errorf("depth %d is verified", depth)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, o := range []perft.Options{{}, {Threads: 2}, {HashMB: 16}, {Threads: 2, HashMB: 16}, {Lists: true}} {
		pos := position(t, "chess", kiwipete)
		ctx, cancel := context.WithCancel(t.Context())
		var cancelled time.Time
		o.Progress = func(p perft.Progress) {
			if (p.Nodes > 0 || o.HashMB > 0) && cancelled.IsZero() {
				cancelled = time.Now()
				cancel()
			}
		}
		result, err := perft.Divide(ctx, fast.Wrap(pos), 12, o)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: error %v", o, err)
		}
		if took := time.Since(cancelled); took > time.Minute {
			t.Errorf("%+v: stopped only after %v", o, took)
		}
		if result.Complete || result.Finished() == len(result.Moves) || len(result.Moves) != 48 {
			t.Errorf("%+v: a stopped count claims to be complete: %+v", o, result)
		}
		if o.HashMB == 0 && result.Nodes == 0 {
			t.Errorf("%+v: what was counted is lost", o)
		}
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pos := start(t, "chess")
	if _, err := perft.Count(ctx, fast.Wrap(pos), 20, perft.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestOverflowIsAnError(t *testing.T) {
	kings := position(t, "chess", "8/8/4k3/8/8/4K3/8/8 w - - 0 1")
	for _, threads := range []int{1, 2} {
		o := perft.Options{HashMB: 16, Threads: threads}
		if _, err := perft.Count(t.Context(), fast.Wrap(kings), 30, o); !errors.Is(err, perft.ErrOverflow) {
			t.Errorf("depth 30 on %d threads: error %v", threads, err)
		}
		if got := count(t, kings, 20, o); got != 88744734454611199 {
			t.Errorf("depth 20: %d", got)
		}
	}
}

func TestProgressRises(t *testing.T) {
	pos := position(t, "chess", kiwipete)
	ctx, cancel := context.WithCancel(t.Context())
	var seen []perft.Progress
	o := perft.Options{Threads: 2, Progress: func(p perft.Progress) {
		seen = append(seen, p)
		if len(seen) > 4 && p.Nodes > 0 {
			cancel()
		}
	}}
	if _, err := perft.Divide(ctx, fast.Wrap(pos), 7, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	for i, p := range seen {
		if p.Fraction < 0 || p.Fraction > 1 || i > 0 && (p.Fraction < seen[i-1].Fraction || p.Nodes < seen[i-1].Nodes || p.Elapsed <= seen[i-1].Elapsed) {
			t.Errorf("report %d: %+v after %+v", i, p, seen[max(0, i-1)])
		}
	}
	if last := seen[len(seen)-1]; last.Nodes == 0 || last.Fraction == 0 {
		t.Errorf("the last report says %+v", last)
	}
}

func ExampleCount() {
	pos := variants.MustOpen("chess").Start()
	nodes, err := perft.Count(context.Background(), pos, 5, perft.Options{Threads: 2})
	fmt.Println(nodes, err)
	// Output: 4865609 <nil>
}

func ExampleDivide() {
	pos, err := variants.MustOpen("gun").ParsePosition("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := perft.Divide(context.Background(), pos, 3, perft.Options{})
	for _, m := range result.Moves {
		fmt.Println(pos.UCI(m.Move), m.Nodes)
	}
	fmt.Println(result.Nodes, err)
	// Output:
	// e1d1 35
	// e1f1 35
	// e1d2 50
	// e1e2 50
	// e1f2 50
	// a2a3 30
	// a2a4 30
	// 280 <nil>
}
