package cubic_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/heterodox-chess/heterodox/engine"
	"github.com/heterodox-chess/heterodox/game"
	"github.com/heterodox-chess/heterodox/rules"
	"github.com/heterodox-chess/heterodox/variants/cubic"
)

func parse(t testing.TB, text string, side rules.Color) cubic.Position {
	t.Helper()
	p, err := cubic.Parse(text, side)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mates reports whether the side to move of a plain board can mate in n moves.
func (p *plain) mates(n int) bool {
	for _, m := range p.moves(nil) {
		p.play(m)
		found := p.isLost(n - 1)
		p.undo(m)
		if found {
			return true
		}
	}
	return false
}

// isLost reports whether the side to move is mated, or can be mated within n moves of
// the other side.
func (p *plain) isLost(n int) bool {
	replies := p.moves(nil)
	if len(replies) == 0 {
		return p.checked(p.side)
	}
	if n == 0 {
		return false
	}
	for _, m := range replies {
		p.play(m)
		found := p.mates(n)
		p.undo(m)
		if !found {
			return false
		}
	}
	return true
}

// checkProof checks that a proof answers every defence and ends in mate within n moves everywhere.
func checkProof(t *testing.T, p cubic.Position, m engine.Proof, n int) {
	t.Helper()
	if n == 0 {
		t.Fatalf("%v: longer than promised", p)
	}
	if !slices.Contains(p.Moves(nil), cubic.Move(m.Move)) {
		t.Fatalf("%v: %v is not legal", p, m.Move)
	}
	p = p.Play(cubic.Move(m.Move))
	var answered []cubic.Move
	for _, a := range m.Answers {
		answered = append(answered, cubic.Move(a.Move))
		checkProof(t, p.Play(cubic.Move(a.Move)), a.Proof, n-1)
	}
	legal := p.Moves(nil)
	slices.Sort(legal)
	slices.Sort(answered)
	if !slices.Equal(answered, legal) {
		t.Fatalf("%v: the proof answers %v of %v", p, answered, legal)
	}
	if len(legal) == 0 && p.Outcome().Reason != rules.Checkmate {
		t.Fatalf("%v ends in %v", p, p.Outcome())
	}
}

// The prover finds a mate exactly where exhaustive search does, and finds the shortest.
func TestMateAgreesWithPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 36))
	found := [4]int{}
	for i := range 120 {
		n, most := 2+i%3, 2
		if n == 2 {
			most = 3
		}
		p := randomPosition(random, n)
		if i%2 == 0 {
			p = huntPosition(random, n)
		}
		if _, ok := p.King(p.Side().Opponent()); !ok || n == 4 && i > 20 {
			continue
		}
		want := 0
		for k := 1; k <= most && want == 0; k++ {
			if newPlain(p).mates(k) {
				want = k
			}
		}
		m, ok, err := prove(t.Context(), p, most)
		if err != nil || ok != (want > 0) || ok && m.Moves() != want {
			t.Errorf("%v, %v to move: mate in %d, %v, %v; want %d", p, p.Side(), m.Moves(), ok, err, want)
		}
		if ok {
			checkProof(t, p, m, want)
		}
		found[want]++
	}
	if found[1] < 5 || found[2] < 3 {
		t.Errorf("mates found: %v", found)
	}
}

// mates are positions in which a side mates in so many moves.
var mates = []struct {
	board string
	side  rules.Color
	moves int
}{
	{"[##K,###,###],[###,###,k##],[##q,###,##Q]", rules.White, 2},
	{"[####,n###,qQ##,####],[####,####,#R##,####],[####,#n##,####,####],[###Q,###B,###k,#n##]", rules.White, 3},
	{"[#K##,###N,b###,###b],[####,####,Brq#,###n],[####,####,####,####],[####,####,###k,####]", rules.Black, 3},
}

func TestMateInThree(t *testing.T) {
	for _, c := range mates {
		p := parse(t, c.board, c.side)
		m, ok, err := prove(t.Context(), p, 5)
		if err != nil || !ok || m.Moves() != c.moves {
			t.Fatalf("%s: mate in %d, %v, %v; want %d", c.board, m.Moves(), ok, err, c.moves)
		}
		checkProof(t, p, m, c.moves)
		if _, ok, _ := prove(t.Context(), p, c.moves-1); ok {
			t.Errorf("%s: mate in %d", c.board, c.moves-1)
		}
	}
}

// A missing king cannot be mated.
func TestNoMateWithoutKing(t *testing.T) {
	p := parse(t, "[QQ,##],[##,#n]", rules.White)
	if m, ok, err := prove(t.Context(), p, 4); ok || err != nil {
		t.Errorf("%v, %v, %v", m, ok, err)
	}
}

func TestMateLimits(t *testing.T) {
	p := parse(t, "[QQ,##],[##,#n]", rules.White)
	for _, n := range []int{-1, 0, engine.MaxProof + 1} {
		if _, _, err := prove(t.Context(), p, n); err == nil {
			t.Errorf("mate in %d: no error", n)
		}
	}
}

// An infeasible task stops when its context ends, whatever it is doing.
func TestContextEndsWork(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 36))
	p := randomPosition(random, 6)
	for name, work := range map[string]func(context.Context) error{
		"perft": func(ctx context.Context) error {
			nodes, err := p.Perft(ctx, 90)
			if nodes == 0 {
				t.Error("nothing was counted")
			}
			return err
		},
		"mate": func(ctx context.Context) error {
			_, ok, err := prove(ctx, p, 40)
			if ok {
				t.Error("a mate")
			}
			return err
		},
		"search": func(ctx context.Context) error {
			player := engine.New(engine.DefaultOptions())
			if r := player.Search(ctx, game.NewRecord(p.Game()), game.Limits{Depth: 90}, nil); r.Best == game.NoMove {
				t.Errorf("search: %v", r)
			}
			return ctx.Err()
		},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		start := time.Now()
		if err := work(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s took %v", name, took)
		}
		cancel()
	}
}

func TestPerftLimits(t *testing.T) {
	p := parse(t, "[##,##],[##,#N]", rules.White)
	for _, depth := range []int{-1, 101} {
		if _, err := p.Perft(context.Background(), depth); err == nil {
			t.Errorf("depth %d: no error", depth)
		}
	}
	if n := perft(t, p, 0); n != 1 {
		t.Errorf("perft 0 = %d", n)
	}
	if n := perft(t, p, 100); n != 0 { // Black has nothing to move
		t.Errorf("perft 100 = %d", n)
	}
}

func TestPerftAllocations(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 36))
	p := randomPosition(random, 4)
	nodes := perft(t, p, 3)
	if allocs := testing.AllocsPerRun(5, func() { perft(t, p, 3) }); allocs > 25 {
		t.Errorf("%v allocations for %d nodes", allocs, nodes)
	}
}
